import t from 'tap'
import { randomOf } from '../support/random.ts'
import { type Client, startService } from '../support/service.ts'

// A bulk request without `atomic` does what requests for its items one after the other would do, also where items fail.
const service = await startService(t)
const TRIALS = Number(process.env['BULK_TRIALS'] ?? 25)
const ITEMS = 8

type Item = Record<string, unknown>

function itemsOf(seed: number, domain: string): Item[] {
  const random = randomOf(seed)
  const alias = () => `a${random(5)}`
  return Array.from({ length: ITEMS }, () => ({
    url: random(12) === 0 ? 'no url' : `https://example.com/${random(2)}`,
    domain,
    ...(random(3) > 0 ? { custom: random(6) === 0 ? alias().toUpperCase() : alias() } : {}),
    ...(random(2) === 0 ? { aliases: [...new Set(Array.from({ length: 1 + random(3) }, alias))] } : {}),
    ...(random(3) === 0 ? { externalid: `e${random(3)}` } : {}),
  }))
}

async function accountWith(seed: number, name: string): Promise<{ client: Client; domain: string }> {
  const client = await service.newClient()
  const domain = `https://${name}${seed}.example`
  await client.post('/api/domain/add', { domain, caseinsensitive: seed % 2 === 0 })
  await client.post('/api/url/add', { url: 'https://example.com/before', domain, custom: 'a0', aliases: ['a1'] })
  return { client, domain }
}

/** What became of the items, in words that are the same for both accounts. */
async function outcomesOf(client: Client, results: Item[]) {
  const names = new Map<unknown, string>()
  const outcomes = results.map(({ id, code, errors, shorturl }, i) => {
    if (id === undefined) return [code, ...((errors ?? []) as Item[]).map(({ path }) => path)].join(' ')
    names.set(id, names.get(id) ?? `link of ${i}`)
    return `${names.get(id)} ${String(shorturl)
      .replace(/^.*\//, '')
      .replace(/^\w{7}$/, 'made')}`
  })
  const { urls } = (await client.get('/api/urls?limit=1000')).body.data
  const links = await Promise.all(
    urls.map(async ({ id }: { id: number }) => {
      const { alias, aliases } = (await client.get(`/api/url/${id}`)).body.details
      return `${names.get(id) ?? 'before'}: ${String(alias).replace(/^\w{7}$/, 'made')} ${[...aliases].sort()}`
    }),
  )
  return { outcomes, links: links.sort() }
}

t.test('a bulk request does what its items would do one after the other', async (t) => {
  for (let seed = 1; seed <= TRIALS; seed++) {
    const [one, all] = [await accountWith(seed, 'one'), await accountWith(seed, 'all')]
    const single: Item[] = []
    for (const item of itemsOf(seed, one.domain)) {
      const { body } = await one.client.post('/api/url/add', item)
      single.push(body)
    }
    const { body } = await all.client.post('/api/url/bulk', { items: itemsOf(seed, all.domain), atomic: false })
    const together = body.results.map(({ errors, ...result }: { errors?: Item[] }, i: number) => ({
      ...result,
      ...(errors
        ? { errors: errors.map((error) => ({ ...error, path: String(error['path']).replace(`/items/${i}`, '') })) }
        : {}),
    }))
    const [wanted, found] = [await outcomesOf(one.client, single), await outcomesOf(all.client, together)]
    if (JSON.stringify(wanted) === JSON.stringify(found)) continue
    const shown = itemsOf(seed, 'd').map(({ domain: _, ...item }) => JSON.stringify(item))
    t.same(found, wanted, [`trial ${seed}`, ...shown].join('\n'))
  }
  t.pass(`${TRIALS} trials`)
})
