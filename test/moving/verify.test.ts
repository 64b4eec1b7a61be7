import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import t from 'tap'
import { commandLine } from '../support/command-line.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const waymark = commandLine(async () => service.services.store)
const at = await service.app.listen({ host: '127.0.0.1', port: 0 })
const asked: string[] = []
let refusals = 1
const redirect = (location: string) => ({ status: 302, headers: { location } })
// The old service knows no HEAD for one alias, and is busy once for another.
const answers: Record<string, (method: string) => { status: number; headers?: Record<string, string> }> = {
  '/same': () => redirect('https://example.com/same'),
  '/%C3%BCmlaut': (method) => (method === 'HEAD' ? { status: 405 } : redirect('https://example.com/%C3%BC')),
  '/also': () => redirect('https://example.com/same'),
  '/moved': () => redirect('https://example.com/elsewhere'),
  '/gone': () => ({ status: 404 }),
  '/busy': () =>
    refusals-- > 0 ? { status: 429, headers: { 'retry-after': '0' } } : redirect('https://example.com/busy'),
  '/page': () => ({ status: 200 }),
}
const server = createServer(({ url = '', method = '' }, reply) => {
  asked.push(`${method} ${url}`)
  const { status, headers = {} } = answers[url]?.(method) ?? { status: 404 }
  reply.writeHead(status, headers).end()
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const old = `http://127.0.0.1:${(server.address() as { port: number }).port}`
const add = async (link: object) => {
  const { status, text } = await client.post('/api/url/add', link)
  if (status !== 200) throw new Error(text)
}
const verify = (...more: string[]) =>
  waymark(['import', '--verify', old, '--username', client.username, '--pace', '60000', ...more])

t.test('links that lead to the same place pass, also on a domain that leads to the old service still', async (t) => {
  await client.post('/api/domain/add', { domain: 'https://verify.example' })
  const domain = 'https://verify.example'
  await add({ url: 'https://example.com/same', custom: 'same', aliases: ['also'], domain })
  await add({ url: 'https://example.com/ü', custom: 'ümlaut', domain })
  await add({ url: 'https://example.com/busy', custom: 'busy', domain })
  const { code, json } = await verify('--at', at, '--json')
  t.match(json, { error: 0, compared: 4, same: 4, different: 0, unclear: 0 })
  t.equal(code, 0)
  t.ok(asked.includes('GET /%C3%BCmlaut'))
  t.equal(asked.filter((line) => line === 'HEAD /busy').length, 2)
  t.ok(!asked.includes('GET /same'))
})

t.test('differences are shown and reported, with exit code 1', async (t) => {
  for (const custom of ['moved', 'gone', 'page']) await add({ url: `https://example.com/${custom}`, custom })
  const report = `${t.testdir({})}/report.csv`
  const { code, out } = await verify('--at', at, '--report', report)
  t.equal(code, 1)
  t.match(
    out,
    /different: \S+\/moved\n {2}old: https:\/\/example\.com\/elsewhere\n {2}new: https:\/\/example\.com\/moved\n/,
  )
  t.match(out, '7 aliases compared: 4 the same, 3 different, 0 unclear.')
  const lines = readFileSync(report, 'utf8').trimEnd().split('\r\n')
  t.equal(lines.length, 8)
  t.match(lines.join('\n'), /gone,\S+,different,answers 404,https:\/\/example\.com\/gone/)
  const only = await verify('--at', at, '--domain', 'verify.example', '--json')
  t.match(only, { code: 0, json: { compared: 4, same: 4 } })
})

t.test('a comparison is no click; what is not a URL is a usage error', async (t) => {
  await service.services.jobs.idle()
  const { urls } = (await client.get('/api/urls?limit=100')).body.data
  t.equal(urls.length, 6)
  t.ok(urls.every(({ clicks }: { clicks: number }) => clicks === 0))
  t.equal((await waymark(['import', '--verify', 'ftp://x', '--username', client.username])).code, 2)
  t.equal((await verify('--pace', '0')).code, 2)
})
