import { sql } from 'kysely'
import type { Database } from '../open.ts'

// Migrations create these only on small tables: on large ones they are created while the service runs.
const indexes = {
  aliases_detached: 'on aliases (alias) where detached',
  aliases_folded: 'on aliases (domain_id, (coalesce(folded, lower(alias collate "C")))) where domain_id is not null',
  aliases_lost_alias: "on aliases (split_part(lost_domain, '://', 2), alias) where lost_domain is not null",
  deleted_codes_account: 'on deleted_codes (account_id, code) where account_id is not null',
  forgotten_visits_account: 'on forgotten_visits (account_id) where account_id is not null',
  events_listed: "on events (account_id, transaction, id) where type <> 'visits.recorded'",
  events_visits: "on events (id) where type = 'visits.recorded'",
  links_campaign_public: "on links (campaign_id, id) where campaign_id is not null and status = 'public'",
  links_campaign_id: 'on links (campaign_id, id) where campaign_id is not null',
  links_created: 'on links (account_id, created_at)',
  links_draw: 'on links (campaign_id, hashint8(id)) where campaign_id is not null',
  links_expiry: 'on links (expires_at, id) where expires_at is not null',
  links_private: "on links (account_id, id) where status = 'private'",
  link_words_not_ascii: 'on link_words (account_id) where octet_length(words) - length(words) > 0',
  link_words_trigrams: 'on link_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 4096)',
}

/** Whether the database has the extension that searches of links need to be fast. */
export async function hasTrigrams(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  return rows.length > 0
}

// Indexes of earlier releases, in whose place newer ones are read. They are dropped.
const replaced = ['links_campaign', 'links_clicks', 'aliases_lost']

/** Returns, by name, whether an index is valid. Names of indexes that do not exist are not in the map. */
async function findIndexes(db: Database, names: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select name, i.indisvalid as valid from unnest(${`{${names.join(',')}}`}::text::text[]) name
    join pg_index i on i.indexrelid = to_regclass(name)`.execute(db)
  return new Map(rows.map(({ name, valid }) => [name, valid]))
}

async function isBeingBuilt(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_progress_create_index where index_relid = to_regclass(${name})`.execute(db)
  return rows.length > 0
}

/**
 * Creates the indexes that are missing, without blocking writes. An invalid index, left by an interruption, is created
 * again.
 */
export async function createMissingIndexes(db: Database, isStopped: () => boolean): Promise<void> {
  // One query for all names: most databases have every index, and then nothing else is to do.
  const found = await findIndexes(db, [...Object.keys(indexes), ...replaced])
  for (const [name, definition] of Object.entries(indexes)) {
    if (found.get(name)) continue
    if (name === 'link_words_trigrams' && !(await hasTrigrams(db))) continue
    // Another instance may have created this index since, or be creating it now.
    const isValid = (await findIndexes(db, [name])).get(name)
    if (isValid) continue
    if (isStopped() || (await isBeingBuilt(db, name))) return
    if (isValid === false) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently if not exists ${sql.id(name)} ${sql.raw(definition)}`.execute(db)
  }
  for (const name of replaced.filter((name) => found.has(name)))
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}

/**
 * Whether every partition of raw visits has one of their indexes: by subject, by account or by id. The latter two are
 * of use only when all visits have their account.
 */
export async function isVisitIndexReady(
  db: Database,
  index: 'clicks_subject' | 'clicks_account' | 'clicks_order',
): Promise<boolean> {
  const haveAccounts =
    index === 'clicks_subject'
      ? sql``
      : sql`and not exists (select from jobs where kind = 'own_visits' and finished_at is null)`
  const { rows } = await sql<{ ready: boolean }>`
    select indisvalid ${haveAccounts} as ready from pg_index where indexrelid = ${index}::text::regclass`.execute(db)
  return rows[0]?.ready ?? false
}
