// Compares what one account with many links waits for with what one with few does, in turns, over HTTP.
import postgres from 'postgres'
import { type Effort, median, say } from './compare.ts'
import { load, type Target } from './load.ts'
import type { Owner, Service } from './service.ts'

interface Timed {
  name: string
  path: (owner: Owner) => string
  /** Only the account with many links is asked: milliseconds count, not a ratio. */
  isAlone?: boolean
}

/** How many links the account with few has. */
export const FEW_LINKS = 1000

/** Whether the link at a place, from 0, of those that `addLinks` adds is private. */
export const isPrivate = (place: number) => place % 1000 === 998

/**
 * Gives an account links, each with an alias on the service's own host, as fast as a database takes them. Returns the
 * id of the first; the aliases are `bench` and the id, and the ids follow each other.
 */
export async function addLinks(url: string, account: number, count: number): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  // What triggers would do for each row is done at once below.
  await sql`set session_replication_role = replica`
  await sql`drop index link_words_trigrams`
  const [added] = await sql<{ first: string }[]>`
    with added as (
      insert into links (account_id, url, metatitle, clicks, externalid, status)
      select ${account}, 'https://shop' || n % 5000 || '.example.com/products/' || md5(n::text) || '/item-' || n,
        case when n % 3 = 0 then 'Product ' || n end, (random() ^ 8 * 10000)::integer, 'item-' || n,
        case when n % 1000 = 999 then 'private' else 'public' end
      from generate_series(1, ${count}::integer) n returning id
    ), named as (insert into aliases (link_id, alias) select id, 'bench' || id from added)
    select min(id) as first from added`
  await sql`
    insert into link_words (id, account_id, words)
    select l.id, l.account_id, words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id
    where l.account_id = ${account}`
  await sql`
    insert into link_totals (id, account_id, clicks, uniqueclicks)
    select id, account_id, clicks, uniqueclicks from links where account_id = ${account}`
  await sql`update link_counts set total = total + ${count} where account_id = ${account} and slot = -1`
  await sql`create index link_words_trigrams on link_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 4096)`
  await sql`vacuum analyze`
  await sql.end()
  return Number(added?.first)
}

/** Milliseconds until each request is answered, in turns. */
async function times(requests: (() => Promise<unknown>)[], rounds: number): Promise<number[][]> {
  const taken: number[][] = requests.map(() => [])
  for (let round = -3; round < rounds; round++)
    for (const [i, request] of requests.entries()) {
      const start = performance.now()
      await request()
      if (round >= 0) taken[i]?.push(performance.now() - start)
    }
  return taken
}

const READINGS = 41

interface Filters {
  campaign: number
  channel: number
}

const FILTERED = 500

/** Puts 500 links of an account into a campaign and into a channel. */
async function newFilters(url: string, { api }: Service, { id, apikey }: Owner): Promise<Filters> {
  const make = async (kind: string) =>
    ((await (await api('POST', `/api/${kind}/add`, apikey, { name: 'Filter' })).json()) as { id: number }).id
  const [campaign, channel] = [await make('campaign'), await make('channel')]
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`set session_replication_role = replica`
  await sql`
    with chosen as (select id from links where account_id = ${id} order by md5(id::text) limit ${FILTERED}),
    grouped as (update links set campaign_id = ${campaign} where id in (select id from chosen))
    insert into channel_items (channel_id, link_id) select ${channel}, id from chosen`
  await sql`vacuum analyze`
  await sql.end()
  return { campaign, channel }
}

/** Measures lists and searches of an account with `count` links against those of one with a thousand. */
export async function measureLists(
  service: Service,
  url: string,
  few: Owner,
  many: Owner,
  count: number,
): Promise<void> {
  const read = async (path: string, { apikey }: Owner) =>
    (await (await service.api('GET', path, apikey)).json()) as {
      data: { nextcursor: string; urls: { alias: string }[] }
    }
  const ask = (path: string, owner: Owner) => () => read(path, owner)
  const facts = new Map<Owner, Filters & { alias: string; middle: string; clicks: string; date: string }>()
  const sizeOf = (owner: Owner) => (owner === few ? FEW_LINKS : count)
  const last = (owner: Owner) => Math.ceil(sizeOf(owner) / 15)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const owner of [few, many]) {
    const half = `page=${last(owner) >> 1}`
    facts.set(owner, {
      ...(await newFilters(url, service, owner)),
      alias: (await read('/api/urls', owner)).data.urls[7]?.alias ?? '',
      middle: (await read(`/api/urls?${half}`, owner)).data.nextcursor,
      clicks: (await read(`/api/urls?order=click&${half}`, owner)).data.nextcursor,
      date: tomorrow,
    })
  }
  const fact = (owner: Owner) => facts.get(owner) as Filters & Record<'alias' | 'middle' | 'clicks' | 'date', string>
  const rows: Timed[] = [
    { name: 'page 1', path: () => '/api/urls' },
    { name: 'by clicks', path: () => '/api/urls?order=click' },
    { name: '`short=`', path: (owner) => `/api/urls?short=${fact(owner).alias}` },
    { name: 'last page', path: (owner) => `/api/urls?page=${last(owner)}` },
    { name: 'last page by clicks', path: (owner) => `/api/urls?order=click&page=${last(owner)}` },
    { name: 'page in the middle', path: (owner) => `/api/urls?page=${last(owner) >> 1}` },
    { name: 'the page after a cursor in the middle', path: (owner) => `/api/urls?after=${fact(owner).middle}` },
    {
      name: 'the same by clicks',
      path: (owner) => `/api/urls?order=click&after=${fact(owner).clicks}`,
    },
    { name: '`campaign=` of 500 links', path: (owner) => `/api/urls?campaign=${fact(owner).campaign}` },
    { name: '`channel=` of 500 links', path: (owner) => `/api/urls?channel=${fact(owner).channel}` },
    { name: '`domain=` of the service', path: () => '/api/urls?domain=127.0.0.1' },
    { name: '`status=public`', path: () => '/api/urls?status=public' },
    { name: '`status=private`, a thousandth', path: () => '/api/urls?status=private' },
    { name: '`created_after=` of all', path: () => '/api/urls?created_after=2020-01-01' },
    { name: '`created_after=` of none', path: (owner) => `/api/urls?created_after=${fact(owner).date}` },
    { name: '`externalid=`', path: () => '/api/urls?externalid=item-500' },
    { name: '`q=`: in one link', path: () => '/api/urls?q=item-777777', isAlone: true },
    { name: '`q=`: in 200 links', path: () => '/api/urls?q=shop4321', isAlone: true },
    { name: '`q=`: in a third of them', path: () => '/api/urls?q=product+item', isAlone: true },
    { name: '`q=`: in all of them', path: () => '/api/urls?q=example', isAlone: true },
    { name: '`q=` by clicks: in a third of them', path: () => '/api/urls?order=click&q=product+item', isAlone: true },
    { name: '`q=` by clicks: in all of them', path: () => '/api/urls?order=click&q=example', isAlone: true },
    {
      name: '`status=public` by clicks: page 50',
      path: () => '/api/urls?order=click&status=public&page=50',
      isAlone: true,
    },
    { name: '`q=`: in none', path: () => '/api/urls?q=nowhere', isAlone: true },
    { name: '`q=`: two letters, in none', path: () => '/api/urls?q=zz', isAlone: true },
    { name: '`q=`: two letters, in a fiftieth', path: () => '/api/urls?q=p9', isAlone: true },
    { name: '`q=`: two letters, in a ninth', path: () => '/api/urls?q=5b', isAlone: true },
  ]
  say(`\n| ${count} links | ${FEW_LINKS} links, ms | ${count} links, ms | ratio |`)
  say('|---|---|---|---|')
  for (const { name, path, isAlone } of rows) {
    const [large = [], small = []] = await times(
      [ask(path(many), many), ...(isAlone ? [] : [ask(path(few), few)])],
      READINGS,
    )
    const ratio = median(large.map((time, i) => time / (small[i] ?? Number.NaN)))
    const cells = isAlone
      ? ['', median(large).toFixed(1), '']
      : [median(small).toFixed(1), median(large).toFixed(1), ratio.toFixed(2)]
    say(`| ${[name, ...cells].join(' | ')} |`)
  }
}

const CAMPAIGN_LINKS = 300_000
const VISITED = 20_000

/**
 * Puts links of an account into a campaign and compares its rotator with its links, and with one of them, under load.
 */
export async function measureRotator(
  service: Service,
  url: string,
  { id, apikey }: Owner,
  visitor: Omit<Target, 'path'>,
  { seconds, rounds, connections }: Effort,
): Promise<void> {
  const reply = await service.api('POST', '/api/campaign/add', apikey, { name: 'Bench', slug: 'bench' })
  const campaign = (await reply.json()) as { id: number }
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`set session_replication_role = replica`
  const { count } = await sql`
    update links set campaign_id = ${campaign.id} where id in (
      select id from links where account_id = ${id} order by id limit ${CAMPAIGN_LINKS})`
  await sql`vacuum analyze links`
  const rows = await sql<{ alias: string }[]>`
    select alias from aliases join links on links.id = aliases.link_id
    where campaign_id = ${campaign.id} and status = 'public' order by md5(alias) limit ${VISITED}`
  await sql.end()
  const paths = rows.map(({ alias }) => `/${alias}`)
  const kinds: [string, Target][] = [
    ['one link', { ...visitor, path: paths[0] ?? '' }],
    [`${paths.length} of its links, at random`, { ...visitor, path: paths }],
    [`rotator of ${count} links`, { ...visitor, path: '/r/bench' }],
  ]
  // One visitor at a time: how long a visit takes. Many: what it costs.
  say('\n| visits | one at a time, median ms | ratio | at once, answers/s | time of one link | of a link at random |')
  say('|---|---|---|---|---|---|')
  const alone = new Map<string, number[]>()
  const together = new Map<string, number[]>()
  for (let round = -1; round < rounds; round++)
    for (const [name, target] of kinds) {
      const one = await load(target, 1, 1000)
      const all = await load(target, connections, seconds * 1000)
      if (one.wrong + all.wrong > 0) throw new Error(`${name}: ${one.wrong + all.wrong} wrong answers`)
      if (round < 0) continue
      alone.set(name, [...(alone.get(name) ?? []), one.median])
      together.set(name, [...(together.get(name) ?? []), 1 / all.rate])
    }
  const [[link] = [''], [random] = ['']] = kinds
  const ratio = (measured: Map<string, number[]>, name: string, to: string) =>
    median((measured.get(name) ?? []).map((value, i) => value / (measured.get(to)?.[i] ?? Number.NaN))).toFixed(2)
  for (const [name] of kinds) {
    const ms = median(alone.get(name) ?? []).toFixed(1)
    const rate = Math.round(1 / median(together.get(name) ?? []))
    const cells = [name, ms, ratio(alone, name, link), rate, ratio(together, name, link), ratio(together, name, random)]
    say(`| ${cells.join(' | ')} |`)
  }
}

/** Deletes the campaign of measureRotator and reads how long the answer and the job took. */
export async function measureDeletion({ api }: Service, url: string, { apikey }: Owner): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const [campaign] = await sql`select id from campaigns where slug = 'bench'`
  const start = performance.now()
  await api('DELETE', `/api/campaign/${campaign?.['id']}/delete`, apikey)
  const answered = performance.now() - start
  for (;;) {
    const [job] = await sql<{ progress: string; seconds: string | null }[]>`
      select progress, extract(epoch from finished_at - created_at)::numeric(9, 1) as seconds from jobs
      where kind = 'delete_campaign'`
    if (job?.seconds) {
      say('\n| links of the deleted campaign | answered, ms | job, s |')
      say('|---|---|---|')
      say(`| ${job.progress} | ${answered.toFixed(1)} | ${job.seconds} |`)
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await sql.end()
}
