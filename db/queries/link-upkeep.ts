import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { JobStep } from './jobs.ts'

const ACCOUNTS_A_STEP = 20
const LINKS_A_STEP = 1000

/**
 * Counts the links of some accounts from before there was link_counts. One statement sees links and counts of the same
 * moment, so that what is created meanwhile is counted once.
 */
export const countLinksStep: JobStep = async (db, { state }) => {
  const { rows } = await sql<{ id: number }>`
    with batch as materialized (
      select id from accounts where id > ${state?.['id'] ?? 0}::bigint order by id limit ${sql.lit(ACCOUNTS_A_STEP)}
    ), counted as (
      insert into link_counts (account_id, slot, total)
      select id, -1, (select count(*) from links where account_id = batch.id)
        - coalesce((select sum(total) from link_counts where account_id = batch.id and slot >= 0), 0)
      from batch on conflict do nothing
    )
    select id from batch order by id`.execute(db)
  return resultOf(rows)
}

/** Writes the words of some links from before there was link_words; each is locked, so that no change of it is missed. */
export const fillWordsStep: JobStep = async (db, { state }) => {
  const { rows } = await sql<{ id: number }>`
    with batch as materialized (
      select l.id, l.account_id, words_of_link(a.alias, l) as words from links l join aliases a on a.link_id = l.id
      where l.id > ${state?.['id'] ?? 0}::bigint order by l.id limit ${sql.lit(LINKS_A_STEP)} for no key update of l
    ), written as (
      insert into link_words (id, account_id, words) select id, account_id, words from batch on conflict do nothing
    )
    select id from batch order by id`.execute(db)
  return resultOf(rows)
}

const resultOf = (rows: { id: number }[]) => {
  const last = rows.at(-1)
  return { rows: rows.length, state: last ? { id: last.id } : null }
}

// What large tables are given while the service runs; small ones have them from the migrations.
const indexes = {
  aliases_detached: 'on aliases (alias) where detached',
  aliases_folded: 'on aliases (domain_id, (coalesce(folded, lower(alias collate "C")))) where domain_id is not null',
  aliases_lost_alias: "on aliases (split_part(lost_domain, '://', 2), alias) where lost_domain is not null",
  links_campaign_id: 'on links (campaign_id, id) where campaign_id is not null',
  links_draw: 'on links (campaign_id, hashint8(id)) where campaign_id is not null',
  link_words_trigrams: 'on link_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256)',
}

/** Whether the database has the extension that searches of links need to be fast. */
export async function hasTrigrams(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  return rows.length > 0
}

/** Creates the indexes that are missing, without keeping anyone from writing. One that was interrupted is made anew. */
export async function createMissingIndexes(db: Database, isStopped: () => boolean): Promise<void> {
  const canHaveTrigrams = await hasTrigrams(db)
  for (const [name, definition] of Object.entries(indexes)) {
    if (name === 'link_words_trigrams' && !canHaveTrigrams) continue
    const { rows } = await sql<{ valid: boolean; building: boolean }>`
      select i.indisvalid as valid, exists (select 1 from pg_stat_progress_create_index p where p.index_relid = c.oid) as building
      from pg_class c join pg_index i on i.indexrelid = c.oid where c.oid = to_regclass(${name})`.execute(db)
    const [found] = rows
    if (found?.valid) continue
    // Another instance goes on.
    if (found?.building || isStopped()) return
    if (found) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently if not exists ${sql.id(name)} ${sql.raw(definition)}`.execute(db)
  }
  // Their successors begin with the same columns.
  await sql`drop index concurrently if exists links_campaign`.execute(db)
  await sql`drop index concurrently if exists aliases_lost`.execute(db)
}
