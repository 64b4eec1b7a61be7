// Compares what one account with many links waits for with what one with few does, in turns, over HTTP.
import postgres from 'postgres'
import { load, type Target } from './load.ts'

/** An account and its key. */
export interface Owner {
  id: number
  apikey: string
}

interface Timed {
  name: string
  path: (owner: Owner) => string
  /** Only the account with many links is asked: milliseconds count, not a ratio. */
  isAlone?: boolean
}

const FEW = 1000
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Gives an account links, each with an alias on the service's own host, as fast as a database takes them. */
export async function addLinks(url: string, account: number, count: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  // What triggers would do for each row is done at once below.
  await sql`set session_replication_role = replica`
  await sql`drop index link_words_trigrams`
  await sql`
    with added as (
      insert into links (account_id, url, metatitle, clicks)
      select ${account}, 'https://shop' || n % 5000 || '.example.com/products/' || md5(n::text) || '/item-' || n,
        case when n % 3 = 0 then 'Product ' || n end, (random() ^ 8 * 10000)::integer
      from generate_series(1, ${count}::integer) n returning id
    )
    insert into aliases (link_id, alias) select id, 'bench' || id from added`
  await sql`
    insert into link_words (id, account_id, words)
    select l.id, l.account_id, words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id
    where l.account_id = ${account}`
  await sql`update link_counts set total = total + ${count} where account_id = ${account} and slot = -1`
  await sql`create index link_words_trigrams on link_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256)`
  await sql`vacuum analyze`
  await sql.end()
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

/** Measures lists and searches of an account with `count` links against those of one with a thousand. */
export async function measureLists(port: number, few: Owner, many: Owner, count: number): Promise<void> {
  const ask =
    (path: string, { apikey }: Owner) =>
    async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { Authorization: `Bearer ${apikey}` },
      })
      const { data } = (await response.json()) as { data: { urls: { alias: string }[] } }
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return data.urls
    }
  const aliases = new Map<Owner, string>()
  for (const owner of [few, many]) aliases.set(owner, (await ask('/api/urls', owner)())[7]?.alias ?? '')
  const last = (owner: Owner) => Math.ceil((owner === few ? FEW : count) / 15)
  const rows: Timed[] = [
    { name: 'page 1', path: () => '/api/urls' },
    { name: 'by clicks', path: () => '/api/urls?order=click' },
    { name: '`short=`', path: (owner) => `/api/urls?short=${aliases.get(owner)}` },
    { name: 'last page', path: (owner) => `/api/urls?page=${last(owner)}` },
    { name: 'last page by clicks', path: (owner) => `/api/urls?order=click&page=${last(owner)}` },
    { name: 'page in the middle', path: (owner) => `/api/urls?page=${last(owner) >> 1}` },
    { name: '`q=`: in one link', path: () => '/api/urls?q=item-777777', isAlone: true },
    { name: '`q=`: in 200 links', path: () => '/api/urls?q=shop4321', isAlone: true },
    { name: '`q=`: in a third of them', path: () => '/api/urls?q=product+item', isAlone: true },
    { name: '`q=`: in all of them', path: () => '/api/urls?q=example', isAlone: true },
    { name: '`q=`: in none', path: () => '/api/urls?q=nowhere', isAlone: true },
    { name: '`q=`: two letters, in none', path: () => '/api/urls?q=zz', isAlone: true },
  ]
  say(`\n| ${count} links | ${FEW} links, ms | ${count} links, ms | ratio |`)
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

/** How many links the account with few has. */
export const FEW_LINKS = FEW

const CAMPAIGN_LINKS = 300_000
const VISITED = 20_000

/** Puts links of an account into a campaign and compares its rotator with its links, and with one of them, under load. */
export async function measureRotator(
  { url, seconds, rounds, connections }: { url: string; seconds: number; rounds: number; connections: number },
  visitor: Omit<Target, 'path'>,
  { id, apikey }: Owner,
): Promise<void> {
  const base = `http://127.0.0.1:${visitor.port}`
  const reply = await fetch(`${base}/api/campaign/add`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apikey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', slug: 'bench' }),
  })
  const campaign = (await reply.json()) as { id: number }
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`set session_replication_role = replica`
  await sql`
    update links set campaign_id = ${campaign.id} where id in (
      select id from links where account_id = ${id} order by id limit ${CAMPAIGN_LINKS})`
  await sql`vacuum analyze links`
  const rows = await sql<{ alias: string }[]>`
    select alias from aliases join links on links.id = aliases.link_id
    where campaign_id = ${campaign.id} order by md5(alias) limit ${VISITED}`
  await sql.end()
  const paths = rows.map(({ alias }) => `/${alias}`)
  const kinds: [string, Target][] = [
    ['one link', { ...visitor, path: paths[0] ?? '' }],
    [`${VISITED} of its links, at random`, { ...visitor, path: paths }],
    [`rotator of ${CAMPAIGN_LINKS} links`, { ...visitor, path: '/r/bench' }],
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
export async function measureDeletion(url: string, port: number, { apikey }: Owner): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const [campaign] = await sql`select id from campaigns where slug = 'bench'`
  const start = performance.now()
  const reply = await fetch(`http://127.0.0.1:${port}/api/campaign/${campaign?.['id']}/delete`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${apikey}` },
  })
  const answered = performance.now() - start
  if (!reply.ok) throw new Error(`deletion: ${reply.status}`)
  for (;;) {
    const [job] = await sql<{ progress: string; seconds: string | null }[]>`
      select progress, extract(epoch from finished_at - created_at)::numeric(9, 1) as seconds from jobs
      where kind = 'delete_campaign'`
    if (job?.seconds) {
      say(
        `\nDeleting a campaign of ${job.progress} links: answered in ${answered.toFixed(1)} ms, the job took ${job.seconds} s.`,
      )
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await sql.end()
}
