import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { makeSafeFetch } from '../../src/work/fetch.ts'
import { refusesFrames, watchFraming } from '../../src/work/framing.ts'

t.test('a page is known to refuse frames by its headers', async (t) => {
  const refused = [
    { 'x-frame-options': 'DENY' },
    { 'x-frame-options': 'sameorigin' },
    { 'content-security-policy': "default-src *; frame-ancestors 'self'" },
    { 'content-security-policy': "frame-ancestors 'none'" },
    { 'content-security-policy': 'Frame-Ancestors https://partner.example' },
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

t.test('a page of any size is judged by its headers', async (t) => {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'x-frame-options': 'DENY', 'content-length': 50_000_000 }).write('<!doctype html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const framing = watchFraming(makeSafeFetch({ allowPrivate: true }))
  t.equal(await framing.allows(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), false)
})

t.test('a destination is asked once; one that cannot be asked is framed', async (t) => {
  let asked = 0
  const framing = watchFraming(async (url) => {
    asked++
    if (url.includes('broken')) throw new Error('refused')
    return { status: 200, headers: { 'x-frame-options': 'DENY' }, body: Buffer.alloc(0), url }
  })
  t.equal(await framing.allows('https://a.example'), false)
  t.equal(await framing.allows('https://a.example'), false)
  t.equal(asked, 1)
  t.equal(await framing.allows('https://broken.example'), true)
})
