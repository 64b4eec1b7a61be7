import assert from 'node:assert/strict'
import t from 'tap'
import { commandLine } from '../support/command-line.ts'
import { startService } from '../support/service.ts'

const settings = { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off', TRUST_PROXY: '10.0.0.1' }
const service = await startService(t, settings)
const { send, services } = service
const client = await service.newClient()
const lost = 'https://corp.example/404'
await client.post('/api/domain/add', { domain: 'https://go.example', redirect404: lost })
for (const domain of ['https://way.example', 'https://go.example']) {
  const onDomain = domain.endsWith('go.example') ? { domain } : {}
  const link = { url: 'https://dest.example/', custom: 'hidden', status: 'private', redirectstatus: 307, ...onDomain }
  assert.equal((await client.post('/api/url/add', link)).status, 200)
  const draft = { name: 'Draft', custom: 'draft', published: false, publicstats: true, ...onDomain }
  assert.equal((await client.post('/api/bio/add', draft)).status, 200)
}

let visitors = 0
const nextIp = () => `198.51.${100 + (visitors >> 8)}.${visitors++ & 255}`

// What the operator has blocked, and is hidden besides.
const waymark = commandLine(async () => services.store, settings)
const ban = async (...what: string[]) => {
  assert.equal((await waymark(['abuse', 'ban', ...what, '--reason', 'phishing'])).code, 0)
  await services.changes.settle()
}
const caught = { url: 'https://dest.example/', custom: 'caught', status: 'private', domain: 'https://go.example' }
await ban('--link', String((await client.post('/api/url/add', caught)).body.id))
const blocked = { name: 'Draft', custom: 'blocked', published: false, domain: 'https://go.example' }
const link = { type: 'link', text: 'x', url: 'https://blocked.example/' }
assert.equal((await client.post('/api/bio/add', { ...blocked, blocks: [link] })).status, 200)
await ban('--host', 'blocked.example')

// What exists but is hidden, and beside it the same of what does not exist.
const paths = ['', '+', '/qr', '/qr/300', '/ico', '/more'].flatMap((end) =>
  ['hidden', 'draft', 'caught', 'blocked'].map((alias): [string, string] => [`/${alias}${end}`, `/nothing${end}`]),
)

t.test('private links and drafts are answered like addresses that do not exist', async (t) => {
  for (const host of ['go.example', 'way.example'])
    for (const method of ['GET', 'HEAD', 'POST'] as const)
      for (const [hidden, missing] of paths) {
        const [there, nowhere] = await Promise.all(
          [hidden, missing].map((path) => {
            return send(method, path, { ip: nextIp(), headers: { accept: 'text/html', host }, isElsewhere: true })
          }),
        )
        const shown = ({ status, headers, text }: NonNullable<typeof there>) => [status, headers.location, text.length]
        if (!there || !nowhere) throw new Error('no reply')
        t.strictSame(shown(there), shown(nowhere), `${method} ${hidden} of ${host}`)
        if (method !== 'POST' && host === 'go.example') t.equal(there.headers.location, lost)
      }
})

t.test('guesses at hidden addresses count like guesses at those that do not exist', async (t) => {
  const host = 'way.example'
  for (const method of ['GET', 'POST'] as const)
    for (const path of ['/hidden', '/hidden/qr', '/draft', '/draft+']) {
      const ip = nextIp()
      const guess = async (path: string) =>
        (await send(method, path, { ip, headers: { host }, isElsewhere: true })).status
      const statuses = []
      for (let i = 0; i < 62; i++) statuses.push(await guess(path))
      t.strictSame([statuses[0], statuses[59], statuses[60]], [404, 404, 429], `${method} ${path} alone`)
      t.equal(await guess('/hidden-not'), 429)
    }
})
