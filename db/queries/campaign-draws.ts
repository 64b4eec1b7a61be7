import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { isLiveLink, isPublicOf, lastPublicLookedAt, type PublicReading } from './public-links.ts'

/** A link that a rotator may lead to, and the host of its branded domain; null: it is on the service's own. */
export interface DrawnLink {
  id: number
  alias: string
  host: string | null
}

export interface Draws {
  /** Live links in random order, each drawn with the same probability. Empty if the campaign has no live link. */
  links: DrawnLink[]
  /** Whether these are all live links. */
  isComplete: boolean
  /** About how many links were looked at. */
  lookedAt: number
}

/** How links are drawn: each long statement with `inTurn`. */
export interface Drawing extends PublicReading {
  inTurn<T>(step: () => Promise<T>): Promise<T>
}

// Campaigns with at most this many public links are read completely.
const MAX_COMPLETE = 1000
// Links per bucket, on average; the bucket is given by the hash of the id.
const BUCKET_LINKS = 16
const BUCKETS = 64
const MANY_BUCKETS = 2048
const MAX_SAMPLE = 256
const HASHES = 2 ** 32
const MIN_HASH = -(2 ** 31)

/** The campaign with this slug; undefined when there is none. */
export function findPublicRotator(db: Database, slug: string) {
  return db
    .selectFrom('campaigns')
    .select(['id', 'account_id'])
    .where('slug', '=', slug)
    .where('account_id', 'is not', null)
    .where(sql<boolean>`not ${isOfDeleted('campaigns.account_id')}`)
    .$narrowType<{ account_id: NotNull }>()
    .executeTakeFirst()
}

/** Live links of a campaign, drawn at random. */
export async function drawPublicLinks(db: Database, campaignId: number, drawing: Drawing): Promise<Draws> {
  const { rows } = await sql<{ members: number }>`
    select count(*) as members from (
      select 1 from links where ${isPublicOf(campaignId)} limit ${sql.lit(MAX_COMPLETE + 1)}) links`.execute(db)
  const members = rows[0]?.members ?? 0
  if (members <= MAX_COMPLETE) {
    const links = await listLive(db, isPublicOf(campaignId), drawing)
    return { links, isComplete: true, lookedAt: members }
  }
  const buckets = Math.ceil((await estimateLinks(db, campaignId)) / BUCKET_LINKS)
  for (const count of [BUCKETS, MANY_BUCKETS]) {
    const links = await drawBuckets(db, campaignId, buckets, count, drawing)
    if (links.length > 0) return { links, isComplete: false, lookedAt: Math.min(count, buckets) * BUCKET_LINKS }
  }
  // Too few links are live to find one in random buckets.
  const links = buckets * BUCKET_LINKS
  return {
    ...(await sampleAll(db, campaignId, drawing)),
    lookedAt: Math.min(MANY_BUCKETS * BUCKET_LINKS, links) + links,
  }
}

/** A sample of all live links of a campaign, which are looked at in steps. */
async function sampleAll(db: Database, campaignId: number, drawing: Drawing) {
  let sample: { place: number; link: DrawnLink }[] = []
  let live = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const range: RawBuilder<unknown> = sql`links.id > ${after}::bigint`
    after = await drawing.inTurn(async () => {
      const last = await lastPublicLookedAt(db, campaignId, range, 'asc')
      const step = last === undefined ? range : sql`${range} and links.id <= ${last}::bigint`
      const links = await listLive(db, sql`${isPublicOf(campaignId)} and ${step}`, drawing)
      live += links.length
      sample.push(...links.map((link) => ({ place: Math.random(), link })))
      return last
    })
    sample = sample.toSorted((one, other) => one.place - other.place).slice(0, MAX_SAMPLE)
  }
  return { links: sample.map(({ link }) => link), isComplete: live <= MAX_SAMPLE }
}

async function listLive(db: Database, where: RawBuilder<unknown>, reading: PublicReading): Promise<DrawnLink[]> {
  const { rows } = await sql<DrawnLink>`
    select links.id, aliases.alias, domains.host from links join aliases on aliases.link_id = links.id
    left join domains on domains.id = aliases.domain_id
    where ${where} and ${isLiveLink(reading)} order by random()`.execute(db)
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
async function drawBuckets(
  db: Database,
  campaignId: number,
  buckets: number,
  count: number,
  reading: PublicReading,
): Promise<DrawnLink[]> {
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
    reading,
  )
}
