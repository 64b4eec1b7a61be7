import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'

interface Halt {
  table: string
  change: 'insert' | 'delete'
  /** The row, such as `new.id = 1` or `old.id = 1`. */
  when: string
}

/**
 * Halts statements that change a row, so that their process can be killed in the middle of one, however late that is.
 * With the embedded database the whole process halts.
 */
export async function haltAt(db: Database, { table, change, when }: Halt): Promise<void> {
  await sql`create function halt() returns trigger language plpgsql
    as 'begin perform pg_sleep(300); return coalesce(new, old); end'`.execute(db)
  await sql`create trigger halt before ${sql.raw(change)} on ${sql.table(table)} for each row
    when (${sql.raw(when)}) execute function halt()`.execute(db)
}

/** Ends sessions of killed processes that are halted: a Postgres server would continue them. */
export async function endHalted(db: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid, 30000) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(db)
}

/** Ends what halted sessions there are, and halts none any more. */
export async function endHalt(db: Database): Promise<void> {
  await endHalted(db)
  await sql`drop function halt() cascade`.execute(db)
}
