import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { commandLine } from '../support/command-line.ts'
import { run } from '../support/process.ts'
import { startService } from '../support/service.ts'

const service = await startService(t, { RATE_LIMIT_PER_MINUTE: '20' })
await service.app.listen({ port: 0, host: '127.0.0.1' })
const client = await service.newClient()

async function listen(t: Test, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serve = async (t: Test, listener: RequestListener) => `http://${await listen(t, createServer(listener))}`

const { port } = service.app.server.address() as AddressInfo
const base = `http://127.0.0.1:${port}`
const noDatabase = async () => t.fail('the database is opened') as never
const waymark = (env: Record<string, string> = {}) => commandLine(noDatabase, env)
const key = 'wm_0000000000000000000000000000000000000000000'
const list = (server: string, ...more: string[]) =>
  waymark({ WAYMARK_KEY: key })(['link', 'list', '--server', server, ...more, '--json'])

t.test('the key is in the environment, in a file, at standard input or an option', async (t) => {
  const file = join(t.testdir({}), 'key')
  writeFileSync(file, `${client.apikey}\n`)
  const args = ['link', 'list', '--server', base, '--json']
  const ok = { code: 0, json: { error: 0, result: 0 } }
  t.match(await waymark({ WAYMARK_KEY: client.apikey })(args), ok)
  t.match(await waymark()([...args, '--key-file', file]), ok)
  writeFileSync(`${file}.first`, `email=a@example.com\npassword=x\napikey=${client.apikey}\n`)
  t.match(await waymark()([...args, '--key-file', `${file}.first`]), ok)
  t.match(await waymark()([...args, '--key-file', '-'], `${client.apikey}\n`), ok)
  t.match(await waymark({ WAYMARK_KEY: key })([...args, '--key', client.apikey]), ok)
  for (const more of [[], ['--key', 'a b'], ['--key', client.apikey, '--key-file', file], ['--timeout', '0']]) {
    const { code, out, err } = await waymark()([...args, ...more])
    t.match({ code, out }, { code: 2, out: '' }, more.join(' '))
    t.notMatch(err, client.apikey, 'no key is printed')
  }
  t.match(await waymark()([...args, '--key-file', `${file}.none`]), { code: 2, err: /cannot be read \(ENOENT\)/ })
})

t.test('an unknown key, and the rate limit with the time to wait', async (t) => {
  const unknown = await list(base)
  t.match(unknown.json, { error: 1, code: 'key_unknown', message: 'This API key is not known.' })
  t.notMatch(unknown.err, key)
  const args = ['link', 'list', '--server', base, '--key', client.apikey]
  let last = await waymark()(args)
  for (let i = 0; i < 20 && last.code === 0; i++) last = await waymark()(args)
  t.match(last, { code: 1, out: '', err: /^More than 20 requests.* Try again in \d+ seconds?\.\n$/ })
})

t.test('servers that are not Waymark', async (t) => {
  const json = { 'content-type': 'application/json' }
  for (const [status, headers, body] of [
    [200, { 'content-type': 'text/html' }, '<html>'],
    [404, { 'content-type': 'text/html' }, 'no'],
    [200, json, '{"ok":true}'],
    [200, json, '{'],
    [200, json, 'null'],
    [500, json, '{"error":{}}'],
    [200, json, '{"error":1}'],
  ] as const) {
    const server = await serve(t, (_request, reply) => reply.writeHead(status, headers).end(body))
    const { code, json: said } = await list(server)
    t.match(
      { code, said },
      { code: 1, said: { code: 'not_waymark', message: new RegExp(`${server} does not answer as`) } },
    )
  }
  const empty = await serve(t, (_request, reply) => reply.writeHead(200, json).end('{"error":"0","data":{}}'))
  t.match((await list(empty)).json, { code: 'not_waymark', message: `${empty} sent no urls.` })
})

t.test('what a hostile server sends neither controls the terminal nor gets the key of another', async (t) => {
  const json = { 'content-type': 'application/json' }
  const evil = '\u001b]0;title\u0007\nand a line'
  const failing = await serve(t, (_request, reply) =>
    reply.writeHead(400, json).end(JSON.stringify({ error: 1, message: evil, code: 'odd', errors: [{ path: evil }] })),
  )
  t.match((await waymark({ WAYMARK_KEY: key })(['link', 'list', '--server', failing])).err, /^\\u001b[^\u001b\n]*\n$/)
  const links = [{ id: 1, shorturl: evil, longurl: { evil }, title: [evil], clicks: evil }]
  const lying = await serve(t, (_request, reply) =>
    reply.writeHead(200, json).end(JSON.stringify({ error: '0', data: { result: evil, urls: links } })),
  )
  t.match(await waymark({ WAYMARK_KEY: key })(['link', 'list', '--server', lying]), { code: 0, out: /^[^\u001b]*$/ })

  const added = await serve(t, (_request, reply) =>
    reply.writeHead(200, json).end(JSON.stringify({ error: 0, id: 1, shorturl: evil, warnings: [{ message: evil }] })),
  )
  const args = ['link', 'add', 'https://example.com', '--server', added]
  t.match((await waymark({ WAYMARK_KEY: key })(args)).out, /^\\u001b[^\u001b\n]*\nWarning: \\u001b[^\u001b\n]*\n$/)
  for (const data of [{ urls: [null] }, { urls: [1] }, { urls: 'many' }, null]) {
    const odd = await serve(t, (_request, reply) =>
      reply.writeHead(200, json).end(JSON.stringify({ error: '0', data })),
    )
    const { code, err } = await waymark({ WAYMARK_KEY: key })(['link', 'list', '--server', odd])
    t.notMatch(err, /\n {4}at /, 'no stack')
    t.equal(code, data?.urls[0] === 1 ? 0 : 1)
  }

  const seen: (string | undefined)[] = []
  const other = await serve(t, (request, reply) => {
    seen.push(request.headers.authorization)
    reply.end()
  })
  const moved = await serve(t, (_request, reply) =>
    reply.writeHead(301, { location: `${other}/api/urls` }).end('moved'),
  )
  t.match((await list(moved)).json, { code: 'redirected', message: `redirects to ${other}` })
  t.strictSame(seen, [])
})

t.test('replies without an end', async (t) => {
  const silent = await serve(t, () => {})
  t.match((await list(silent, '--timeout', '1')).json, { code: 'timeout', message: /within 1 seconds\./ })
  const stuck = await serve(t, (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' }).write('{"error"')
  })
  t.match((await list(stuck, '--timeout', '1')).json, { code: 'timeout' })
  const trickling = await serve(t, (request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => reply.write(' '), 200)
    request.once('close', () => clearInterval(timer))
  })
  t.match((await list(trickling, '--timeout', '1')).json, { code: 'timeout', message: /end its answer within 4 s/ })
  const endless = await serve(t, (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(65_536, ' ')));
    }
    reply.on('drain', more)
    more()
  })
  t.match((await list(endless)).json, { code: 'reply_too_large' })
  const cut = await serve(t, (_request, reply) => {
    reply
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      .write('{', () => reply.destroy())
  })
  t.match((await list(cut)).json, { code: 'unreachable', message: /closed the connection/ })
})

t.test('servers that cannot be reached', async (t) => {
  const server = createServer()
  const host = await listen(t, server)
  await new Promise((resolve) => server.close(resolve))
  t.match((await list(`http://${host}`)).json, { code: 'unreachable', message: /^Nothing answers at 127/ })
  t.match((await list('http://nowhere.invalid')).json, { code: 'unreachable', message: /nowhere\.invalid/ })
  for (const wrong of [
    'go.example.com',
    'ftp://go.example.com',
    'https://go.example.com/api',
    'https://a:b@go.example.com',
  ])
    t.match(await list(wrong), { code: 2, json: { message: /^--server must be a URL without a path/ } })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

t.test('certificates are checked', { skip: !hasOpenssl && 'openssl makes the certificate' }, async (t) => {
  const folder = t.testdir({})
  const file = (name: string) => join(folder, name)
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', file('key.pem'), '-out', file('cert.pem')],
  ])
  t.equal(made.status, 0)
  const tls = { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) }
  const host = await listen(
    t,
    createTlsServer(tls, (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"0","data":{"result":0,"urls":[]}}')
    }),
  )
  t.match((await list(`https://${host}`)).json, { code: 'certificate_refused', message: /NODE_EXTRA_CA_CERTS/ })
  t.match((await list(`https://127.0.0.1:${port}`)).json, { code: 'unreachable', message: /does not speak TLS/ })
  const env = { NODE_EXTRA_CA_CERTS: file('cert.pem'), WAYMARK_KEY: key }
  const { code, out } = await run(
    t,
    [process.execPath, 'src/cli.ts', 'link', 'list', '--server', `https://${host}`],
    env,
  ).ended
  t.match({ code, out }, { code: 0, out: 'There are none.\n' })
})

t.test('commands that work on the database say so', async (t) => {
  for (const args of [
    ['account', 'create', '--email', 'a@example.com', '--username', 'aaa'],
    ['account', 'password', '--username', 'ada'],
    ['migrate'],
    ['doctor'],
  ]) {
    const message = /works on the database itself, not on a server/
    t.match(await waymark()([...args, '--server', base]), { code: 2, err: message }, args.join(' '))
    t.match(await waymark({ WAYMARK_SERVER: base })(args), { code: 2, err: message })
  }
  t.match(await waymark()(['link', 'list', '--server', base, '--username', 'ada', '--key', key]), {
    code: 2,
    err: /the key says/,
  })
  t.match(await waymark()(['link', 'list', '--key', key]), { code: 2, err: /^--key needs --server/ })
  t.notMatch((await waymark()(['doctor', '--help'])).out, '--server <URL>')
})

t.test('http to another machine is warned of, unless the output is for a program', async (t) => {
  const args = ['src/cli.ts', 'link', 'list', '--server', 'http://nowhere.invalid']
  const { code, err } = await run(t, [process.execPath, ...args], { WAYMARK_KEY: key }).ended
  t.equal(code, 1)
  t.match(
    err,
    /^Warning: the API key is sent to nowhere\.invalid unencrypted\. Use https\.\n[^\n]*nowhere\.invalid[^\n]*\n$/,
  )
  t.notMatch(err, key)
  const { err: json } = await run(t, [process.execPath, ...args, '--json'], { WAYMARK_KEY: key }).ended
  t.match(JSON.parse(json), { error: 1, code: 'unreachable' })
})
