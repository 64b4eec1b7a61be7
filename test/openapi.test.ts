import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { baseOperations, documentVersion } from '../src/contract.ts'
import type { OpenApi } from '../src/openapi/model.ts'
import { entriesOf, firstExample, resolveResponse, type Schema } from '../src/openapi/model.ts'
import type { App } from '../src/services.ts'
import { unopenedServices } from '../src/startup/unopened-services.ts'

const document = parse(readFileSync('openapi.yaml', 'utf8'), { version: '1.1' }) as OpenApi
const entries = entriesOf(document)

t.test('openapi.yaml is generated from the routes, independent of the environment', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['src/print-openapi.ts', '--check'], {
    env: { PATH: process.env['PATH'], BASE_URL: 'https://elsewhere.example', PORT: '9' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  t.equal(status, 0, stderr)
})

// Each part of the service has named schemas of its own.
const partsOf = (app: App): App[] => {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.children')
  return [app, ...((app as unknown as Record<symbol, App[]>)[key as symbol] ?? []).flatMap(partsOf)]
}
const schemasWith = async (settings: Record<string, string>) => {
  const app = await buildApp(unopenedServices({ config: readConfig({ ...settings, LOG_LEVEL: 'silent' }) }))
  return partsOf(app).flatMap((part) => Object.entries(part.getSchemas()))
}

t.test('schemas with the same name are the same, whatever the settings', async (t) => {
  const other = { BASE_URL: 'https://elsewhere.example', STRIPE_WEBHOOK_SECRETS: 'whsec_test', ASSETS_DIR: 'other' }
  const limits = { IMPORT_MAX_MB: '1', RATE_LIMIT_PER_MINUTE: '1', TRIAL_DAYS: '3', PLAN_DAYS: '4' }
  const given = [...(await schemasWith({})), ...(await schemasWith({ ...other, ...limits }))]
  const known = new Map(given.map(([name, schema]) => [name, JSON.stringify(schema)]))
  t.ok(known.size > 100)
  for (const [name, schema] of given) if (JSON.stringify(schema) !== known.get(name)) t.fail(name)
})

t.test(
  'a union and the named schemas in it have no unions at the same path, by which faults are told apart',
  async (t) => {
    const all = new Map(await schemasWith({}))
    const unionsOf = (schema: unknown, path = '#'): [path: string, union: unknown][] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([key, value]) => [
            ...(key === 'anyOf' ? [[`${path}/anyOf`, value] as [string, unknown]] : []),
            ...unionsOf(value, `${path}/${key}`),
          ])
    const namesIn = (schema: unknown, found = new Set<string>()): Set<string> => {
      for (const [, name = ''] of JSON.stringify(schema ?? null).matchAll(/"\$ref":"([^"#]+)/g)) {
        if (found.has(name)) continue
        found.add(name)
        namesIn(all.get(name), found)
      }
      return found
    }
    let compared = 0
    for (const [name, schema] of all)
      for (const [path, union] of unionsOf(schema))
        for (const inner of namesIn(union)) {
          compared++
          if (unionsOf(all.get(inner)).some(([at]) => at === path)) t.fail(`${name} and ${inner} at ${path}`)
        }
    t.ok(compared > 10)
  },
)

t.test('every operation has a unique id, one known tag, a summary and a description', async (t) => {
  const names = entries.map(({ operation }) => operation.operationId)
  t.equal(new Set(names).size, names.length)
  const described = new Set(document.tags.filter((tag) => tag.description).map(({ name }) => name))
  for (const { method, path, operation } of entries) {
    const where = `${method} ${path}`
    t.match(operation.operationId, /^[a-z]+([A-Z][A-Za-z]*)?$/, `${where}: the operationId is in camel case`)
    t.equal(operation.tags.length, 1, `${where} has one tag`)
    t.ok(described.has(operation.tags[0] ?? ''), `${where}: the tag ${operation.tags[0]} is described`)
    t.ok(operation.summary, `${where} has a summary`)
    t.ok((operation.description ?? '').length > 20, `${where}: the description has more than 20 characters`)
  }
})

t.test('every component is named, and every field is described', async (t) => {
  const visit = (schema: Schema, where: string): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      // A reference has the description of its component, and an envelope needs none.
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

t.test('all operations of the base document exist, and the others are marked as additions', async (t) => {
  const names = new Set(entries.map(({ method, path }) => `${method} ${path}`))
  for (const name of baseOperations) t.ok(names.has(name), name)
  for (const { method, path, operation } of entries)
    t.equal(operation['x-addition'] === true, !baseOperations.has(`${method} ${path}`), `${method} ${path}`)
  t.equal(document.info.version, documentVersion)
})

const baseFields: Record<string, string> = {
  Account: 'id email username avatar status expires registered',
  AccountChange: 'email password',
  Domain: 'id domain redirectroot redirect404',
  NewDomain: 'domain redirectroot redirect404',
  DomainChange: 'redirectroot redirect404',
  Created: 'error id',
  Overlay: 'id type name date',
  Campaign: 'id name domain public rotator list',
  NewCampaign: 'name slug public',
  CampaignChange: 'name slug public',
  CampaignReply: 'error id domain public rotator list',
  Channel: 'id name description color starred',
  NewChannel: 'name description color starred',
  ChannelChange: 'name description color starred',
  ChannelCreated: 'error id name description color starred',
  ChannelItem: 'type id title preview link date',
  Splash: 'id name date',
  Pixel: 'id type name tag date',
  NewPixel: 'type name tag',
  PixelChange: 'name tag',
  QrCode: 'id link scans name date',
  NewQr: 'type data background foreground logo',
  QrChange: 'type data background foreground logo',
  QrDetails: 'id link scans name date',
  QrCreated: 'error id link',
  QrUpdated: 'error message',
  Statistics: 'clicks uniqueClicks topCountries topReferrers topBrowsers topOs socialCount',
  Failure: 'error message',
  PaymentEvent: 'id type',
}

t.test('fields, parameters and headers that the base document lacks are marked as additions', async (t) => {
  for (const [name, words] of Object.entries(baseFields)) {
    const base = new Set(words.split(' '))
    const { properties = {} } = document.components.schemas[name] ?? {}
    for (const field of base) t.ok(Object.hasOwn(properties, field), `${name}.${field}`)
    // A reference stands alone.
    for (const [field, schema] of Object.entries(properties).filter(([, { $ref }]) => $ref === undefined))
      t.equal(schema['x-addition'] === true, !base.has(field), `${name}.${field}`)
  }
  for (const { operation, method, path } of entries)
    for (const parameter of operation.parameters ?? []) {
      const isBase =
        !baseOperations.has(`${method} ${path}`) || parameter.in === 'path' || /^(limit|page)$/.test(parameter.name)
      if (!isBase) t.equal(parameter['x-addition'], true, `${operation.operationId} ${parameter.name}`)
    }
  const baseHeaders = /^(API-Version|App-Version|X-RateLimit-(Limit|Remaining|Reset))$/
  for (const [name, header] of Object.entries(document.components.headers))
    t.equal(header['x-addition'] === true, !baseHeaders.test(name), name)
})

t.test('tags are in two groups: base document and additions', async (t) => {
  const [base, additions] = document['x-tagGroups'] ?? []
  for (const { name } of document.tags) {
    const own = entries.filter(({ operation }) => operation.tags.includes(name))
    const isAdded = own.every(({ operation }) => operation['x-addition'])
    t.equal(additions?.tags.includes(name), isAdded, name)
    t.equal(base?.tags.includes(name), !isAdded, name)
  }
})

t.test('path parameters come in path order, before query parameters, and only they have example values', async (t) => {
  for (const { operation, path } of entries) {
    const names = (operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`)
    t.same(names.slice(0, inPath.length), inPath, operation.operationId)
    for (const parameter of operation.parameters ?? [])
      t.equal(parameter.example !== undefined, parameter.in === 'path', `${operation.operationId} ${parameter.name}`)
  }
})

t.test('each create operation has links to the operations that take its id', async (t) => {
  for (const { method, path, operation } of entries) {
    if (method !== 'POST' || !path.endsWith('/add')) continue
    const noun = path.split('/')[2]
    const links = Object.values(operation.responses['200']?.links ?? {}).map(({ operationId }) => operationId)
    for (const other of entries)
      if (other.path.startsWith(`/api/${noun}/{`))
        t.ok(links.includes(other.operation.operationId), `${path} to ${other.path}`)
  }
})

t.test('every reply documents its headers, and every body and success has an example', async (t) => {
  for (const { path, operation } of entries) {
    const content = operation.requestBody?.content ?? {}
    const body = content['application/json'] ?? Object.values(content)[0]
    if (operation.requestBody) t.ok(body && firstExample(body) !== undefined, `${operation.operationId} shows a body`)
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

t.test('lists share one component, and every type of QR code and block has an example', async (t) => {
  const raw = document.paths['/api/urls']?.['get']?.parameters as unknown as { $ref?: string }[]
  t.same(raw.flatMap(({ $ref }) => $ref ?? []).sort(), [
    '#/components/parameters/limit',
    '#/components/parameters/page',
  ])
  const examples = (id: string) =>
    Object.keys(
      entries.find(({ operation }) => operation.operationId === id)?.operation.requestBody?.content['application/json']
        ?.examples ?? {},
    )
  t.same(examples('createQrCode').sort(), [
    'app',
    'email',
    'event',
    'geo',
    'link',
    'phone',
    'sms',
    'text',
    'vcard',
    'whatsapp',
    'wifi',
  ])
  t.same(examples('createBio').sort(), ['contact', 'heading', 'image', 'link', 'social', 'text'])
})
