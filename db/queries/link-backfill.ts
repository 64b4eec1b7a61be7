import { sql } from 'kysely'
import type { JobStep } from './jobs.ts'
import { rewriteWords } from './link-words.ts'

const ACCOUNTS_A_STEP = 20
const LINKS_A_STEP = 1000

/**
 * Counts the links of some accounts that are older than the table link_counts. In one statement, so that links that are
 * created concurrently are counted exactly once.
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

/** Writes the search words of some links that are older than the table link_words. */
export const fillWordsStep: JobStep = async (db, { state }) => {
  const { rows } = await sql<{ id: number; account_id: number }>`
    select id, account_id from links where id > ${state?.['id'] ?? 0}::bigint
    order by id limit ${sql.lit(LINKS_A_STEP)} for key share`.execute(db)
  await rewriteWords(db, rows)
  return resultOf(rows)
}

const resultOf = (rows: { id: number }[]) => {
  const last = rows.at(-1)
  return { rows: rows.length, state: last ? { id: last.id } : null }
}
