import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { baseOperations, documentVersion } from '../src/contract.ts'
import type { OpenApi } from '../src/work/openapi/model.ts'
import { entriesOf, resolveResponse, type Schema } from '../src/work/openapi/model.ts'

const document = parse(readFileSync('openapi.yaml', 'utf8'), { version: '1.1' }) as OpenApi
const entries = entriesOf(document)

t.test('openapi.yaml is what the routes say, whatever the environment', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['src/print-openapi.ts', '--check'], {
    env: { PATH: process.env['PATH'], BASE_URL: 'https://elsewhere.example', PORT: '9' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  t.equal(status, 0, stderr)
})

t.test('every operation has a name of its own, one known tag, a summary and a description', async (t) => {
  const names = entries.map(({ operation }) => operation.operationId)
  t.equal(new Set(names).size, names.length)
  const described = new Set(document.tags.filter((tag) => tag.description).map(({ name }) => name))
  for (const { method, path, operation } of entries) {
    const where = `${method} ${path}`
    t.match(operation.operationId, /^[a-z]+([A-Z][A-Za-z]*)?$/, where)
    t.equal(operation.tags.length, 1, where)
    t.ok(described.has(operation.tags[0] ?? ''), `${where}: the tag ${operation.tags[0]} is described`)
    t.ok(operation.summary, where)
    t.ok((operation.description ?? '').length > 20, where)
  }
})

t.test('every component has a name of ours, and every field is described', async (t) => {
  const visit = (schema: Schema, where: string): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      // A reference cannot say more than the component it leads to; an envelope says what it is by its members.
      const targets = [property, ...(property.anyOf ?? [])].map(
        ({ $ref }) => $ref && document.components.schemas[$ref.split('/').at(-1) ?? '']?.description,
      )
      if (!property.description && !targets.some(Boolean) && !property.properties)
        t.fail(`${where}.${name} has no description`)
      visit(property, `${where}.${name}`)
    }
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])])
      visit(branch, where)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    t.match(name, /^[A-Z][A-Za-z0-9]*$/)
    t.ok(schema.description, `${name} is described`)
    visit(schema, name)
  }
})

t.test('the operations of the base document are all there, and the others are marked as additions', async (t) => {
  const names = new Set(entries.map(({ method, path }) => `${method} ${path}`))
  for (const name of baseOperations) t.ok(names.has(name), name)
  for (const { method, path, operation } of entries)
    t.equal(operation['x-addition'] === true, !baseOperations.has(`${method} ${path}`), `${method} ${path}`)
  t.equal(document.info.version, documentVersion)
})

t.test('each create leads to the operations that take its id', async (t) => {
  for (const { method, path, operation } of entries) {
    if (method !== 'POST' || !path.endsWith('/add')) continue
    const noun = path.split('/')[2]
    const links = Object.values(operation.responses['200']?.links ?? {}).map(({ operationId }) => operationId)
    for (const other of entries)
      if (other.path.startsWith(`/api/${noun}/{`))
        t.ok(links.includes(other.operation.operationId), `${path} to ${other.path}`)
  }
})

t.test('every answer names its headers, and every body and success has an example', async (t) => {
  for (const { path, operation } of entries) {
    const body = operation.requestBody?.content['application/json']
    if (operation.requestBody) t.ok(body?.example !== undefined, `${operation.operationId} shows a body`)
    for (const [status, given] of Object.entries(operation.responses)) {
      const { headers = {}, content } = resolveResponse(document, given)
      const where = `${operation.operationId} ${status}`
      for (const name of ['API-Version', 'App-Version', 'X-Request-Id']) t.ok(name in headers, `${where} ${name}`)
      if (path.startsWith('/api/') && status !== 'default' && status !== '503')
        t.ok('X-RateLimit-Reset' in headers, where)
      if (status === '429' || status === '503') t.ok('Retry-After' in headers, where)
      if (content?.['application/json'])
        t.ok(content['application/json'].example !== undefined, `${where} shows an answer`)
    }
  }
})
