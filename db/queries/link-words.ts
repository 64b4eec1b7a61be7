import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { asIds } from './list-parameters.ts'

/** A link whose words are to be written. */
interface Waiting {
  id: number
  account_id: number
}

/** Writes the search words of some new and changed links (migration 0038); returns their number. */
export function writeWaitingWords(db: Database, limit: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows } = await sql<Waiting>`
      select id, account_id from waiting_words limit ${sql.lit(limit)} for update skip locked`.execute(db)
    if (rows.length > 0) await writeWords(db, rows)
    return rows.length
  })
}

/** Writes the search words of these links, which the transaction has locked to prevent concurrent deletion. */
export async function rewriteWords(db: Database, links: readonly Waiting[]): Promise<void> {
  if (links.length === 0) return
  await sql`select wait_for_words(${asIds(links.map(({ id }) => id))})`.execute(db)
  await writeWords(db, links)
}

// A separate statement, so that its snapshot includes everything committed before the rows were locked.
async function writeWords(db: Database, links: readonly Waiting[]): Promise<void> {
  const ids = asIds(links.map(({ id }) => id))
  const accounts = asIds(links.map(({ account_id }) => account_id))
  await sql`
    with written as (
      insert into link_words (id, account_id, words)
      select l.id, l.account_id, all_words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id
      where l.id = any (${ids})
      on conflict (id) do update set words = excluded.words
    )
    delete from waiting_words w using unnest(${accounts}, ${ids}) as written_now(account_id, id)
    where w.account_id = written_now.account_id and w.id = written_now.id`.execute(db)
}

/** Flushes the pending list of the trigram index, which every search scans sequentially. */
export async function indexNewWords(db: Database): Promise<void> {
  await sql`select gin_clean_pending_list(to_regclass('link_words_trigrams'))`.execute(db)
}
