import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { isDetached } from './domains.ts'
import { isWithinTime } from './links.ts'
import { isUnexhausted } from './visit-totals.ts'

/** A link that a rotator may lead to, and the host of its branded domain; null: it is on the service's own. */
export interface DrawnLink {
  id: number
  alias: string
  host: string | null
}

/** `isComplete`: all live links of a campaign. Else: links drawn one by one, each as likely as any other at each draw. */
export interface Draws {
  links: DrawnLink[]
  isComplete: boolean
}

/** SQL: whether a link may be shown publicly, from `links`, `aliases` and `domains`. */
export const isLive = sql<boolean>`(links.status = 'public' and not ${isDetached} and ${isWithinTime} and ${isUnexhausted})`

// Up to so many links all of them are read.
const MAX_COMPLETE = 1000
const TRIES = 512
const MANY_TRIES = 8192
const FALLBACK_DRAWS = 256
// Links are in buckets of about so many, by their hash. With 16 on average none has 48 (once in 10^10 buckets).
const BUCKET_LINKS = 16
const MAX_BUCKET_LINKS = 48
const HASHES = 2 ** 32
const MIN_HASH = -(2 ** 31)

/** The id of the campaign with this slug; undefined when there is none. */
export async function findPublicRotator(db: Database, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('campaigns').select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id
}

/** Live links of a campaign, drawn at random. None: it has no live link. */
export async function drawPublicLinks(db: Database, campaignId: number): Promise<Draws> {
  const { rows } = await sql<{ members: number }>`
    select count(*) as members from (
      select 1 from links where campaign_id = ${campaignId}::bigint limit ${sql.lit(MAX_COMPLETE + 1)}) links`.execute(
    db,
  )
  if ((rows[0]?.members ?? 0) <= MAX_COMPLETE) return { links: await listLive(db, campaignId), isComplete: true }
  const buckets = Math.ceil((await estimateLinks(db, campaignId)) / BUCKET_LINKS)
  for (const tries of [TRIES, MANY_TRIES]) {
    const links = await tryDraws(db, campaignId, buckets, tries)
    if (links.length > 0) return { links, isComplete: false }
  }
  // Hardly any link is live.
  const links = await listLive(db, campaignId, sql`order by random() limit ${sql.lit(FALLBACK_DRAWS)}`)
  return { links, isComplete: links.length < FALLBACK_DRAWS }
}

async function listLive(db: Database, campaignId: number, order = sql``): Promise<DrawnLink[]> {
  const { rows } = await sql<DrawnLink>`
    select links.id, aliases.alias, domains.host from links join aliases on aliases.link_id = links.id
    left join domains on domains.id = aliases.domain_id
    where links.campaign_id = ${campaignId}::bigint and ${isLive} ${order}`.execute(db)
  return rows
}

// From how far a thousand links reach from a random hash on. A tenth more or less only changes how many are in a bucket.
async function estimateLinks(db: Database, campaignId: number): Promise<number> {
  const from = MIN_HASH + Math.floor((Math.random() * HASHES) / 2)
  const { rows } = await sql<{ links: number; until: number | null }>`
    select count(*) as links, max(hash) as until from (
      select hashint8(id) as hash from links where campaign_id = ${campaignId}::bigint and hashint8(id) >= ${from}::integer
      order by hashint8(id) limit ${sql.lit(MAX_COMPLETE)}) ahead`.execute(db)
  const { links, until } = rows[0] ?? { links: 0, until: null }
  const reach = links === MAX_COMPLETE && until !== null ? until - from : MIN_HASH + HASHES - from
  return Math.max(1, (links * HASHES) / Math.max(1, reach))
}

/**
 * Each try is a random bucket and a random place in it, of as many places as no bucket has links: so every link has the
 * same chance, whatever its bucket. A place without a link, or with one that is not live, is a try in vain.
 */
async function tryDraws(db: Database, campaignId: number, buckets: number, tries: number): Promise<DrawnLink[]> {
  const arrayOf = (values: number[]) => sql`${`{${values.join()}}`}::text::integer[]`
  const drawn = Array.from({ length: tries }, () => Math.floor(Math.random() * buckets))
  const startOf = (bucket: number) => MIN_HASH + Math.floor((bucket * HASHES) / buckets)
  const places = drawn.map(() => Math.floor(Math.random() * MAX_BUCKET_LINKS))
  const { rows } = await sql<DrawnLink>`
    select links.id, aliases.alias, domains.host
    from unnest(${arrayOf(drawn.map(startOf))}, ${arrayOf(drawn.map((bucket) => startOf(bucket + 1) - 1))}, ${arrayOf(places)})
      as try (low, high, place)
    cross join lateral (
      select id from links where campaign_id = ${campaignId}::bigint and hashint8(id) between try.low and try.high
      order by hashint8(id), id limit 1 offset try.place) hit
    join links on links.id = hit.id join aliases on aliases.link_id = links.id
    left join domains on domains.id = aliases.domain_id where ${isLive}`.execute(db)
  return rows
}
