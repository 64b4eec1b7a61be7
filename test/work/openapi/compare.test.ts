import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { compareDocuments } from '../../../src/work/openapi/compare.ts'
import type { OpenApi, Operation, Schema } from '../../../src/work/openapi/model.ts'

const read = () => parse(readFileSync('openapi.yaml', 'utf8'), { version: '1.1' }) as OpenApi
const operation = (document: OpenApi, path: string, method: string) => document.paths[path]?.[method] as Operation
const component = (document: OpenApi, name: string) => document.components.schemas[name] as Schema
const member = (document: OpenApi, name: string, field: string) =>
  component(document, name).properties?.[field] as Schema

t.test('a document breaks nothing of itself, and what is only added breaks nothing', async (t) => {
  t.same(compareDocuments(read(), read()), { breaking: [], added: [] })
  const now = read()
  const pixels = operation(now, '/api/pixels', 'get')
  now.paths['/api/pixels/count'] = { get: { ...pixels, operationId: 'countPixels', summary: 'Count pixels' } }
  Object.assign(component(now, 'NewPixel').properties ?? {}, { note: { type: 'string' } })
  Object.assign(component(now, 'Pixel').properties ?? {}, { fired: { type: 'integer' } })
  member(now, 'NewPixel', 'name')['maxLength'] = 500
  t.same(compareDocuments(read(), now), { breaking: [], added: ['GET /api/pixels/count: count pixels'] })
})

const set = Object.assign

const changes: [what: string, change: (now: OpenApi) => unknown, said: RegExp][] = [
  ['an operation is gone', (now) => delete now.paths['/api/pixels'], /^GET \/api\/pixels is gone$/],
  ['a field of a body is gone', (now) => delete component(now, 'NewPixel').properties?.['tag'], /body\.tag is gone/],
  ['a field of an answer is gone', (now) => delete component(now, 'Pixel').properties?.['date'], /\[\]\.date is gone/],
  ['a field may be missing', (now) => component(now, 'Pixel').required?.splice(1), /\.name may be missing now/],
  ['a field is required', (now) => component(now, 'PixelChange').required?.push('name'), /body\.name is required now/],
  ['a limit falls', (now) => set(member(now, 'NewPixel', 'name'), { maxLength: 10 }), /maxLength fell from 255 to 10/],
  ['a value is refused', (now) => member(now, 'NewPixel', 'type').enum?.pop(), /no longer takes "vendor13"/],
  ['a value is new', (now) => member(now, 'Account', 'status').enum?.push('team'), /may be "team" now/],
  ['a type changes', (now) => set(member(now, 'Pixel', 'id'), { type: 'string' }), /may be of type string now/],
  [
    'null is refused',
    (now) => set(component(now, 'DomainChange').properties ?? {}, { redirectroot: { type: 'string' } }),
    /no longer takes a value of type null/,
  ],
  [
    'null may come',
    (now) => set(component(now, 'Pixel').properties ?? {}, { name: { type: ['string', 'null'] } }),
    /\.name may be of type null now/,
  ],
  ['a parameter is gone', (now) => operation(now, '/api/pixels', 'get').parameters?.shift(), /parameter limit is gone/],
  [
    'an operation is renamed',
    (now) => set(operation(now, '/api/pixels', 'get'), { operationId: 'pixels' }),
    /its operationId was listPixels/,
  ],
  ['a key is asked for', (now) => delete operation(now, '/register', 'post').security, /\/register needs a key now/],
]

for (const [what, change, said] of changes)
  t.test(`it is told when ${what}`, async (t) => {
    const now = read()
    change(now)
    const { breaking } = compareDocuments(read(), now)
    t.ok(
      breaking.some((line) => said.test(line)),
      breaking.join('\n'),
    )
  })
