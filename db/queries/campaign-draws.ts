import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { isDetached } from './address-origin.ts'
import { isQuarantined } from './bans.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { isWithinTime } from './links.ts'
import { isUnexhausted } from './visit-totals.ts'

/** A link that a rotator may lead to, and the host of its branded domain; null: it is on the service's own. */
export interface DrawnLink {
  id: number
  alias: string
  host: string | null
}

/** `isComplete`: all live links of a campaign. Else: some of them in random order, each as likely as any other. */
export interface Draws {
  links: DrawnLink[]
  isComplete: boolean
}

/** SQL: whether a link may be shown publicly, from `links`, `aliases` and `domains`. */
export const isLiveLink = sql<boolean>`(links.status = 'public' and not ${isDetached} and ${isWithinTime} and ${isUnexhausted}
  and not ${isQuarantined})`

// Campaigns with at most this many links are read completely.
const MAX_COMPLETE = 1000
// Links per bucket, on average; the bucket is given by the hash of the id.
const BUCKET_LINKS = 16
const BUCKETS = 64
const MANY_BUCKETS = 2048
const FALLBACK_DRAWS = 256
const HASHES = 2 ** 32
const MIN_HASH = -(2 ** 31)

/** The id of the campaign with this slug; undefined when there is none. */
export async function findPublicRotator(db: Database, slug: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('slug', '=', slug)
    .where(sql<boolean>`not ${isOfDeleted('campaigns.account_id')}`)
    .executeTakeFirst()
  return row?.id
}

/** Live links of a campaign, drawn at random. None: it has no live link. */
export async function drawPublicLinks(db: Database, campaignId: number): Promise<Draws> {
  const { rows } = await sql<{ members: number }>`
    select count(*) as members from (
      select 1 from links where campaign_id = ${campaignId}::bigint limit ${sql.lit(MAX_COMPLETE + 1)}) links`.execute(
    db,
  )
  const isMember = sql`links.campaign_id = ${campaignId}::bigint`
  if ((rows[0]?.members ?? 0) <= MAX_COMPLETE) return { links: await listLive(db, isMember), isComplete: true }
  const buckets = Math.ceil((await estimateLinks(db, campaignId)) / BUCKET_LINKS)
  for (const count of [BUCKETS, MANY_BUCKETS]) {
    const links = await drawBuckets(db, campaignId, buckets, count)
    if (links.length > 0) return { links, isComplete: false }
  }
  // Too few links are live to find one in random buckets.
  const links = await listLive(db, isMember, sql`order by random() limit ${sql.lit(FALLBACK_DRAWS)}`)
  return { links, isComplete: links.length < FALLBACK_DRAWS }
}

async function listLive(db: Database, where: RawBuilder<unknown>, order = sql``): Promise<DrawnLink[]> {
  const { rows } = await sql<DrawnLink>`
    select links.id, aliases.alias, domains.host from links join aliases on aliases.link_id = links.id
    left join domains on domains.id = aliases.domain_id
    where ${where} and ${isLiveLink} ${order}`.execute(db)
  return rows
}

// Estimated from how wide a range of hashes a thousand links cover. The estimate only decides how many links are in a
// bucket, so it may be wrong by a tenth.
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
 * The live links of some random buckets, shuffled. All links of a bucket are returned, so every link is equally likely.
 * A bucket that is drawn twice counts once.
 */
async function drawBuckets(db: Database, campaignId: number, buckets: number, count: number): Promise<DrawnLink[]> {
  const drawn = new Set(Array.from({ length: count }, () => Math.floor(Math.random() * buckets)))
  const boundOf = (bucket: number) => MIN_HASH + Math.floor((bucket * HASHES) / buckets)
  const arrayOf = (values: number[]) => sql`${`{${values.join()}}`}::text::integer[]`
  const lows = [...drawn].map(boundOf)
  const highs = [...drawn].map((bucket) => boundOf(bucket + 1) - 1)
  return listLive(
    db,
    sql`links.id in (
      select member.id from unnest(${arrayOf(lows)}, ${arrayOf(highs)}) as bucket (low, high)
      cross join lateral (
        select id from links where campaign_id = ${campaignId}::bigint and hashint8(id) between bucket.low and bucket.high
        offset 0) member)`,
    sql`order by random()`,
  )
}
