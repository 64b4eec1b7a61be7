import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createCaches } from '../../src/cache/cache-registry.ts'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { createFramingChecker, refusesFrames } from '../../src/pages/frame-check.ts'

const caches = createCaches({ on: () => {}, onGap: () => {}, isInterrupted: false })

t.test('pages that refuse frames are recognized by their headers', async (t) => {
  const refused = [
    { 'x-frame-options': 'DENY' },
    { 'x-frame-options': 'sameorigin' },
    { 'content-security-policy': "default-src *; frame-ancestors 'self'" },
    { 'content-security-policy': "frame-ancestors 'none'" },
    { 'content-security-policy': 'Frame-Ancestors https://partner.example' },
    { 'content-security-policy': "frame-ancestors *, default-src 'self'; frame-ancestors 'self'" },
  ]
  for (const headers of refused) t.equal(refusesFrames(headers as never), true, JSON.stringify(headers))
  const allowed = [
    {},
    { 'content-security-policy': "default-src 'self'" },
    { 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' },
    { 'content-security-policy': "frame-ancestors 'self' https:" },
  ]
  for (const headers of allowed) t.equal(refusesFrames(headers as never), false, JSON.stringify(headers))
})

const served = async (t: Test, listener: RequestListener) => {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('a page of any size is checked by its headers only', async (t) => {
  const origin = await served(t, (_request, reply) => {
    reply.writeHead(200, { 'x-frame-options': 'DENY', 'content-length': 50_000_000 }).write('<!doctype html>')
  })
  t.equal(await createFramingChecker(createSafeFetch({ allowPrivate: true }), caches).originsOf(`${origin}/`), null)
})

t.test('for a page that allows frames, all origins of its redirects are returned', async (t) => {
  const there = await served(t, (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('there')
  })
  const here = await served(t, (_request, reply) => {
    reply.writeHead(302, { location: `${there}/page` }).end()
  })
  const framing = createFramingChecker(createSafeFetch({ allowPrivate: true }), caches)
  t.strictSame(await framing.originsOf(`${here}/`), [here, there])
  t.strictSame(await framing.originsOf(`${there}/`), [there])
})

t.test('failures and responses that are not pages are not framed', async (t) => {
  const origin = await served(t, (request, reply) => {
    const [, status, type = '', disposition = 'inline'] = (request.url ?? '').split('!')
    reply
      .writeHead(Number(status), { 'content-type': type, 'content-disposition': decodeURI(disposition) })
      .end('there')
  })
  const framing = createFramingChecker(createSafeFetch({ allowPrivate: true }), caches)
  for (const path of ['!200!text/html', '!200!image/png', '!200!text/plain'])
    t.strictSame(await framing.originsOf(`${origin}/${path}`), [origin], path)
  for (const path of ['!404!text/html', '!500!text/html', '!200!application/pdf', '!200!text/html!attachment'])
    t.equal(await framing.originsOf(`${origin}/${path}`), null, path)
})

t.test('a destination is requested once; an unreachable one is not framed', async (t) => {
  let asked = 0
  const framing = createFramingChecker(async (url) => {
    asked++
    if (url.includes('broken')) throw new Error('refused')
    return { status: 200, ok: true, headers: {}, body: Buffer.alloc(0), url, hops: [url] }
  }, caches)
  t.strictSame(await framing.originsOf('https://a.example/x'), ['https://a.example'])
  t.strictSame(await framing.originsOf('https://a.example/x'), ['https://a.example'])
  t.equal(asked, 1)
  t.equal(await framing.originsOf('https://broken.example'), null)
})
