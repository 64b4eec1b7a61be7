import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../store.ts'
import { measureTable, type Table } from './describe.ts'

// Of what is held in memory at a time. Stored values may be compressed, to a tenth.
const BATCH_BYTES = 4 * 1024 * 1024
const COMPRESSION = 10
const ROW_BYTES = 200
const MAX_BATCH_ROWS = 2000

/**
 * The number of rows that were added and a checksum of them, which does not depend on their order: the sum of the first
 * 64 bits of their SHA-256.
 */
export class Tally {
  rows = 0
  #sum = 0n

  add(line: string): void {
    this.rows++
    this.#sum = BigInt.asUintN(64, this.#sum + hash('sha256', line, 'buffer').readBigUInt64BE())
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(16, '0')
  }
}

/**
 * The rows of a table in batches: each a line with a JSON array of the texts of its columns, as `prepareTransfer` sets.
 * Must run in a transaction.
 */
export async function* readRows(db: Database, table: Table): AsyncGenerator<string[]> {
  const { rows: count, widest } = await measureTable(db, table)
  if (count === 0) return
  const fitting = Math.floor(BATCH_BYTES / (ROW_BYTES + widest * COMPRESSION))
  const limit = Math.min(MAX_BATCH_ROWS, Math.max(1, fitting))
  const texts = table.columns.map(({ name }) => sql`${sql.id(name)}::text`)
  await sql`
    declare rows_read no scroll cursor for
    select array_to_json(array[${sql.join(texts)}])::text as line from ${sql.id(table.name)}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(limit)} from rows_read`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < limit) break
  }
  await sql`close rows_read`.execute(db)
}

/** Inserts rows as `readRows` returns them. */
export async function insertRows(db: Database, { name, columns }: Table, lines: string[]): Promise<void> {
  const values = columns.map(({ type }, i) => sql`(r ->> ${sql.lit(i)})::${sql.raw(type)}`)
  await sql`
    insert into ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column.name)))}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${`[${lines.join()}]`}::text::jsonb) r`.execute(db)
}
