import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Reply, startService } from '../support/service.ts'

const APPLE = '/.well-known/apple-app-site-association'
const ANDROID = '/.well-known/assetlinks.json'
const FINGERPRINT = Array(8).fill('14:6D:E9:83').join(':')
const OPENS_URLS = 'delegate_permission/common.handle_all_urls'

const folder = t.testdir()
const file = join(folder, 'apps.json')
writeFileSync(file, JSON.stringify({ apple: [{ app: 'ABCDE12345.com.example.main' }] }))
const service = await startService(t, { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off', APP_LINKS_FILE: file })
const client = await service.newClient()
const { send } = service

const at = (host: string, path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  send(method, path, { headers: { host, ...headers }, isElsewhere: true })
const add = async (domain: string, more: object = {}) =>
  (await client.post('/api/domain/add', { domain, ...more })).body.id as number

type Component = { '/': string; exclude?: boolean }
const appleComponents = ({ body }: Reply): Component[] => body.applinks.details[0].components

// As Apple describes it: the first rule that matches decides.
function opensApp(components: Component[], path: string): boolean {
  const matches = (pattern: string) => {
    const text = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
    return new RegExp(`^${text}$`).test(path)
  }
  const rule = components.find((component) => matches(component['/']))
  return rule !== undefined && rule.exclude !== true
}

t.test('a domain has the files of the apps that it names, and no other host has them', async (t) => {
  await add('https://go.example', {
    redirect404: 'https://corp.example/404',
    apple: [{ app: 'ABCDE12345.com.example.app' }, { app: '9ZYXW54321.com.example.beta', paths: ['/beta/*'] }],
  })
  await add('https://droid.example', {
    android: [{ package: 'com.example.app', fingerprints: [FINGERPRINT.toLowerCase()], exclude: ['/terms'] }],
  })
  const apple = await at('go.example', APPLE)
  t.match(apple, {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  })
  t.strictSame(Object.keys(apple.body), ['applinks'])
  const { details } = apple.body.applinks
  t.same(
    details.map(({ appIDs }: { appIDs: string[] }) => appIDs),
    [['ABCDE12345.com.example.app'], ['9ZYXW54321.com.example.beta']],
  )
  t.strictSame(details[1].components.at(-1), { '/': '/beta/*' })

  const android = await at('droid.example', ANDROID)
  t.match(android, { status: 200, headers: { 'content-type': 'application/json' } })
  t.equal(android.body.length, 1)
  t.strictSame(android.body[0].relation, [OPENS_URLS])
  t.strictSame(android.body[0].target, {
    namespace: 'android_app',
    package_name: 'com.example.app',
    sha256_cert_fingerprints: [FINGERPRINT],
  })
  const rules = android.body[0].relation_extensions[OPENS_URLS].dynamic_app_link_components
  t.equal(opensApp(rules, '/terms'), false)
  t.equal(opensApp(rules, '/sale'), true)

  t.match(await at('way.example', APPLE), {
    status: 200,
    body: { applinks: { details: [{ appIDs: ['ABCDE12345.com.example.main'] }] } },
  })
  for (const [host, path] of [
    ['go.example', ANDROID],
    ['droid.example', APPLE],
    ['way.example', ANDROID],
  ] as const)
    t.match(await at(host, path), { status: 404, headers: { location: undefined } }, `${host}${path}`)
  t.equal((await at('unknown.example', APPLE)).status, 421)
})

t.test('the paths of the service, pictures and statistics never open the app', async (t) => {
  const own = appleComponents(await at('way.example', APPLE))
  const branded = appleComponents(await at('go.example', APPLE))
  for (const path of ['/sale', '/guide/setup', '/münchen', '/', '/apirocket', '/a/b/c'])
    for (const components of [own, branded]) t.equal(opensApp(components, path), true, path)
  for (const path of [
    '/api/account',
    '/api',
    '/q/Zx81KqP',
    '/sale+',
    '/sale/qr',
    '/sale/qr/300',
    '/a/b/ico',
    '/u/ada/1',
  ])
    for (const components of [own, branded]) t.equal(opensApp(components, path), false, path)
  for (const path of ['/docs', '/openapi.yaml', '/livez', '/register', '/.well-known/x'])
    t.equal(opensApp(own, path), false, path)
  t.equal(opensApp(branded, '/docs'), true, 'a branded domain may have a link there')
})

t.test('HEAD and If-None-Match work, and a change is served at once', async (t) => {
  const id = await add('https://fresh.example')
  t.equal((await at('fresh.example', APPLE)).status, 404)
  await client.put(`/api/domain/${id}/update`, { apple: [{ app: 'ABCDE12345.com.example.one' }] })
  const first = await at('fresh.example', APPLE)
  t.match(first.body, { applinks: { details: [{ appIDs: ['ABCDE12345.com.example.one'] }] } })
  const head = await at('fresh.example', APPLE, {}, 'HEAD')
  t.match(head, { status: 200, text: '', headers: { etag: first.headers['etag'], 'content-type': 'application/json' } })
  const known = { 'if-none-match': first.headers['etag'] ?? '' }
  t.match(await at('fresh.example', APPLE, known), { status: 304, text: '' })
  await client.put(`/api/domain/${id}/update`, { apple: [{ app: 'ABCDE12345.com.example.two' }] })
  t.match(await at('fresh.example', APPLE, known), {
    status: 200,
    body: { applinks: { details: [{ appIDs: ['ABCDE12345.com.example.two'] }] } },
  })
  await client.put(`/api/domain/${id}/update`, { redirect404: 'https://corp.example' })
  t.equal((await at('fresh.example', APPLE)).status, 200, 'what is not sent stays')
  await client.put(`/api/domain/${id}/update`, { apple: [] })
  t.equal((await at('fresh.example', APPLE, known)).status, 404)
  await client.put(`/api/domain/${id}/update`, { apple: [{ app: 'ABCDE12345.com.example.two' }] })
  await client.delete(`/api/domain/${id}/delete`)
  t.equal((await at('fresh.example', APPLE)).status, 421)
})

t.test('no alias takes the place of the files', async (t) => {
  for (const custom of ['.well-known/apple-app-site-association', '.well-known', '.WELL-KNOWN/x'])
    for (const domain of [undefined, 'https://go.example'])
      t.match(
        await client.post('/api/url/add', { url: 'https://dest.example', custom, domain }),
        { status: 400, body: { code: 'alias_reserved' } },
        custom,
      )
})

t.test('fields of apps are validated', async (t) => {
  const apple = (more: object) => ({ apple: [{ app: 'ABCDE12345.com.example.app', ...more }] })
  const android = (more: object) => ({
    android: [{ package: 'com.example.app', fingerprints: [FINGERPRINT], ...more }],
  })
  const cases: [object, string, RegExp][] = [
    ...[
      'com.example.app',
      'abcde12345.com.example',
      'ABCDE12345.',
      'ABCDE12345.*',
      'ABCDE12345.a..b',
      'ABCDE12345.a/b',
    ].map((app): [object, string, RegExp] => [apple({ app }), '/apple/0/app', /such as ABCDE12345\.com\.example\.app/]),
    [{ apple: [{}] }, '/apple/0/app', /is required/],
    [{ apple: Array(11).fill({ app: 'ABCDE12345.a' }) }, '/apple', /at most 10 items/],
    [{ apple: 'ABCDE12345.a' }, '/apple', /must be a list/],
    ...['promo', '*', '/a b', '/a#b', '/ü', '/\u0000', `/${'x'.repeat(128)}`].map((path): [object, string, RegExp] => [
      apple({ paths: [path] }),
      '/apple/0/paths/0',
      /must/,
    ]),
    [apple({ exclude: Array(21).fill('/x') }), '/apple/0/exclude', /at most 20 items/],
    ...['example', 'com.1example', 'com.example-app', 'com..x', '<b>.x'].map((name): [object, string, RegExp] => [
      android({ package: name }),
      '/android/0/package',
      /such as com\.example\.app/,
    ]),
    ...['14:6D', FINGERPRINT.replaceAll(':', ''), `${FINGERPRINT}:00`, FINGERPRINT.replace('1', 'G')].map(
      (print): [object, string, RegExp] => [
        android({ fingerprints: [print] }),
        '/android/0/fingerprints/0',
        /32 pairs/,
      ],
    ),
    [android({ fingerprints: [] }), '/android/0/fingerprints', /at least 1 item/],
  ]
  for (const [body, path, message] of cases) {
    const { status, body: answer } = await client.post('/api/domain/add', { domain: 'https://bad.example', ...body })
    t.match(
      { status, fault: answer.errors?.[0] },
      { status: 400, fault: { path, message } },
      JSON.stringify(body).slice(0, 80),
    )
  }
  // null stands for a field that is not set.
  const id = await add('https://nulls.example', apple({ paths: null, exclude: [] }))
  t.strictSame((await client.get(`/api/domain/${id}`)).body.details.apple, [
    { app: 'ABCDE12345.com.example.app', exclude: [] },
  ])
})

t.test('the largest lists stay below the 128 KiB that Apple reads', async (t) => {
  const paths = Array.from({ length: 20 }, (_, i) => `/${String(i).padEnd(127, '"')}`)
  await add('https://large.example', {
    apple: Array.from({ length: 10 }, (_, i) => ({ app: `ABCDE1234${i}.${'x'.repeat(155)}`, paths, exclude: paths })),
  })
  const { status, text } = await at('large.example', APPLE)
  t.equal(status, 200)
  t.ok(text.length < 128 * 1024, `${text.length} bytes`)
})
