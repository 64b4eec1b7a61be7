import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()

const expected = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': /^camera=\(\), /,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

t.test('responses that are not pages have the security headers', async (t) => {
  const { id } = (await client.post('/api/bio/add', { name: 'Tour' })).body
  for (const [name, status, reply] of [
    ['an object', 200, await client.get('/api/account')],
    ['a missing key', 401, await service.send('GET', '/api/account')],
    ['an unknown route', 404, await client.get('/api/nothing')],
    ['an invalid body', 400, await client.post('/api/url/add', {})],
    ['a stream', 200, await client.get(`/api/bio/${id}/answers.csv`)],
    ['an export', 200, await client.get('/api/export')],
    ['a check of health', 200, await service.send('GET', '/livez')],
    ['a webhook', 404, await service.send('POST', '/webhook/nobody', { body: {} })],
    ['the document', 200, await service.send('GET', '/openapi.json')],
  ] as const)
    t.match(reply, { status, headers: expected }, name)
})
