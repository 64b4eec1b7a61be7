import { connect } from 'node:net'
import t from 'tap'
import { startService } from './support/service.ts'

const service = await startService(t)
const client = await service.newClient()

t.test('a URL with invalid percent-encoding counts against the rate limit, needs a key, and is then 400', async (t) => {
  const reply = await client.put('/api/pixel/%zz/update', { tag: 'x' })
  t.match(reply, { status: 400, body: { error: 1, code: 'invalid_request' }, headers: { 'x-ratelimit-limit': /\d+/ } })
  t.match(await service.send('GET', '/api/%C0%80'), { status: 401, headers: { 'x-ratelimit-remaining': /\d+/ } })
  t.equal((await service.send('GET', '/%')).status, 400)
})

t.test('a path parameter of any length is 400 or 404', async (t) => {
  const reply = await client.delete(`/api/pixel/${'9'.repeat(8000)}/delete`)
  t.match(reply, { status: 400, headers: { 'x-ratelimit-limit': /\d+/ }, body: { errors: [{ path: 'path/id' }] } })
  t.equal((await service.send('GET', `/${'a'.repeat(8000)}`)).status, 404)
})

t.test('errors of the HTTP parser have the same body, headers and request id as other failures', async (t) => {
  const { app } = await startService(t)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const answerTo = (request: string) =>
    new Promise<string>((resolve) => {
      // Closes a keep-alive connection once the reply is complete.
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        const [head = '', body = ''] = text.split('\r\n\r\n')
        if (body.length >= Number(/^content-length: (\d+)/im.exec(head)?.[1])) socket.end()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', () => {})
    })
  for (const [request, first] of [
    ['GET /livez HTTP/1.1\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['NONSENSE\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      `GET /livez HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
    ['GET /livez HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', 'HTTP/1.1 417 Expectation Failed'],
    ['GET /livez HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'GET /alias HTTP/1.1\r\nhost: a\r\nX: y\r\nHOST: b\r\nAccept: application/json\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    ['GET /alias HTTP/1.0\r\nHost: a\r\nHost: a\r\nAccept: application/json\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['GET /api/account HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ...['a b', 'a/b', 'user@a', 'a?b', 'a\\b', 'a#b'].map(
      (host) => [`GET /livez HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'HTTP/1.1 400 Bad Request'] as const,
    ),
  ] as const) {
    const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n')
    t.equal(head.split('\r\n')[0], first)
    for (const header of [
      /^x-content-type-options: nosniff$/im,
      /^api-version: v1$/im,
      /^app-version: 7\.3\.1$/im,
      /^x-request-id: \S+$/im,
    ])
      t.match(head, header)
    t.match(JSON.parse(body), { error: 1, message: String, code: String })
  }
  for (const host of [
    '',
    'a:',
    'a:80',
    'a_b.example.',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[::1]',
    'xn--caf-dma.example',
    'A%41',
  ])
    t.match(await answerTo(`GET /livez HTTP/1.1\r\nHost: ${host}\r\n\r\n`), /^HTTP\/1\.1 200/, host)
  t.match(await answerTo('GET /livez HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200/, 'HTTP/1.0 knows no Host')
})

t.test('/readyz is 503 while the service is starting', async (t) => {
  service.services.lifecycle.starting = true
  t.match(await service.send('GET', '/readyz'), { status: 503, headers: { 'retry-after': '1' } })
  t.equal((await service.send('GET', '/livez')).status, 200)
  service.services.lifecycle.starting = false
  t.equal((await service.send('GET', '/readyz')).status, 200)
})
