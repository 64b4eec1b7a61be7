import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { asIds } from './parameters.ts'

/** Writes the words of some links that wait for it (migration 0038); returns how many waited. */
export function writeWaitingWords(db: Database, limit: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`
      select id from waiting_words limit ${sql.lit(limit)} for update skip locked`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await writeWords(db, ids)
    return ids.length
  })
}

/** Writes the words of these links, which no other transaction changes meanwhile. */
export async function rewriteWords(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select wait_for_words(${asIds(ids)})`.execute(db)
  await writeWords(db, ids)
}

// A statement of its own, so that it sees what was committed before the rows that wait were locked.
async function writeWords(db: Database, ids: readonly number[]): Promise<void> {
  await sql`
    with written as (
      insert into link_words (id, account_id, words)
      select l.id, l.account_id, all_words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id
      where l.id = any (${asIds(ids)})
      on conflict (id) do update set words = excluded.words
    )
    delete from waiting_words where id = any (${asIds(ids)})`.execute(db)
}

/** Empties the list of the trigram index, whose words every search reads one by one. */
export async function indexNewWords(db: Database): Promise<void> {
  await sql`select gin_clean_pending_list(to_regclass('link_words_trigrams'))`.execute(db)
}
