import t from 'tap'
import { parse } from 'yaml'
import { entriesOf, type OpenApi } from '../src/openapi/model.ts'
import type { Collection } from '../src/openapi/postman.ts'
import { documentOf } from './support/document.ts'
import { startService } from './support/service.ts'

// How these pages look and work in a browser is checked in tools/contract.

const service = await startService(t, { BASE_URL: 'https://wm.example.com' })
const get = (path: string, headers: Record<string, string> = {}) => service.send('GET', path, { headers })

t.test('the document is served as YAML and JSON with the URL of the service, to any origin', async (t) => {
  const json = await get('/openapi.json')
  const yaml = await get('/openapi.yaml')
  const fromYaml = parse(yaml.text, { version: '1.1' }) as OpenApi
  t.same(fromYaml, JSON.parse(json.text))
  t.equal(fromYaml.servers[0]?.url, 'https://wm.example.com')
  t.same(fromYaml.paths, JSON.parse(JSON.stringify(documentOf(service.app).paths)))
  for (const reply of [json, yaml]) {
    t.equal(reply.status, 200)
    t.equal(reply.headers['access-control-allow-origin'], '*')
    t.notOk(reply.headers['access-control-allow-credentials'])
  }
  t.match(json.headers['content-type'], 'application/json')
  t.match(yaml.headers['content-type'], 'application/yaml')
  for (const path of ['/openapi.json', '/openapi.yaml'])
    t.equal((await service.send('OPTIONS', path, { headers: { origin: 'https://elsewhere.example' } })).status, 204)
})

t.test('documents have an ETag, and clients that have them get 304', async (t) => {
  const types = {
    '/openapi.json': 'application/json; charset=utf-8',
    '/openapi.yaml': 'application/yaml; charset=utf-8',
    '/docs/json': 'application/json; charset=utf-8',
    '/docs/yaml': 'application/x-yaml',
    '/developers/postman-collection.json': 'application/json; charset=utf-8',
  }
  for (const [path, type] of Object.entries(types)) {
    const first = await get(path)
    t.match(first, { status: 200, headers: { 'content-type': type, 'content-length': /^\d{6,}$/ } }, path)
    const tag = String(first.headers.etag)
    t.match(tag, /^W\/"/, 'weak, because compressed replies have the same one')
    const strong = tag.slice(2)
    for (const known of [tag, strong])
      t.match(await get(path, { 'if-none-match': `"else", ${known}` }), {
        status: 304,
        text: '',
        headers: { etag: tag },
      })
    t.match(await get(path, { 'if-none-match': '"else"' }), { status: 200, headers: { etag: tag } })
  }
  t.same(parse((await get('/docs/yaml')).text, { version: '1.1' }), JSON.parse((await get('/docs/json')).text))
})

t.test('Swagger UI loads nothing from other hosts, and its policy allows no other sources', async (t) => {
  const page = await get('/docs')
  t.equal(page.status, 200)
  t.match(page.text, '<title>Waymark API</title>')
  t.match(page.text, '<meta name="viewport" content="width=device-width, initial-scale=1">')
  t.notMatch(page.text, /(src|href)="(https?:)?\/\//)
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, "default-src 'none'")
  t.notMatch(policy, /https?:|\*|unsafe-/)
  t.match(policy, "frame-ancestors 'none'")
  const setup = await get('/docs/static/swagger-initializer.js')
  t.match(setup.text, /"?persistAuthorization"?: ?true/)
  const shown = JSON.parse((await get('/docs/json')).text) as OpenApi
  t.equal(shown.servers[0]?.url, '/', 'Try it out asks the origin the page came from')
})

t.test('the developer page links to the documents and names the versions', async (t) => {
  const page = await get('/developers')
  t.equal(page.status, 200)
  for (const link of ['/docs', '/openapi.yaml', '/openapi.json', '/developers/postman-collection.json'])
    t.match(page.text, `href="${link}"`)
  for (const text of [
    'curl',
    'JavaScript',
    'Python',
    'waymark-client',
    'v1.0',
    'v1.1',
    'v1.2',
    '2026-05-25',
    'https://wm.example.com/api',
  ])
    t.match(page.text, text)
  t.match(page.headers['content-security-policy'], "default-src 'none'")
})

t.test('the Postman collection has a folder per tag and a request per operation, and contains no key', async (t) => {
  const reply = await get('/developers/postman-collection.json')
  t.equal(reply.status, 200)
  const collection = JSON.parse(reply.text) as Collection
  const document = documentOf(service.app)
  const wanted = entriesOf(document)
  t.same(
    collection.item.map(({ name }) => name),
    document.tags.map(({ name }) => name).filter((name) => wanted.some(({ operation }) => operation.tags[0] === name)),
  )
  for (const item of collection.item.flatMap((folder) => folder.item)) {
    const success = item.response.find(({ code }) => code === 200)
    const { content } =
      wanted.find(({ operation }) => operation.summary === item.name)?.operation.responses['200'] ?? {}
    if (content?.['application/json'])
      t.match(JSON.parse(success?.body ?? 'null'), { error: /^0$/ }, `${item.name} has a saved answer`)
    for (const { originalRequest, status } of item.response) {
      t.same(originalRequest, item.request, item.name)
      t.not(status, '', item.name)
    }
  }
  const names = new Set(collection.item.flatMap((folder) => folder.item.map(({ name }) => name)))
  for (const { operation } of wanted) t.ok(names.has(operation.summary), operation.summary)
  t.same(
    collection.variable.map(({ key, value }) => [key, value]),
    [
      ['base_url', 'https://wm.example.com'],
      ['api_key', ''],
    ],
  )
  for (const item of collection.item.flatMap((folder) => folder.item)) {
    t.ok(
      item.event.some(({ listen }) => listen === 'test'),
      item.name,
    )
    for (const { script } of item.event) t.doesNotThrow(() => new Function('pm', script.exec.join('\n')), item.name)
  }
})
