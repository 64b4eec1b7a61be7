import { DatabaseSetupError } from '../failure.ts'
import { appliedMigrations } from '../migrate.ts'
import type { Database } from '../store.ts'
import {
  listPartitions,
  listSequences,
  listTables,
  measureTable,
  type Partition,
  prepareTransfer,
  type Sequence,
} from './describe.ts'
import { readRows, Tally } from './rows.ts'

export const FORMAT = 1

/** The first line of a dump. */
export interface DumpHeader {
  waymark: 'dump'
  format: number
  release: string
  made: string
  migrations: string[]
  rows: number
  partitions: Partition[]
  sequences: Sequence[]
}

/** The line before the rows of a table. */
export interface TableStart {
  table: string
  columns: string[]
}

/** The line after the rows of a table. */
export interface TableEnd {
  end: string
  rows: number
  checksum: string
}

/** The last line. */
export interface DumpEnd {
  tables: number
  rows: number
}

interface DumpOptions {
  release: string
  /** Called with the number of rows so far, and of all. */
  onRows?: (done: number, total: number) => void
}

/**
 * The whole database as it is at one moment, in batches of lines that `loadDump` reads: JSON objects for its structure,
 * and arrays for rows. The embedded database does nothing else meanwhile.
 */
export async function* dumpDatabase(
  db: Database,
  { release, onRows = () => {} }: DumpOptions,
): AsyncGenerator<string[]> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await prepareTransfer(transaction)
    const migrations = await appliedMigrations(transaction)
    if (migrations.length === 0) throw new DatabaseSetupError('The database is empty.')
    const tables = await listTables(transaction)
    let total = 0
    for (const table of tables) total += (await measureTable(transaction, table)).rows
    const header: DumpHeader = {
      waymark: 'dump',
      format: FORMAT,
      release,
      made: new Date().toISOString(),
      migrations: migrations.toSorted(),
      rows: total,
      partitions: await listPartitions(transaction),
      sequences: await listSequences(transaction),
    }
    yield [JSON.stringify(header)]
    let done = 0
    for (const table of tables) {
      const start: TableStart = { table: table.name, columns: table.columns.map(({ name }) => name) }
      yield [JSON.stringify(start)]
      const tally = new Tally()
      for await (const lines of readRows(transaction, table)) {
        for (const line of lines) tally.add(line)
        yield lines
        done += lines.length
        onRows(done, total)
      }
      const end: TableEnd = { end: table.name, rows: tally.rows, checksum: tally.checksum }
      yield [JSON.stringify(end)]
    }
    const end: DumpEnd = { tables: tables.length, rows: done }
    yield [JSON.stringify(end)]
  } finally {
    // Nothing was written.
    await transaction.rollback().execute()
  }
}
