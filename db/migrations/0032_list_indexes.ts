import { type Kysely, sql } from 'kysely'

const MAX_PAGES = 10_000

const ofLinks = [
  "links_campaign_public on links (campaign_id, id) where campaign_id is not null and status = 'public'",
  "links_private on links (account_id, id) where status = 'private'",
  'links_created on links (account_id, created_at)',
]

// Public lists read only the public links of a campaign, and lists of links only private ones, or those of some days. A search
// for two letters looks for them with each ASCII character after them in the trigram index; links with other characters are
// in an index of their own. On larger tables a job creates the indexes (createMissingIndexes).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create statistics link_words_bytes on (octet_length(words) - length(words)) from link_words`.execute(db)
  if (await isSmall(db, 'link_words')) {
    await sql`create index link_words_not_ascii on link_words (account_id) where octet_length(words) - length(words) > 0`.execute(
      db,
    )
    await sql`analyze link_words`.execute(db)
  }
  if (await isSmall(db, 'links')) for (const index of ofLinks) await sql.raw(`create index ${index}`).execute(db)
}

/** Whether an index can be created in a migration; on a large table it is created while the service runs. */
export async function isSmall(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ small: boolean }>`
    select pg_relation_size(${table}::text::regclass) / 8192 < ${sql.lit(MAX_PAGES)} as small`.execute(db)
  return rows[0]?.small ?? false
}
