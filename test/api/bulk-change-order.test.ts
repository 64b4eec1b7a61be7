import { sql } from 'kysely'
import t from 'tap'
import { usesServer } from '../support/database.ts'
import { randomOf } from '../support/random.ts'
import { type Client, startService } from '../support/service.ts'

// Bulk changes and deletions without `atomic` do what requests for their items one after the other would do, where no item
// wants an address of a link that is changed after it: that it would get in one request.
const service = await startService(t)
const TRIALS = Number(process.env['BULK_TRIALS'] ?? (usesServer ? 5 : 2))
const LINKS = 6

type Item = Record<string, unknown>

interface Owner {
  client: Client
  hosts: string[]
  ids: number[]
  /** What a campaign, channel or pixel is called, and its id. */
  others: Record<string, number>
}

async function newOwner(name: string): Promise<Owner> {
  const client = await service.newClient()
  const made = async (path: string, body: Item) => (await client.post(path, body)).body.id as number
  const hosts = ['a', 'b'].map((part) => `https://${part}.${name}.example`)
  await made('/api/domain/add', { domain: hosts[0], caseinsensitive: true })
  await made('/api/domain/add', { domain: hosts[1] })
  const others = {
    campaign: await made('/api/campaign/add', { name: 'Campaign' }),
    channel: await made('/api/channel/add', { name: 'Channel' }),
    pixel: await made('/api/pixel/add', { type: 'vendor01pixel', name: 'Pixel', tag: '1' }),
  }
  const ids: number[] = []
  for (let i = 0; i < LINKS; i++) {
    const link = { url: `https://example.com/${i}`, domain: hosts[i % 2], custom: `l${i}`, aliases: [`m${i}`] }
    ids.push(await made('/api/url/add', { ...link, externalid: `e${i}`, ...(i === 3 ? { start: '2030-01-01' } : {}) }))
  }
  return { client, hosts, ids, others }
}

/** Changes of some links; the link 0 is never changed. */
function changesOf(seed: number, { hosts, ids, others }: Owner): Item[] {
  const random = randomOf(seed)
  const oneOf = <T>(values: readonly T[]) => values[random(values.length)] as T
  const order = [1, 2, 3, 4, 5].sort(() => random(3) - 1)
  return order.map((own, at) => {
    const before = [0, ...order.slice(0, at), own]
    const alias = () => {
      const name = random(2) === 0 ? `n${random(4)}` : `${oneOf(['l', 'm'])}${oneOf(before)}`
      return random(6) === 0 ? name.toUpperCase() : name
    }
    const fields: Item = {
      custom: alias(),
      aliases: [...new Set(Array.from({ length: random(3) }, alias))],
      domain: oneOf(hosts),
      keepalias: true,
      externalid: random(3) === 0 ? null : random(2) === 0 ? `f${random(3)}` : `e${oneOf(before)}`,
      url: oneOf(['https://example.com/new', 'no url']),
      start: oneOf(['2029-01-01', null]),
      expiry: oneOf(['2029-06-01', '2031-01-01', null]),
      status: oneOf(['public', 'private']),
      metatitle: oneOf(['Title', null, '']),
      campaign: oneOf([others['campaign'], null]),
      channel: oneOf([others['channel'], null]),
      pixels: oneOf([[others['pixel']], []]),
      redirectstatus: oneOf([301, 302]),
      pathforward: oneOf([true, false]),
      password: oneOf(['open sesame', null]),
    }
    const rare = new Set(['url', 'password', 'start', 'expiry'])
    const sent = Object.entries(fields).filter(([name]) => random(rare.has(name) ? 8 : 3) === 0)
    return { id: random(12) === 0 ? 9_999_999_000 + own : ids[own], ...Object.fromEntries(sent) }
  })
}

/** Everything that may differ, in words that are the same for both accounts. */
async function stateOf({ client, ids, others }: Owner, results: Item[]) {
  const nameOf = (id: unknown) => Object.entries(others).find(([, other]) => other === id)?.[0] ?? id
  const named = (value: unknown) =>
    JSON.stringify(value, (key, one) => {
      if (key === 'id') return typeof one === 'number' ? `link ${ids.indexOf(one)}` : one
      if (['campaign', 'channel', 'campaign_id'].includes(key)) return nameOf(one)
      if (key === 'pixels') return one.map(nameOf)
      return ['date', 'clicks', 'uniqueclicks'].includes(key) ? undefined : one
    }).replaceAll(/\b([ab])\.\w+\.example/g, '$1.example')
  const links = await Promise.all(ids.map(async (id) => (await client.get(`/api/url/${id}`)).body.details ?? 'deleted'))
  const found = await Promise.all(
    [...'lmn'].map(async (word) =>
      (await client.get(`/api/urls?limit=100&q=${word}`)).body.data.urls.map(({ id }: Item) => id).sort(),
    ),
  )
  // Of the table, because the list waits for other transactions of the server.
  const { rows: events } = await sql<{ type: string; id: number; changed: string[] | null }>`
    select type, subject_id as id, data->'changed' as changed from events
    where account_id = ${client.id}::bigint and type like 'link.%'`.execute(service.services.db)
  const shown = events.map(({ changed, ...event }) => named({ ...event, changed: changed && [...changed].sort() }))
  const { rows: addresses } = await sql<{ id: number; alias: string }>`
    select l.id, a.alias, split_part(d.host, '.', 1) as host, a.link_id is not null as main
    from links l join aliases a on l.id in (a.link_id, a.extra_link_id) join domains d on d.id = a.domain_id
    where l.account_id = ${client.id}::bigint`.execute(service.services.db)
  return {
    results: results.map(({ id, code, errors, shorturl }) => named({ id, code, paths: errors, shorturl })),
    links: links.map(named),
    found: found.map((list) => list.map((id: number) => ids.indexOf(id)).sort()),
    events: shown.sort(),
    addresses: addresses.map(named).sort(),
  }
}

const resultsOf = (results: { errors?: Item[] }[], name: string) =>
  results.map(({ errors, ...result }, i) => ({
    ...result,
    errors: errors?.map(({ path }) => String(path).replace(`/${name}/${i}`, '')),
  }))
// As in a bulk request: a failure of a whole item has no field.
const singleOf = ({ errors, id, code, shorturl }: { errors?: Item[] } & Item) => ({
  ...{ id, code, shorturl },
  errors: code === undefined ? undefined : errors ? errors.map(({ path }) => path) : [''],
})

t.test('changes and deletions in one request do what they would do one after the other', async (t) => {
  for (let seed = 1; seed <= TRIALS; seed++) {
    const [one, all] = [await newOwner(`one${seed}`), await newOwner(`all${seed}`)]
    const single: Item[] = []
    for (const { id, ...change } of changesOf(seed, one)) {
      const { body } = await one.client.put(`/api/url/${id}/update`, change)
      single.push(singleOf(body))
    }
    const items = changesOf(seed, all)
    const { body } = await all.client.post('/api/url/bulk/update', { items, atomic: false })
    const [wanted, found] = [await stateOf(one, single), await stateOf(all, resultsOf(body.results, 'items'))]
    const shown = changesOf(seed, { ...all, ids: [0, 1, 2, 3, 4, 5] }).map((item) => JSON.stringify(item))
    t.same(found, wanted, [`trial ${seed}`, ...shown].join('\n'))

    const random = randomOf(seed)
    const chosen = Array.from({ length: 4 }, () => random(LINKS + 1))
    const deleted: Item[] = []
    for (const i of chosen)
      deleted.push(singleOf((await one.client.delete(`/api/url/${one.ids[i] ?? 9_999_999_999}/delete`)).body))
    const removed = await all.client.post('/api/url/bulk/delete', {
      ids: chosen.map((i) => all.ids[i] ?? 9_999_999_999),
      atomic: false,
    })
    const left = await stateOf(
      one,
      deleted.map((item, at) => ({ ...item, id: item['code'] === undefined ? one.ids[chosen[at] ?? 0] : undefined })),
    )
    t.same(await stateOf(all, resultsOf(removed.body.results, 'ids')), left, `trial ${seed}: deleted ${chosen}`)
  }
})
