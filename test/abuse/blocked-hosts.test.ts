import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { BioBlock } from '../../schemas/bio-blocks.ts'
import { openBlocklist } from '../../src/abuse/blocklist.ts'
import { commandLine } from '../support/command-line.ts'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// Hosts to which no link may lead, by a file and by commands: where they are refused, and what visitors get who follow
// links that existed before.

const folder = mkdtempSync(join(tmpdir(), 'waymark-abuse-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'hosts.txt')
const write = (lines: string[]) => writeFileSync(file, `${lines.join('\n')}\n`)
write([
  '# A comment',
  'evil.example',
  '0.0.0.0 hosts.example more.example # hosts file',
  '||filter.example^',
  '*.Stern.example.',
  'münchen-evil.example',
  '192.0.2.66',
  'http://pages.example/malware.exe?x=1',
  '"1","2026-01-01 00:00:00","https://csv.example/a.js","online","2026-01-01","malware_download","tag","https://urlhaus.example/url/1/","ada"',
  'https://port.example:443/a',
  'http://tilde.example/%7Euser/x?%6b=%2f',
  'https://files.example/malware.exe',
  '203.0.113.9',
  '[2001:db8::66]',
  'http://[2001:db8::67]/a',
  'http://[::ffff:203.0.113.10]/a',
  '@@good.filter.example',
  'com',
])

const settings = { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off', BLOCKED_HOSTS_FILE: file }
const service = await startService(t, settings)
const client = await service.newClient()
const { services } = service
const waymark = commandLine(async () => services.store, settings)
const visit = (path: string, headers = {}) => service.send('GET', path, { headers, isElsewhere: true })
const add = (body: object) => client.post('/api/url/add', { url: 'https://dest.example/', ...body })
const created = async (path: string, body: object): Promise<number> => {
  const reply = await client.post(path, body)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.body.id
}
const refusal = (path: string) => ({
  status: 400,
  body: { code: 'destination_blocked', errors: [{ path, message: /blocked/ }] },
})

t.test('a URL to a host of the file is refused in every spelling', async (t) => {
  const blocked = [
    'https://evil.example',
    'HTTP://EVIL.Example./path?q#f',
    'https://www.deep.evil.example/',
    'https://user:password@evil.example:8443/',
    'https://good.example@evil.example/',
    'https://evil%2Eexample/',
    'https://hosts.example/',
    'https://more.example/',
    'https://www.filter.example/',
    'https://x.stern.example/',
    'https://MÜNCHEN-evil.example/',
    'https://xn--mnchen-evil-thb.example/',
    'http://192.0.2.66/',
    'http://3221226050/',
    'http://0xC0000242/',
    'http://0300.0.02.0102/',
    'https://pages.example/malware.exe?x=1#fragment',
    'http://PAGES.example/a/../malware.exe?x=1',
    'http://csv.example/a.js',
    'https://port.example/a',
    'http://tilde.example/~user/x?k=%2F',
    'http://tilde.example/%7euser/%78?k=%2f',
    'https://files.example/%6dalware.exe',
    'https://files.example/malware.exe?utm=1',
    'http://[::ffff:203.0.113.9]/',
    'http://[::ffff:cb00:7109]',
    'http://[0:0:0:0:0:ffff:203.0.113.9]:8080/',
    'http://[::203.0.113.9]/',
    'http://[64:ff9b::203.0.113.9]/',
    'http://[2001:db8:0::66]/x',
    'http://[2001:db8::67]/a',
    'http://203.0.113.10/a',
  ]
  for (const url of blocked) t.match(await add({ url }), refusal('/url'), url)
  const allowed = [
    'https://evil.example.org/',
    'https://notevil.example/',
    'https://dest.example/?to=https://evil.example/',
    'https://pages.example/',
    'https://pages.example/malware.exe?x=2',
    'https://csv.example/',
    'https://urlhaus.example/url/1/',
    'https://good.filter.example/',
    'https://www.good.filter.example/',
    'https://192.0.2.67/',
    'https://files.example/',
    'https://files.example/malware.exe/x',
    'https://files.example/%2Fmalware.exe',
    'https://port.example:8443/a',
    'http://[2001:db8::67]/b',
    'http://[2001:db8::cb00:7109]/',
    'http://[::ffff:203.0.113.11]/',
    'http://203.0.113.10/b',
    'https://example.com/',
  ]
  for (const url of allowed) t.match(await add({ url }), { status: 200 }, url)
})

t.test('every field that sends visitors somewhere is refused, with its path', async (t) => {
  const url = 'https://evil.example/'
  const cases: [object, string][] = [
    [{ start: '2031-01-01', startredirect: url }, '/startredirect'],
    [{ expirationredirect: url }, '/expirationredirect'],
    [{ geotarget: [{ location: 'DE', link: url }] }, '/geotarget/0/link'],
    [{ devicetarget: [{ device: 'ios', link: url }] }, '/devicetarget/0/link'],
    [{ languagetarget: [{ language: 'de', link: url }] }, '/languagetarget/0/link'],
    [
      {
        splittarget: [
          { weight: 1, link: 'https://a.example/' },
          { weight: 1, link: url },
        ],
      },
      '/splittarget/1/link',
    ],
    [{ deeplink: { apple: url } }, '/deeplink/apple'],
  ]
  const id = await created('/api/url/add', { url: 'https://dest.example/' })
  for (const [body, path] of cases) {
    t.match(await add(body), refusal(path), JSON.stringify(body))
    t.match(await client.put(`/api/url/${id}/update`, body), refusal(path), `PUT ${JSON.stringify(body)}`)
  }
  t.match(await client.put(`/api/url/${id}/update`, { url }), refusal('/url'))
  const items = [{ url }, { url: 'https://dest.example/' }]
  const bulk = await client.post('/api/url/bulk', { atomic: false, items })
  t.match(bulk.body.results, [{ code: 'destination_blocked' }, { id: Number }])
  const changed = await client.post('/api/url/bulk/update', { atomic: false, items: [{ id, url }] })
  t.match(changed.body.results, [{ code: 'destination_blocked' }])

  const elsewhere: [string, object, string][] = [
    ['/api/bio/add', { name: 'B', blocks: [{ type: 'link', text: 'x', url }] }, '/blocks/0/url'],
    ['/api/bio/add', { name: 'B', blocks: [{ type: 'social', network: 'website', url }] }, '/blocks/0/url'],
    ['/api/bio/add', { name: 'B', blocks: [{ type: 'text', text: `see [this](${url})` }] }, '/blocks/0/text'],
    ['/api/splash/add', { name: 'S', link: url }, '/link'],
    ['/api/overlay/add', { name: 'O', type: 'message', text: 'x', link: url }, '/link'],
    ['/api/domain/add', { domain: 'https://go.example', redirectroot: url }, '/redirectroot'],
    ['/api/domain/add', { domain: 'https://go.evil.example' }, '/domain'],
    ['/api/qr/add', { type: 'link', data: url }, '/data'],
    ['/api/qr/add', { type: 'text', data: `read ${url} now` }, '/data'],
    ['/api/qr/add', { type: 'vcard', data: { fname: 'Ada', site: 'evil.example' } }, '/data'],
  ]
  for (const [path, body, field] of elsewhere)
    t.match(await client.post(path, body), refusal(field), JSON.stringify(body))
  const code = await created('/api/qr/add', { type: 'link', data: 'https://dest.example/' })
  t.match(await client.put(`/api/qr/${code}/update`, { data: url }), refusal('/data'), 'a code whose type is not sent')
})

t.test('an import leaves out rows with a blocked destination, and says why', async (t) => {
  const csv = 'url,alias\nhttps://evil.example/,imp-evil\nhttps://dest.example/,imp-good\n'
  const { rows } = await importFile(service, client, 'csv', csv)
  t.match(
    rows.map(({ alias, outcome, errors }) => ({ alias, outcome, errors })),
    [
      { alias: 'imp-evil', outcome: 'failed', errors: [{ path: '/url', message: /blocked/ }] },
      { alias: 'imp-good', outcome: 'created' },
    ],
  )
  t.equal((await visit('/imp-evil')).status, 404)
  t.equal((await visit('/imp-good')).status, 302)
})

const textsWithLinks = [
  'http://HOST, hi',
  'see http://HOST!',
  'http://HOST;',
  '**http://HOST**',
  '[a](http://HOST/ "title")',
  '[a](<http://HOST/>)',
  '[a\n\nb](http://HOST/)',
  '[a](http://ESCAPED/)',
  '[a](http://ENTITY/)',
  '[a](http&colon;//HOST)',
  '[a](http:\\//HOST)',
  "[a](http://x'@HOST/)",
  '[a](http://x(y)@HOST/)',
  '- *[a](http:///HOST)*',
]
const withHost = (text: string, host: string) =>
  text.replace('HOST', host).replace('ESCAPED', host.replace('.', '\\.')).replace('ENTITY', host.replace('.', '&#46;'))
const blocksWith = (text: string): [object, string][] => [
  [{ type: 'text', text }, '/blocks/0/text'],
  [{ type: 'faq', items: [{ question: 'q', answer: text }] }, '/blocks/0/items/0/answer'],
  [formWith({ consent: text }), '/blocks/0/consent'],
  [formWith({ thanks: text }), '/blocks/0/thanks'],
]
const formWith = (fields: object) => ({
  type: 'form',
  title: 'F',
  fields: [{ kind: 'text', label: 'Name' }],
  consent: 'Yes',
  ...fields,
})

t.test('every text of a bio page is refused if its Markdown has a link that is blocked', async (t) => {
  for (const text of textsWithLinks)
    for (const [block, path] of blocksWith(withHost(text, 'evil.example'))) {
      const reply = await client.post('/api/bio/add', { name: 'B', blocks: [block] })
      t.match(reply, refusal(path), `${path} ${text}`)
    }
  for (const text of ['evil.example', '`http://evil.example/`', '[a](ftp://evil.example/)', 'http://evil.example.org/'])
    for (const [block] of blocksWith(text))
      t.match(await client.post('/api/bio/add', { name: 'B', blocks: [block] }), { status: 200 }, text)
})

t.test('every field of a block that is described as Markdown is marked for this check', async (t) => {
  const found: boolean[] = []
  const look = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return
    const { description, type, anyOf } = schema as { description?: string; type?: string; anyOf?: unknown[] }
    const isText = type === 'string' || anyOf?.length === 2
    if (isText && /Markdown/.test(String(description))) found.push(JSON.stringify(schema).includes('"x-markdown":'))
    for (const member of Object.values(schema)) look(member)
  }
  look(BioBlock)
  t.strictSame(found, [true, true, true, true])
})

t.test('a bio page whose Markdown has a link to a host that is blocked later is blocked', async (t) => {
  const pages: string[] = []
  // The fields are checked in the same way, so that one text is enough for all of them.
  for (const [i, text] of textsWithLinks.entries())
    for (const [j, [block]] of blocksWith(withHost(text, 'later.example'))
      .slice(0, i === 0 ? 4 : 1)
      .entries()) {
      const custom = `markdown-${i}-${j}`
      await created('/api/bio/add', { name: 'B', custom, published: true, blocks: [block] })
      pages.push(`/${custom}`)
    }
  for (const page of pages) t.equal((await visit(page)).status, 200, page)
  await waymark(['abuse', 'ban', '--host', 'later.example'])
  await services.changes.settle()
  for (const page of pages) t.equal((await visit(page)).status, 403, page)
  await waymark(['abuse', 'lift', '--host', 'later.example'])
  await services.changes.settle()
  for (const page of pages) t.equal((await visit(page)).status, 200, page)
})

t.test('a URL in a QR code is refused in the forms that phones open', async (t) => {
  const texts = [
    'see http://evil.example, or not',
    'http://evil.example!',
    '(http://evil.example)',
    "http://x'@evil.example/",
    'a,b;http://good.example;http://evil.example/',
    'evil.example',
    'EVIL.example/foo',
    'www.evil.example',
    'go to www.evil.example:8080.',
    'evil。example/x',
    'HTTP:\\\\evil.example',
    'http:evil.example',
    'MECARD:N:Ada;URL:evil.example;;',
  ]
  for (const data of texts) t.match(await client.post('/api/qr/add', { type: 'text', data }), refusal('/data'), data)
  const card = (line: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n${line}\r\nEND:VCARD\r\n`
  for (const line of [
    'URL:http://evil.example',
    'URL:http\\://evil.example',
    'URL;TYPE=work:evil.example',
    'URL:http://ev\r\n il.example',
    'NOTE:read\\nhttp://evil.example\\, now',
  ])
    t.match(await client.post('/api/qr/add', { type: 'vcard', data: card(line) }), refusal('/data'), line)
  for (const data of ['ada@evil.example', 'evil', 'https://good.example/?to=http://evil.example/', 'notevil.example'])
    t.match(await client.post('/api/qr/add', { type: 'text', data }), { status: 200 }, data)
  const email = { type: 'email', data: { email: 'ada@evil.example' } }
  t.match(await client.post('/api/qr/add', email), { status: 200 })
})

const clicksOf = async (id: number) => (await client.get(`/api/url/${id}`)).body.details.clicks

t.test('links that lead to a host that is blocked later show a page instead, until it is lifted', async (t) => {
  const late = 'https://late.example/page'
  const link = async (custom: string, body: object = {}) => created('/api/url/add', { url: late, custom, ...body })
  const direct = await link('late')
  await link('late-limited', { clicklimit: 2 })
  await link('late-forever', { redirectstatus: 301 })
  await link('late-frame', { type: 'frame' })
  await link('late-splash', { type: 'splash' })
  await link('late-preview', { metatitle: 'A title' })
  await link('late-target', { url: 'https://dest.example/', languagetarget: [{ language: 'de', link: late }] })
  await link('late-path', { url: 'https://paths.example/', pathforward: true })
  await link('late-start', { url: 'https://dest.example/', start: '2031-01-01', startredirect: late })
  const splash = await created('/api/splash/add', { name: 'S', link: late })
  await link('late-more', { url: 'https://dest.example/', type: String(splash) })
  await created('/api/bio/add', {
    name: 'B',
    custom: 'late-bio',
    published: true,
    blocks: [{ type: 'link', text: 'to the page', url: late }],
  })
  await created('/api/bio/add', {
    name: 'B',
    custom: 'late-profile',
    published: true,
    blocks: [{ type: 'social', network: 'website', url: late }],
  })
  const code = await client.post('/api/qr/add', { type: 'link', data: late })
  const campaign = await client.post('/api/campaign/add', { name: 'C', slug: 'late', public: true })
  await client.post(`/api/campaign/${campaign.body.id}/assign/${direct}`)
  await created('/api/domain/add', { domain: 'https://go.late-domain.example', redirectroot: late, redirect404: late })

  const scan = `/q/${new URL(code.body.link).pathname.split('/').at(-1)}`
  const followed = /href="(\?go=[^"]+|\/late-bio\?go=[^"]+)"/
    .exec((await visit('/late-bio')).text)?.[1]
    ?.replace('/late-bio', '')
  const paths = [
    '/late',
    '/late-limited',
    '/late-forever',
    '/late-frame',
    '/late-splash',
    '/late-preview',
    '/late-start',
  ]
  const all = [...paths, '/late-more', '/late-profile', `/late-bio${followed}`, scan, '/r/late']
  for (const path of all) t.not((await visit(path)).status, 403, `${path} works before`)
  t.match((await visit('/late/ico')).text, '>L</text>')
  const devicetarget = [{ device: 'android', link: 'https://fine.example/' }]
  await created('/api/url/add', { url: late, custom: 'late-device', devicetarget })
  const before = await clicksOf(direct)

  const banned = await waymark(['abuse', 'ban', '--host', 'LATE.example', '--reason', 'phishing', '--json'])
  t.match(banned, { code: 0, json: { host: 'late.example' } })
  await services.changes.settle()
  for (const path of all) {
    const reply = await visit(path)
    t.match(reply, { status: 403, headers: { location: undefined, 'cache-control': 'private, no-store' } }, path)
    t.match(reply.text, /<meta name="robots" content="noindex">/, path)
    t.match(reply.text, 'This link is blocked', path)
    t.notMatch(reply.text, 'late.example', `${path} does not name the destination`)
  }
  t.match((await visit('/late/ico')).text, '>W</text>', 'the icon is that of the short URL')
  const android = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  }
  t.match(await visit('/late-device', android), { status: 302 })
  t.match((await visit('/late-device/ico', android)).text, '>W</text>', 'also for visitors with another target')
  const german = { 'accept-language': 'de' }
  t.match(await visit('/late', german), { status: 403, text: /Dieser Link ist gesperrt/ })
  t.match(await visit('/late', { accept: 'application/json' }), {
    status: 403,
    body: { error: 1, code: 'link_blocked' },
  })
  t.match(await visit('/late-target', german), { status: 403 }, 'a target')
  t.match(await visit('/late-target'), { status: 302 }, 'other visitors get on')
  t.match(await visit('/late-bio'), { status: 200 }, 'a page of links with one that is blocked')
  t.equal((await visit('/late-path/x')).headers['location'], 'https://paths.example/x')
  const branded = { host: 'go.late-domain.example' }
  t.match(await visit('/', branded), { status: 403 })
  t.match(await visit('/nothing', branded), { status: 404 })
  t.equal(await clicksOf(direct), before, 'nothing is counted')
  t.match(await add({ url: late }), refusal('/url'))
  t.match(await client.put(`/api/url/${direct}/update`, { metatitle: 'x' }), { status: 200 })
  t.match(await visit('/late'), { status: 403 }, 'a change of something else does not help')
  t.match(await client.put(`/api/url/${direct}/update`, { url: late }), refusal('/url'))

  const { json } = await waymark(['abuse', 'list', '--json'])
  t.match(json.bans, [
    { host: 'late.example', link: null, account: null, reason: 'phishing', source: 'command', until: null },
  ])
  t.match((await waymark(['abuse', 'list'])).out, /^host late\.example {2}since .* {2}phishing\n$/)
  t.match(await waymark(['abuse', 'lift', '--host', 'late.example']), { code: 0 })
  await services.changes.settle()
  t.equal((await visit('/late')).headers['location'], late)
  t.equal((await visit('/late-limited')).headers['location'], late, 'the click was not used up')
  t.match(await waymark(['abuse', 'lift', '--host', 'late.example', '--json']), {
    code: 1,
    json: { code: 'not_found' },
  })
})

t.test('a link that forwards paths is checked with the path', async (t) => {
  await created('/api/url/add', { url: 'http://pages.example/', custom: 'forwards', pathforward: true, forward: true })
  t.equal((await visit('/forwards')).status, 302)
  t.equal((await visit('/forwards/malware.exe?x=2')).status, 302)
  t.equal((await visit('/forwards/malware.exe?x=1')).status, 403)
})

t.test('a listed URL is blocked with what the link and the visitor add to it', async (t) => {
  const listed = ['https://added.example/malware.exe', 'https://added.example/get?file=1']
  for (const [i, url] of listed.entries()) {
    await created('/api/url/add', { url, custom: `added-${i}`, forward: true })
    await created('/api/url/add', { url, custom: `added-own-${i}`, parameters: [{ name: 'utm', value: '1' }] })
  }
  const before = readFileSync(file, 'utf8')
  const paths = ['/added-0', '/added-0?x=1', '/added-own-0', '/added-1', '/added-1?x=1', '/added-own-1']
  for (const path of paths) t.equal((await visit(path)).status, 302, path)
  writeFileSync(file, `${before}${listed.join('\n')}\n`)
  await services.blocklist.refresh()
  for (const path of paths) t.equal((await visit(path)).status, 403, path)
  writeFileSync(file, before)
  await services.blocklist.refresh()
  for (const path of paths) t.equal((await visit(path)).status, 302, path)
})

t.test('a ban of an address blocks it in all of its forms, and is lifted by each', async (t) => {
  const forms = ['198.51.100.7', '[::ffff:198.51.100.7]', '::ffff:c633:6407', 'http://[64:ff9b::c633:6407]/']
  for (const [i, form] of forms.entries()) {
    t.match(await waymark(['abuse', 'ban', '--host', form, '--json']), { json: { host: '198.51.100.7' } }, form)
    await services.changes.settle()
    for (const url of ['http://198.51.100.7/', 'http://[::ffff:198.51.100.7]/'])
      t.match(await add({ url }), refusal('/url'), `${form} ${url}`)
    t.match(await waymark(['abuse', 'lift', '--host', forms.at(-1 - i) ?? '']), { code: 0 })
    await services.changes.settle()
  }
  const refused = await waymark(['abuse', 'ban', '--host', 'not a host', '--json'])
  t.equal(refused.code, 2)
  t.strictSame(Object.keys(refused.json.errors[0]), ['path', 'message'], 'the names of the API')
  t.match(await waymark(['abuse', 'ban', '--host', '2001:db8::1', '--json']), { json: { host: '[2001:db8::1]' } })
  t.match(await waymark(['abuse', 'lift', '--host', '[2001:DB8::1]']), { code: 0 })
})

t.test('pictures of static codes and files of codes are blocked with a URL in them', async (t) => {
  const site = 'https://printed.example/'
  const pathOf = async (body: object) => new URL((await client.post('/api/qr/add', body)).body.link).pathname
  const card = await pathOf({ type: 'vcard', data: { fname: 'Ada', site } })
  const blocked = [
    await pathOf({ type: 'link', data: site, static: true }),
    `${await pathOf({ type: 'link', data: site, static: true })}.svg`,
    await pathOf({ type: 'text', data: 'read printed.example' }),
    await pathOf({ type: 'vcard', data: { fname: 'Ada', site }, static: true }),
    `${card.replace('/qr/', '/q/')}.vcf`,
  ]
  // They lead to a page, which is blocked.
  const others = [card, await pathOf({ type: 'link', data: site }), await pathOf({ type: 'text', data: 'Hello' })]
  for (const path of [...blocked, ...others]) t.equal((await visit(path)).status, 200, path)
  await waymark(['abuse', 'ban', '--host', 'printed.example'])
  await services.changes.settle()
  for (const path of blocked) t.equal((await visit(path)).status, 403, path)
  for (const path of others) t.equal((await visit(path)).status, 200, path)
  await waymark(['abuse', 'lift', '--host', 'printed.example'])
  await services.changes.settle()
  for (const path of blocked) t.equal((await visit(path)).status, 200, path)
})

t.test('a ban ends at its time, and another ban of the host changes it', async (t) => {
  await created('/api/url/add', { url: 'https://timed.example/', custom: 'timed' })
  t.match(await waymark(['abuse', 'ban', '--host', 'timed.example', '--until', '2001-01-01']), { code: 2 })
  t.match(await waymark(['abuse', 'ban', '--host', 'timed.example', '--until', '2999-01-01']), { code: 0 })
  await services.changes.settle()
  t.equal((await visit('/timed')).status, 403)
  // As if the time had come.
  await services.db
    .updateTable('bans')
    .set({ until: new Date(Date.now() - 1000) })
    .execute()
  await services.changes.settle()
  t.equal((await visit('/timed')).status, 302)
  t.match((await waymark(['abuse', 'list', '--json'])).json, { bans: [] })
})

t.test('the file is read again when it has changed, and kept when it cannot be read', async (t) => {
  await created('/api/url/add', { url: 'https://soon.example/', custom: 'soon' })
  t.equal((await visit('/soon')).status, 302)
  write(['soon.example', '# one more line'])
  await services.blocklist.refresh()
  t.equal((await visit('/soon')).status, 403)
  t.match(await add({ url: 'https://evil.example/' }), { status: 200 }, 'an entry that is gone')
  rmSync(file)
  await t.rejects(services.blocklist.refresh(), { code: 'ENOENT' })
  t.equal((await visit('/soon')).status, 403)
  write(['soon.example'])
})

t.test('commands refuse what cannot be blocked', async (t) => {
  for (const [args, code] of [
    [['abuse', 'ban'], 2],
    [['abuse', 'ban', '--host', 'a.example', '--link', '1'], 2],
    [['abuse', 'ban', '--host', 'com'], 2],
    [['abuse', 'ban', '--host', 'a b.example'], 2],
    [['abuse', 'ban', '--host', 'way.example'], 2],
    [['abuse', 'ban', '--host', 'a.example', '--reason', 'x'.repeat(501)], 2],
    [['abuse', 'ban', '--link', '999999'], 1],
    [['abuse', 'ban', '--account', 'nobody@example.com'], 1],
    [['abuse', 'list', '--limit', 'all'], 2],
  ] as const)
    t.match(await waymark([...args]), { code, out: '' }, args.join(' '))
})

t.test('a notification that comes while all bans are read is not lost', async (t) => {
  const { blocklist, changes } = services
  await waymark(['abuse', 'ban', '--host', 'race.example'])
  await Promise.all([blocklist.refresh(), waymark(['abuse', 'lift', '--host', 'race.example'])])
  await changes.settle()
  t.notOk(blocklist.blocksUrl('https://race.example/'))
})

t.test('very many bans, some of which end, take no time of visits', async (t) => {
  const listeners: ((text: string) => void)[] = []
  const changes = {
    on: (_table: string, listener: (text: string) => void) => void listeners.push(listener),
    onGap: () => {},
  }
  const many = await openBlocklist({ db: services.db, config: services.config, changes })
  t.teardown(() => many.close())
  for (let i = 0; i < 200_000; i++) {
    const until = i % 2 === 0 ? null : Date.now() + 3_600_000 + i
    for (const tell of listeners)
      tell(JSON.stringify({ isOn: true, host: `h${i}.example`, link: null, account: null, until }))
  }
  t.ok(many.blocksUrl('https://www.h199999.example/'))
  t.notOk(many.blocksUrl('https://h200000.example/'))
})

t.test('bans that were not notified are known after a gap, whatever is loaded at the same time', async (t) => {
  const gaps: (() => void)[] = []
  const changes = { on: () => {}, onGap: (listener: () => void) => void gaps.push(listener) }
  const deaf = await openBlocklist({ db: services.db, config: services.config, changes })
  t.teardown(() => deaf.close())
  for (const host of ['one.example', 'two.example']) {
    await waymark(['abuse', 'ban', '--host', host])
    t.notOk(deaf.blocksUrl(`https://${host}/`))
    for (let i = 0; i < 20; i++) for (const tell of gaps) tell()
    await deaf.refresh()
    t.ok(deaf.blocksUrl(`https://${host}/`))
    await waymark(['abuse', 'lift', '--host', host])
  }
})
