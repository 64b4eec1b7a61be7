import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { type OpenApi, type Operation, type Response, resolve, type Schema } from '../../../src/openapi/model.ts'
import { compareDocuments } from '../../../tools/openapi/compare.ts'

const document = parse(readFileSync('openapi.yaml', 'utf8'), { version: '1.1' }) as OpenApi
const read = () => structuredClone(document)
const operation = (document: OpenApi, path: string, method: string) => document.paths[path]?.[method] as Operation
const component = (document: OpenApi, name: string) => document.components.schemas[name] as Schema
const member = (document: OpenApi, name: string, field: string) =>
  component(document, name).properties?.[field] as Schema

t.test('a document is compatible with itself and with additions', async (t) => {
  t.same(compareDocuments(read(), read()), { breaking: [], added: [] })
  const now = read()
  const pixels = operation(now, '/api/pixels', 'get')
  now.paths['/api/pixels/count'] = {
    get: { ...structuredClone(pixels), operationId: 'countPixels', summary: 'Count pixels' },
  }
  Object.assign(component(now, 'NewPixel').properties ?? {}, { note: { type: 'string' } })
  Object.assign(component(now, 'Pixel').properties ?? {}, { fired: { type: 'integer' } })
  member(now, 'NewPixel', 'name')['maxLength'] = 500
  member(now, 'NewPixel', 'type').enum?.push('vendor14')
  member(now, 'Pixel', 'type').enum?.pop()
  pixels.parameters?.push({ name: 'q', in: 'query', schema: { type: 'string' } })
  pixels.responses['410'] = pixels.responses['401'] as Response
  now.components.headers['X-Cost'] = { description: 'What it cost.', schema: { type: 'integer' } }
  Object.assign(now.components.responses['Unauthorized']?.headers ?? {}, {
    'X-Cost': { $ref: '#/components/headers/X-Cost' },
  })
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
  [
    'a key is asked for',
    (now) => set(operation(now, '/register', 'post'), { security: [{ apiKey: [] }] }),
    /\/register needs a key now/,
  ],
  [
    'another key is asked for beside the one there was',
    (now) => set(operation(now, '/api/pixels', 'get'), { security: [{ apiKey: [], other: [] }] }),
    /^GET \/api\/pixels no longer lets apiKey in$/,
  ],
  [
    'the key is sent otherwise',
    (now) => set(now.components.securitySchemes['apiKey'] as object, { type: 'apiKey', in: 'header', name: 'Key' }),
    /^The security scheme apiKey is gone, or another$/,
  ],
  [
    'a component is renamed',
    (now) => {
      now.components.schemas['Dot'] = component(now, 'Pixel')
      delete now.components.schemas['Pixel']
      set(member(now, 'PixelPage', 'pixels'), { items: { $ref: '#/components/schemas/Dot' } })
      set(member(now, 'PixelReply', 'details'), { $ref: '#/components/schemas/Dot' })
    },
    /^The component Pixel is gone$/,
  ],
  ['a tag changes', (now) => set(operation(now, '/api/pixels', 'get'), { tags: ['Account'] }), /its tag was Pixels/],
  [
    'a failure is no longer promised',
    (now) => delete operation(now, '/api/pixel/add', 'post').responses['403'],
    /^POST \/api\/pixel\/add no longer answers 403$/,
  ],
  [
    'another success may come',
    (now) => {
      const { responses } = operation(now, '/api/pixel/add', 'post')
      responses['202'] = responses['200'] as Response
    },
    /^POST \/api\/pixel\/add may answer 202 now$/,
  ],
  [
    'a header is gone',
    (now) => delete now.components.responses['TooManyRequests']?.headers?.['Retry-After'],
    /^GET \/api\/pixels: answer 429 no longer comes with Retry-After$/,
  ],
  [
    'a header may be missing',
    (now) => set(now.components.headers['X-RateLimit-Reset'] ?? {}, { required: false }),
    /^GET \/api\/pixels: answer 200 may come without X-RateLimit-Reset now$/,
  ],
  [
    'a header changes its type',
    (now) => set(now.components.headers['X-RateLimit-Reset'] ?? {}, { schema: { type: 'string' } }),
    /answer 200: X-RateLimit-Reset may be of type string now$/,
  ],
  [
    'a default changes',
    (now) => set(now.components.parameters?.['limit']?.schema ?? {}, { default: 5 }),
    /parameter limit: what is taken where nothing is sent was 15 and is 5$/,
  ],
  ['a format is asked for', (now) => set(member(now, 'NewPixel', 'name'), { format: 'email' }), /its format is email/],
  [
    'a format is lost in an answer',
    (now) => delete member(now, 'Account', 'avatar').format,
    /avatar: its format is none, and was uri$/,
  ],
  [
    'a body must say more',
    (now) => set(component(now, 'NewPixel'), { minProperties: 4 }),
    /minProperties rose from none/,
  ],
  [
    'a body may say no more',
    (now) => set(component(now, 'NewPixel'), { additionalProperties: false }),
    /no other memb/,
  ],
  [
    'the values of a map change',
    (now) => set(member(now, 'Statistics', 'topOs'), { additionalProperties: { type: 'integer' } }),
    /topOs\.\* may be of type integer now$/,
  ],
  [
    'a kind of a union is gone',
    (now) => (component(now, 'BioBlock').anyOf ?? component(now, 'BioBlock').oneOf)?.pop(),
    /^POST \/api\/bio\/add: body\.blocks\[\] no longer takes an object with type: "form"$/,
  ],
  [
    'a kind of a union is new in an answer',
    (now) =>
      (component(now, 'BioBlock').anyOf ?? component(now, 'BioBlock').oneOf)?.push({
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string', enum: ['map'] } },
      }),
    /^GET \/api\/bio\/\{id\}: answer 200\.details\.blocks\[\] may be an object with type: "map" now$/,
  ],
  [
    'a member of one kind of a union is gone',
    (now) => {
      const [first] = component(now, 'BioBlock').anyOf ?? component(now, 'BioBlock').oneOf ?? []
      if (first) delete resolve(now, first).properties?.['image']
    },
    /^POST \/api\/bio\/add: body\.blocks\[\]\.image is gone$/,
  ],
]

for (const [what, change, said] of changes)
  t.test(`a breaking change is found: ${what}`, async (t) => {
    const now = read()
    change(now)
    const { breaking } = compareDocuments(read(), now)
    t.ok(
      breaking.some((line) => said.test(line)),
      breaking.join('\n'),
    )
  })
