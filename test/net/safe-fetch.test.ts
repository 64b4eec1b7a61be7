import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { FetchError, type FetchErrorCode } from '../../src/net/fetch-error.ts'
import { createSafeFetch, type SafeFetch } from '../../src/net/safe-fetch.ts'

async function serve(t: Test, handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function refused(t: Test, fetched: Promise<unknown>, code: FetchErrorCode, name: string = code) {
  const error = await fetched.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof FetchError)) return t.fail(`${name}: not refused`, { error })
  t.equal(error.code, code, name)
  t.match(error.message, /^[A-Z][^\n]+\.$/)
}

const local = createSafeFetch({ allowPrivate: true })
const strict = createSafeFetch({ resolve: async () => ['127.0.0.1'] })

t.test('a normal response is returned completely', async (t) => {
  const seen: IncomingMessage[] = []
  const base = await serve(t, (request, reply) => {
    seen.push(request)
    reply.writeHead(404, { 'content-type': 'text/x', 'set-cookie': ['a=1', 'b=2'] }).end('héllo')
  })
  const answer = await local(`${base}/a?b=c#d`, { maxBytes: 6, accept: 'text/x' })
  t.match(answer, {
    status: 404,
    url: `${base}/a?b=c#d`,
    headers: { 'content-type': 'text/x', 'set-cookie': 'a=1, b=2' },
  })
  t.equal(answer.body.toString(), 'héllo')
  t.match(seen[0], { url: '/a?b=c', headers: { accept: 'text/x', 'accept-encoding': 'identity' } })
})

t.test('a name is resolved once, and the connection uses the address that was checked', async (t) => {
  let host: string | undefined
  const base = await serve(t, (request, reply) => {
    host = request.headers.host
    reply.end('ok')
  })
  let asked = 0
  const fetch = createSafeFetch({
    allowPrivate: true,
    resolve: async (name) => {
      t.equal(name, 'site.test')
      return ++asked === 1 ? ['127.0.0.1'] : ['192.0.2.1']
    },
  })
  const port = new URL(base).port
  const answer = await fetch(`http://site.test.:${port}/`, { maxBytes: 10 })
  t.equal(answer.body.toString(), 'ok')
  t.equal(host, `site.test.:${port}`)
  t.equal(asked, 1)
})

t.test('a POST sends its body and headers', async (t) => {
  const base = await serve(t, async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    reply.end(`${request.method} ${request.headers['x-a']} ${request.headers['content-length']} ${body}`)
  })
  const answer = await local(base, { maxBytes: 100, method: 'POST', headers: { 'x-a': 'b' }, body: 'dé' })
  t.equal(answer.body.toString(), 'POST b 3 dé')
})

t.test('only http and https URLs without credentials are fetched', async (t) => {
  const options = { maxBytes: 10 }
  for (const url of [
    '',
    'x',
    '//a.test',
    'file:///etc/passwd',
    'ftp://a.test/',
    'gopher://a.test',
    'data:text/plain,x',
    'http://',
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'javascript:1',
    'http://a b/',
  ]) {
    await refused(t, strict(url, options), 'fetch_url', url)
  }
  await refused(t, strict('http://me:secret@a.test/', options), 'fetch_credentials')
  await refused(t, strict('http://me@a.test/', options), 'fetch_credentials')
  for (const port of [0, 21, 22, 25, 53, 143, 445, 993, 3306, 5432, 6379, 11211, 27017]) {
    await refused(t, strict(`http://a.test:${port}/`, options), 'fetch_port', String(port))
  }
})

t.test('every notation of a private address is refused before connecting', async (t) => {
  let asked = 0
  const base = await serve(t, (_request, reply) => {
    asked++
    reply.end()
  })
  const port = new URL(base).port
  const fetch = createSafeFetch({ resolve: async () => ['1.1.1.1'] })
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fd00:ec2::254]',
    '169.254.169.254',
    '①②⑦.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
  ]) {
    await refused(t, fetch(`http://${host}:${port}/`, { maxBytes: 10 }), 'fetch_address', host)
  }
  t.equal(asked, 0)
})

t.test('a name with one private address among several is refused', async (t) => {
  for (const addresses of [['1.1.1.1', '10.0.0.1'], ['2606:4700::1111', '::1'], [], ['nonsense'], ['fe80::1%1']]) {
    await refused(
      t,
      createSafeFetch({ resolve: async () => addresses })('http://a.test/', { maxBytes: 1 }),
      'fetch_address',
    )
  }
  const unknown = createSafeFetch({ resolve: () => Promise.reject(new Error('ENOTFOUND secret')) })
  await refused(t, unknown('http://a.test/', { maxBytes: 1 }), 'fetch_address')
})

// Allows the first request to the test server; redirects are checked by the normal rule.
function publicAtFirst(later: string[]): SafeFetch {
  let hop = 0
  return (url, options) => {
    const settings = { resolve: async () => (hop++ === 0 ? ['127.0.0.1'] : later) }
    const guarded = {
      ...settings,
      get allowPrivate() {
        return hop === 0
      },
    }
    return createSafeFetch(guarded)(url, options)
  }
}

t.test('redirect targets are checked like the first URL', async (t) => {
  let inside = 0
  const base = await serve(t, (request, reply) => {
    if (request.url?.startsWith('/secret')) inside++
    reply.writeHead(302, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end()
  })
  const port = new URL(base).port
  const via = (to: string, later = ['1.1.1.1']) =>
    publicAtFirst(later)(`http://a.test:${port}/${encodeURIComponent(to)}`, { maxBytes: 10, timeoutMs: 20_000 })
  t.comment('rebinding: the same name answers publicly first, privately then')
  await refused(t, via(`http://b.test:${port}/secret`, ['127.0.0.1']), 'fetch_address')
  await refused(t, via('/secret', ['10.0.0.1']), 'fetch_address')
  await refused(t, via(`${base}/secret`), 'fetch_address')
  await refused(t, via('http://169.254.169.254/latest/meta-data/'), 'fetch_address')
  await refused(t, via('file:///etc/passwd'), 'fetch_url')
  await refused(t, via('http://me:x@b.test/'), 'fetch_credentials')
  await refused(t, via('http://b.test:22/'), 'fetch_port')
  t.equal(inside, 0)
})

t.test('three redirects are followed and a fourth is not', async (t) => {
  const base = await serve(t, (request, reply) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) reply.end('there')
    else reply.writeHead(301, { location: `/${left - 1}` }).end('moved')
  })
  const answer = await local(`${base}/3`, { maxBytes: 10 })
  t.equal(answer.body.toString(), 'there')
  t.equal(answer.url, `${base}/0`)
  await refused(t, local(`${base}/4`, { maxBytes: 10 }), 'fetch_redirects')
})

t.test('headers and body are not sent to another origin after a redirect', async (t) => {
  const seen: string[] = []
  const note = async (request: IncomingMessage) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.headers.authorization} ${body}`)
  }
  const other = await serve(t, async (request, reply) => {
    await note(request)
    reply.end()
  })
  const base = await serve(t, async (request, reply) => {
    await note(request)
    reply.writeHead(request.url === '/same' ? 307 : 308, { location: request.url === '/same' ? '/other' : other }).end()
  })
  await local(`${base}/same`, { maxBytes: 10, method: 'POST', headers: { authorization: 'key' }, body: 'x' })
  t.same(seen, ['POST key x', 'POST key x', 'GET undefined '])
})

t.test('a body over the limit is refused, with or without Content-Length', async (t) => {
  const answers: Record<string, (reply: ServerResponse) => void> = {
    '/told': (reply) => reply.writeHead(200, { 'content-length': '11' }).end('x'.repeat(11)),
    '/endless': (reply) => {
      const timer = setInterval(() => reply.write('x'.repeat(1000)), 1)
      reply.on('close', () => clearInterval(timer))
    },
    '/bomb': (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    '/fits': (reply) => reply.end('x'.repeat(10)),
    '/zipped': (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(10))),
    '/broken': (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense'),
    '/unknown': (reply) => reply.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
  }
  const base = await serve(t, (request, reply) => answers[request.url ?? '']?.(reply))
  for (const path of ['/told', '/endless', '/bomb'])
    await refused(t, local(base + path, { maxBytes: 10 }), 'fetch_too_large', path)
  for (const path of ['/fits', '/zipped']) t.equal((await local(base + path, { maxBytes: 10 })).body.length, 10)
  for (const path of ['/broken', '/unknown'])
    await refused(t, local(base + path, { maxBytes: 10 }), 'fetch_failed', path)
})

t.test('the timeout applies to DNS, connection, headers and body', async (t) => {
  const answers: Record<string, (reply: ServerResponse) => void> = {
    '/silent': () => {},
    '/loris': (reply) => {
      const timer = setInterval(() => reply.write('x'), 20)
      reply.on('close', () => clearInterval(timer))
    },
    '/loop': (reply) => setTimeout(() => reply.writeHead(302, { location: '/silent' }).end(), 10),
    '/zipped': (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('x').subarray(0, 12)),
  }
  const base = await serve(t, (request, reply) => answers[request.url ?? '']?.(reply))
  for (const path of Object.keys(answers)) {
    await refused(t, local(base + path, { maxBytes: 1_000_000, timeoutMs: 150 }), 'fetch_timeout', path)
  }
  const stuck = createSafeFetch({ resolve: () => new Promise(() => {}) })
  await refused(t, stuck('http://a.test/', { maxBytes: 1, timeoutMs: 50 }), 'fetch_timeout')
})

t.test('an unreachable server and a lost connection are failures', async (t) => {
  const base = await serve(t, (request, reply) => {
    if (request.url === '/torn') {
      reply.writeHead(200, { 'content-length': '10' }).write('x')
      setTimeout(() => reply.destroy(), 10)
    } else request.socket.destroy()
  })
  await refused(t, local(`${base}/torn`, { maxBytes: 10 }), 'fetch_failed')
  await refused(t, local(base, { maxBytes: 10 }), 'fetch_failed')
  await refused(t, local('http://127.0.0.1:4199/', { maxBytes: 10 }), 'fetch_failed')
})

t.test('with TLS, SNI is the requested name and the certificate must match it', async (t) => {
  const names: unknown[] = []
  const read = (name: string) => readFileSync(new URL(`../fixtures/paypal/${name}`, import.meta.url), 'utf8')
  const server = createTlsServer(
    { key: read('leaf.key'), cert: read('site.pem') + read('intermediate.pem') },
    (request, reply) => {
      names.push((request.socket as TLSSocket).servername, request.headers.host)
      reply.end('ok')
    },
  )
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const settings = { allowPrivate: true, resolve: async () => ['127.0.0.1'] }
  const trusting = createSafeFetch({ ...settings, ca: read('root.pem') })
  t.equal((await trusting(`https://site.test:${port}/`, { maxBytes: 10 })).body.toString(), 'ok')
  t.same(names, ['site.test', `site.test:${port}`])
  await refused(t, trusting(`https://other.test:${port}/`, { maxBytes: 10 }), 'fetch_failed', 'another name')
  await refused(t, trusting(`https://127.0.0.1:${port}/`, { maxBytes: 10 }), 'fetch_failed', 'an address')
  await refused(
    t,
    createSafeFetch(settings)(`https://site.test:${port}/`, { maxBytes: 10 }),
    'fetch_failed',
    'an unknown authority',
  )
  t.equal(names.length, 2)
})
