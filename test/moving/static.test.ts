import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { commandLine } from '../support/command-line.ts'
import { run } from '../support/process.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const waymark = commandLine(async () => service.services.store)
const domain = 'https://static.example'
await client.post('/api/domain/add', { domain })
const long = `https://example.com/${'x$'.repeat(4000)}`
const links: Record<string, { url: string; redirectstatus?: number; location?: string }> = {
  dollar: { url: 'https://example.com/?a=$host&b={$HOME}', location: 'https://example.com/?a=$host&b=%7B$HOME%7D' },
  quotes: { url: 'https://example.com/"\'`;}#', location: 'https://example.com/%22%27%60;%7D#' },
  Case: { url: 'https://example.com/upper', redirectstatus: 301 },
  case: { url: 'https://example.com/lower', redirectstatus: 307 },
  'ümlaut/sub.page~1': { url: 'https://example.com/u', redirectstatus: 308 },
  '🎉': { url: 'https://example.com/:splat/*' },
  long: { url: long },
  dollars: { url: `https://example.com/${'$'.repeat(1000)}` },
}
for (const [custom, { url, redirectstatus }] of Object.entries(links)) {
  const { text, status } = await client.post('/api/url/add', {
    url,
    custom,
    domain,
    ...(redirectstatus ? { redirectstatus } : {}),
  })
  if (status !== 200) throw new Error(text)
}
await client.post('/api/url/add', { url: 'https://example.com/p', custom: 'hidden', domain, status: 'private' })
// A domain that leads on from its bare host and from unknown paths, and ignores letter case.
const rich = 'https://rich.example'
const lostPage = 'https://example.com/lost?$host'
await client.post('/api/domain/add', {
  domain: rich,
  redirectroot: 'https://example.com/root',
  redirect404: lostPage,
  caseinsensitive: true,
  apple: [{ app: 'ABCDE12345.com.example.app' }],
})
await client.post('/api/url/add', { url: 'https://example.com/?m=$host', custom: 'Menu.de', domain: rich })
// Two links of a deleted domain with one alias, of which the first gets the address back.
const lost = 'https://lost.example'
const addLost = async () => (await client.post('/api/domain/add', { domain: lost })).body.id
const lostId = await addLost()
const twice: number[] = []
for (const custom of ['first', 'twice'])
  twice.push(
    (await client.post('/api/url/add', { url: `https://example.com/${custom}`, custom, domain: lost })).body.id,
  )
await client.delete(`/api/domain/${lostId}/delete`)
await service.services.jobs.idle()
await client.put(`/api/url/${twice[0]}/update`, { custom: 'twice' })
await addLost()
await service.services.jobs.idle()
const longHost = [...Array(3).fill('x'.repeat(63)), 'y'.repeat(61)].join('.')
await client.post('/api/domain/add', { domain: `https://${longHost}` })
await client.post('/api/url/add', { url: 'https://example.com/long', custom: 'host', domain: `https://${longHost}` })
const { body: qr } = await client.post('/api/qr/add', { type: 'link', data: 'https://example.com/menu', name: 'Menu' })
const code = new URL(qr.link).pathname.split('/').at(-1)
const stores = { apple: 'https://apps.apple.com/app/id1', google: 'https://play.google.com/store/apps/details?id=a.b' }
const addApp = async (data: object) => {
  const { link } = (await client.post('/api/qr/add', { type: 'app', data })).body
  return new URL(link).pathname.split('/').at(-1)
}
const [pair, withPage] = [await addApp(stores), await addApp({ ...stores, other: 'https://example.com/app' })]
// The directory of an export that was killed.
const folder = t.testdir({ '.parts-killed': { 'found-0': '{}' } })
const made = await waymark(['export', '--username', client.username, '--static', folder, '--json'])

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
const ask = (port: number, host: string, path: string) =>
  new Promise<{ status: number | undefined; location: string | undefined; type: string | undefined }>(
    (resolve, reject) => {
      get({ port, host: '127.0.0.1', path, headers: { host } }, (reply) => {
        reply.resume()
        const { location, 'content-type': type } = reply.headers
        resolve({ status: reply.statusCode, location, type })
      }).on('error', reject)
    },
  )

/** Asks a server, once it listens; fails if it ends before. */
async function checkHost(t: Test, port: number, ended: Promise<{ err: string }>): Promise<void> {
  let failure: string | undefined
  ended.then(({ err }) => {
    failure = err
  })
  const isListening = () => ask(port, 'static.example', '/none').catch(() => undefined)
  while (failure === undefined && !(await isListening())) await new Promise((resolve) => setTimeout(resolve, 50))
  if (failure !== undefined) throw new Error(failure)
  for (const [alias, { url, redirectstatus = 302, location = url }] of Object.entries(links)) {
    const path = `/${alias.split('/').map(encodeURIComponent).join('/')}`
    const reply = await ask(port, 'static.example', path)
    t.equal(reply.status, redirectstatus, alias)
    t.equal(decodeURI(reply.location ?? ''), decodeURI(location), alias)
  }
  t.match(await ask(port, 'static.example', '/dollar/'), { status: 302 }, 'a slash at the end')
  const onRich = (path: string) => ask(port, 'rich.example', path)
  t.match(await onRich('/'), { status: 302, location: 'https://example.com/root' })
  for (const path of ['/Menu.de', '/menu.DE', '/menu.de/'])
    t.match(await onRich(path), { status: 302, location: 'https://example.com/?m=$host' }, path)
  for (const path of ['/none', '/menuxde', '/menu.de/more'])
    t.match(await onRich(path), { status: 302, location: lostPage }, path)
  t.match(await onRich(`/qr/${code}`), { status: 200, type: 'image/png' })
  for (const path of ['/none', '/CASE', '/hidden', '/..%2f..%2fetc%2fpasswd'])
    t.ok([400, 404].includes((await ask(port, 'static.example', path)).status ?? 0), path)
  t.match(await ask(port, 'localhost', `/q/${code}`), { status: 302, location: 'https://example.com/menu' })
  t.match(await ask(port, 'localhost', `/qr/${code}`), { status: 200, type: 'image/png' })
  t.match(await ask(port, 'localhost', `/qr/${code}.svg`), { status: 200, type: /^image\/svg/ })
}

const isMissing = (program: string) => spawnSync(program, ['-h']).error !== undefined

t.test('the files contain every link, and the report lists those left out', async (t) => {
  t.match(made.json, { error: 0, redirects: Object.keys(links).length + 6, pictures: 3, left: 6 })
  t.match(readFileSync(`${folder}/left-out.csv`, 'utf8'), /static\.example,\/hidden,is private/)
  const report = readFileSync(`${folder}/left-out.csv`, 'utf8')
  t.match(report, 'rich.example,/*,"are found in other letter case')
  t.match(report, 'rich.example,/.well-known/apple-app-site-association,is the file by which')
  t.equal(
    readFileSync(`${folder}/_redirects/rich.example/_redirects`, 'utf8').trimEnd().split('\n').at(-1),
    `/* ${lostPage} 302`,
  )
  t.match(report, `/q/${pair},leads each phone to its own store`)
  t.match(report, `/q/${withPage},redirects everybody to its main destination`)
  const redirects = readFileSync(`${folder}/_redirects/localhost/_redirects`, 'utf8')
  t.match(redirects, `/q/${withPage} https://example.com/app 302`)
  t.notMatch(redirects, String(pair))
  t.match((await client.get(`/api/url/${twice[0]}`)).body.details, { attached: true })
  t.equal(
    readFileSync(`${folder}/_redirects/lost.example/_redirects`, 'utf8'),
    '/twice https://example.com/first 302\n',
  )
  t.match(readFileSync(`${folder}/left-out.csv`, 'utf8'), /lost\.example,\/twice,is the address of another one too/)
  t.equal(readFileSync(`${folder}/_redirects/${longHost}/_redirects`, 'utf8'), '/host https://example.com/long 302\n')
  t.same(
    readdirSync(folder).filter((name) => name.startsWith('.')),
    [],
    'nothing temporary is left',
  )
  const words = readFileSync(`${folder}/nginx/redirects.conf`, 'utf8').split(/\s+/)
  t.ok(Math.max(...words.map((word) => word.length)) < 4096, 'nginx reads no longer words')
  const lines = readFileSync(`${folder}/_redirects/static.example/_redirects`, 'utf8').trimEnd().split('\n')
  t.equal(lines.length, Object.keys(links).length)
  for (const line of lines) t.match(line, /^\/[\x21-\x7e]+ https:\/\/[\x21-\x7e]+ 30[1278]$/)
  t.match(lines.join('\n'), 'https://example.com/%3Asplat/%2A 302')
})

t.test('nginx serves them', { skip: isMissing('nginx') && 'there is no nginx' }, async (t) => {
  const port = await freePort()
  const server = readFileSync(`${folder}/nginx/server.conf`, 'utf8')
  writeFileSync(
    `${folder}/nginx/server.conf`,
    server.replace('listen 80', `listen 127.0.0.1:${port}`).replace('/srv/waymark', folder),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/t-${name};`,
  )
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary.join(' ')} include ${folder}/nginx/redirects.conf; include ${folder}/nginx/server.conf; }`,
  )
  const { ended } = run(t, ['nginx', '-c', `${folder}/nginx.conf`, '-e', `${folder}/error.log`], {})
  await checkHost(t, port, ended)
})

t.test('Caddy serves them', { skip: isMissing('caddy') && 'there is no caddy' }, async (t) => {
  const port = await freePort()
  const file = readFileSync(`${folder}/Caddyfile`, 'utf8')
  writeFileSync(`${folder}/Caddyfile`, `{\n\thttp_port ${port}\n\tadmin off\n\tauto_https off\n}\n${file}`)
  const { ended } = run(
    t,
    ['caddy', 'run', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
    { HOME: folder },
    undefined,
    folder,
  )
  await checkHost(t, port, ended)
})
