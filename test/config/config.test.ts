import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ConfigError, isLoopbackHost, readConfig, withEnvFile } from '../../src/config/config.ts'
import { Settings } from '../../src/config/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-config-'))
t.teardown(() => rmSync(folder, { recursive: true }))

const inFile = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

t.test('no setting is required, and an empty value means the default', async (t) => {
  const config = readConfig({})
  t.match(config, { PORT: 3000, baseUrl: 'http://localhost:3000', isLoopback: true, trustProxy: false })
  t.match(config, { registrationOpen: true, domainCheck: false, RATE_LIMIT_PER_MINUTE: 30, LIST_ERROR: 'string' })
  t.same(readConfig(Object.fromEntries(Object.keys(Settings.properties).map((name) => [name, ' ']))), config)
})

t.test('statistics can only be read from a ClickHouse server that there is', async (t) => {
  t.same(faultsOf({ STATISTICS_ENGINE: 'clickhouse' }), ['STATISTICS_ENGINE=clickhouse needs CLICKHOUSE_URL.'])
  t.same(faultsOf({ STATISTICS_ENGINE: 'clickhouse', CLICKHOUSE_URL: 'https://a:b@clickhouse.example:8443/one' }), [])
})

t.test('all invalid settings are named at once', async (t) => {
  const faults = faultsOf({
    PORT: '70000',
    BASE_URL: 'ftp://example.com',
    DATABASE_URL: 'mysql://db',
    REDIS_URL: '6379',
    CLICKHOUSE_URL: 'https://ada:sesame@clickhouse.example/one/two',
    RATE_LIMIT_PER_MINUTE: 'many',
    REGISTRATION: 'maybe',
    TRIAL_DAYS: '-1',
    LIST_ERROR: 'true',
    DOMAIN_CHECK: 'yes',
    TRUST_PROXY: '10.0.0.0/8, everyone',
    LOG_LEVEL: 'loud',
    SECRET: 'short',
    GEO_DB: join(folder, 'none.mmdb'),
  })
  t.equal(faults.length, 14)
  t.notMatch(faults.join(), 'sesame')
  for (const expected of [
    'PORT must be a whole number from 0 to 65535, got "70000".',
    'REGISTRATION must be one of open, closed, got "maybe".',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, got "loud".',
    'CLICKHOUSE_URL must have no more than a user, a password, a host, a port and the name of a database.',
    'TRUST_PROXY must be a count, or addresses and networks; not understood: everyone.',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ])
    t.ok(faults.includes(expected), expected)
})

t.test('messages do not contain secrets', async (t) => {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET'])
    t.notMatch(faultsOf({ [name]: 'hunter2' }).join('\n'), 'hunter2', name)
})

t.test('users and passwords of URLs are percent-encoded', async (t) => {
  const schemes = {
    DATABASE_URL: 'postgres:',
    DATABASE_LISTEN_URL: 'postgresql:',
    STATISTICS_DATABASE_URL: 'postgres:',
    CLICKHOUSE_URL: 'https:',
    REDIS_URL: 'rediss:',
  }
  for (const [name, scheme] of Object.entries(schemes)) {
    const faultsWith = (user: string) => faultsOf({ [name]: `${scheme}//${user}@db.example/1` })
    for (const user of ['ada:100%', 'a%4:1', '%ff:x', 'ada:p%ZZw'])
      t.match(faultsWith(user), [new RegExp(`^${name} .* write %25\\.$`)], `${name} ${user}`)
    for (const user of ['ada:se#same', 'ada:se/same', 'ada:se?same', 'ada:12#34', 'ada:12/34']) {
      t.match(faultsWith(user), [new RegExp(`^${name} .* percent-encoded, such as # as %23`)], `${name} ${user}`)
      t.notMatch(faultsWith(user).join(), 'same', 'the password is not in the message')
    }
    for (const user of ['ada:100%25', 'ada:se%23same%2F', 'ada']) t.same(faultsWith(user), [], `${name} ${user}`)
  }
  t.match(faultsOf({ DATABASE_URL: 'postgres://%ZZ/waymark' }), [/^DATABASE_URL .* write %25/])
})

t.test('a file that a setting names must be one', async (t) => {
  for (const name of ['BLOCKED_HOSTS_FILE', 'GEO_DB', 'CITY_DB', 'PLANS_FILE', 'APP_LINKS_FILE', 'PIXEL_TEMPLATES'])
    t.match(faultsOf({ [name]: folder }), [new RegExp(`^${name}: ${folder} `)], name)
})

t.test('metrics have a port of their own', async (t) => {
  t.same(faultsOf({ PORT: '3000', METRICS_PORT: '3000' }), [
    'METRICS_PORT must be another port than PORT, got 3000 for both.',
  ])
  t.same(faultsOf({ PORT: '0', METRICS_PORT: '0' }), [])
})

t.test('a numeric setting consists of digits only', async (t) => {
  for (const PORT of ['3000x', '0x10', '3e3', '3000.0', '١٢', '99999999999999999999'])
    t.equal(faultsOf({ PORT }).length, 1, PORT)
})

t.test('a secret can come from a file, but not from both', async (t) => {
  const path = inFile('url', 'postgres://db/waymark\n')
  t.equal(readConfig({ DATABASE_URL_FILE: path }).DATABASE_URL, 'postgres://db/waymark')
  t.match(faultsOf({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://db/other' }), [/both set/])
  t.match(faultsOf({ SECRET_FILE: join(folder, 'none') }), [/SECRET_FILE: .* cannot be read \(ENOENT\)/])
  const empty = inFile('empty', '\n')
  for (const name of ['DATABASE_URL', 'METRICS_TOKEN'])
    t.same(faultsOf({ [`${name}_FILE`]: empty }), [`${name}_FILE: ${empty} is empty.`])
  t.equal(readConfig({ STRIPE_WEBHOOK_SECRETS_FILE: empty }).STRIPE_WEBHOOK_SECRETS, '', 'it means the default')
})

t.test('an address that starts as it must is refused for its host or port', async (t) => {
  for (const [name, url] of [
    ['DATABASE_URL', 'postgres:///waymark'],
    ['DATABASE_URL', 'postgres://db.example:99999/waymark'],
    ['BASE_URL', 'https://go example.com'],
    ['BASE_URL', 'https://.'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:99999'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://a]b'],
  ] as const)
    t.same(faultsOf({ [name]: url }), [`${name} has no host, or a host or port that is not valid.`], url)
})

t.test('the path of REDIS_URL is the number of a database', async (t) => {
  for (const path of ['', '/', '/0', '/15', '/1/', '/?db=2', '?family=6'])
    t.same(faultsOf({ REDIS_URL: `redis://cache.example${path}` }), [], path)
  for (const path of ['/cache', '/1/2', '/-1', '//', '/?db=x', '/?db=', '?family=6&db=1a', '/?db=1&db=x'])
    t.match(faultsOf({ REDIS_URL: `redis://cache.example${path}` }), [/^REDIS_URL must have no more/], path)
})

t.test('headers for the collector of traces can be sent', async (t) => {
  const faultsWith = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    faultsOf({ OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })
  for (const text of ['api-key=a%20b%C3%A9,other=1', 'a%=b', 'a=b=c', '']) t.same(faultsWith(text), [], text)
  t.same(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%0D%0A' }), [], 'nothing is sent without a collector')
  for (const value of ['%C3%28', '%0D%0A', '%E2%80%A6', '…'])
    t.match(faultsWith(`api-key=${value}`), [/^OTEL_EXPORTER_OTLP_HEADERS has a value that no header/], value)
})

t.test('BASE_URL consists of scheme, host and optional port', async (t) => {
  t.match(readConfig({ BASE_URL: 'https://Go.Example.com/' }), {
    baseUrl: 'https://go.example.com',
    baseHost: 'go.example.com',
    isLoopback: false,
    registrationOpen: false,
    domainCheck: true,
  })
  for (const BASE_URL of [
    'https://a.example/x',
    'https://a.example/?q',
    'https://me:pw@a.example',
    'a.example',
    'http://',
  ])
    t.equal(faultsOf({ BASE_URL }).length, 1, BASE_URL)
})

t.test('only loopback hosts count as loopback', async (t) => {
  for (const host of ['localhost', 'waymark.localhost', '127.0.0.1', '127.8.9.1', '[::1]', '::1'])
    t.equal(isLoopbackHost(host), true, host)
  for (const host of ['127.example.com', 'localhost.example.com', '128.0.0.1', '0.0.0.0', '[::2]'])
    t.equal(isLoopbackHost(host), false, host)
})

t.test('TRUST_PROXY is a number, or addresses and networks', async (t) => {
  const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  t.equal(trusted('2'), 2)
  t.equal(trusted('0'), false)
  t.same(trusted('10.0.0.0/8, fd00::/8,loopback'), ['10.0.0.0/8', 'fd00::/8', 'loopback'])
  for (const TRUST_PROXY of ['true', '10.0.0.0/33', '::1/129', '10.0.0', ',', '-1', '10.0.0.0/0', '10.0.0.0/8/8'])
    t.equal(faultsOf({ TRUST_PROXY }).length, 1, TRUST_PROXY)
})

t.test('APP_LINKS_FILE has lists of apps in the form of domains', async (t) => {
  const read = (content: string) => ({ APP_LINKS_FILE: inFile('apps.json', content) })
  const apple = [{ app: 'ABCDE12345.com.example.app', paths: ['/promo/*'] }]
  t.strictSame(readConfig(read(JSON.stringify({ apple }))).appLinks, { apple, android: [] })
  t.strictSame(readConfig({}).appLinks, { apple: [], android: [] })
  const fault = (content: object) => faultsOf(read(JSON.stringify(content))).join('\n')
  t.match(
    fault({ apple: [{ app: 'com.example' }] }),
    /APP_LINKS_FILE: .*\/apple\/0\/app: must be .* such as ABCDE12345\./,
  )
  t.match(fault({ android: [{ package: 'com.example' }] }), /\/android\/0\/fingerprints/)
  t.match(fault({ ios: [] }), /\/ios: /)
  t.match(fault({ apple: [{ app: 'ABCDE12345.a', path: ['/x'] }] }), /\/apple\/0\/path: /)
  t.match(faultsOf(read('{')), [/APP_LINKS_FILE: .*not valid JSON/])
  t.match(faultsOf({ APP_LINKS_FILE: join(folder, 'none') }), [/cannot be read \(ENOENT\)/])
})

t.test('APP_SCHEMES names schemes of apps, never those that run code or lead to the web', async (t) => {
  const read = (APP_SCHEMES: string) => [...readConfig({ APP_SCHEMES }).appSchemes]
  t.strictSame(read('MyApp, spotify:// fb+x-1.y:'), ['myapp', 'spotify', 'fb+x-1.y'])
  t.strictSame(read(''), [])
  const apps = ['market', 'itms-apps', 'msteams', 'operation', 'firefoxsend', 'sipgate']
  t.strictSame(read(apps.join()), apps)
  const refused = [
    'javascript',
    'JavaScript:',
    'data',
    'vbscript',
    'file',
    'blob',
    'about',
    'view-source',
    'intent',
    'https',
    'http://',
    'content',
    'tel',
    'ms-msdt',
    'chrome-extension',
    'itms-services',
    'search-ms',
    ...['microsoft-edge', 'googlechrome', 'googlechromes', 'telprompt', 'sip', 'sips', 'firefox', 'firefox-focus'],
    ...['opera-https', 'microsoft-edge-https', 'x-safari-https', 'x-web-search', 'ms-settings', 'shortcuts', 'prefs'],
    ...['x-apple.systempreferences', 'x-apple-reminderkit', 'facetime-audio', 'jnlp', 'webdav', 'vnc'],
  ]
  for (const scheme of refused)
    t.match(faultsOf({ APP_SCHEMES: `myapp,${scheme}` }), [/^APP_SCHEMES: \S+ is never allowed/], scheme)
  for (const scheme of ['1app', 'my app!', 'my_app', 'myapp://host', 'x'.repeat(65), 'приложение'])
    t.match(faultsOf({ APP_SCHEMES: scheme }).at(-1), /^APP_SCHEMES: ".*" is not a scheme, such as myapp/, scheme)
  t.match(faultsOf({ APP_SCHEMES: Array.from({ length: 51 }, (_, i) => `app${i}`).join() }), [/at most 50/])
})

t.test('a .env file adds settings, and the environment overrides it', async (t) => {
  const path = inFile('.env', '# ours\nPORT=4000\nTRIAL_DAYS="7"\n')
  t.match(readConfig(withEnvFile({ PORT: '5000' }, path)), { PORT: 5000, TRIAL_DAYS: 7 })
  t.match(readConfig(withEnvFile({}, join(folder, 'none'))), { PORT: 3000 })
})

t.test('.env.example and docs/settings.md list exactly the settings, with defaults and descriptions', async (t) => {
  const example = readFileSync('.env.example', 'utf8')
  const page = readFileSync('docs/settings.md', 'utf8')
  for (const [name, { default: fallback, description }] of Object.entries(Settings.properties)) {
    t.ok(example.includes(`# ${description}\n#${name}=${fallback}\n`), `.env.example has ${name} (npm run settings)`)
    const row = `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${description} |`
    t.ok(page.includes(row), `docs/settings.md has ${name} (npm run settings)`)
  }
  const listed = [...example.matchAll(/^#?([A-Z_]+)=/gm), ...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
    ([, name]) => name,
  )
  t.same(new Set(listed), new Set(Object.keys(Settings.properties)))
  t.match(readConfig(withEnvFile({}, '.env.example')), readConfig({}))
})

t.test('headers for the collector are name=value pairs, percent-encoded', async (t) => {
  const read = (text: string) => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS
  for (const text of ['', 'api-key=1', 'a=b%20c,x-tenant=1']) t.equal(read(text), text)
  for (const text of ['a', 'a=%zz', 'a=%2', 'a b=c', 'a=b c'])
    t.throws(() => read(text), { message: /OTEL_EXPORTER_OTLP_HEADERS is not valid/ }, text)
})
