import { sql } from 'kysely'
import { DatabaseSetupError } from '../failure.ts'
import { checkEmpty, createSchema, migrate } from '../migrate.ts'
import { markRestored } from '../queries/restored.ts'
import { keepDeltaPages } from '../queries/visit-maintenance.ts'
import type { Database, Store } from '../store.ts'
import { listPartitions, listTables, type Partition, prepareTransfer, type Sequence, type Table } from './describe.ts'
import { type DumpHeader, FORMAT } from './dump.ts'
import { insertRows, readRows, Tally } from './rows.ts'

const BATCH_CHARACTERS = 1024 * 1024
const BATCH_ROWS = 2000
const BOUND = String.raw`\((?:MINVALUE|'[-+:. 0-9]{8,40}')\)`
const BOUNDS = new RegExp(`^FOR VALUES FROM ${BOUND} TO ${BOUND}$`)

/** A dump that cannot be loaded; nothing of it was stored. */
export class DumpError extends DatabaseSetupError {}

const damaged = (why: string) => new DumpError(`The dump is damaged: ${why}. Nothing was stored.`)

export interface Loaded {
  tables: number
  rows: number
  /** When the dump was made, and by which release. */
  made: string
  release: string
  /** Migrations that ran after it was loaded. */
  migrated: string[]
  /** Tables of the dump that are not of Waymark. */
  leftOut: string[]
}

interface LoadOptions {
  report: (line: string) => void
  /** Called with the number of rows so far, and of all. */
  onRows?: (done: number, total: number) => void
  /** Called when rows are read back. */
  onVerify?: (done: number, total: number) => void
}

/**
 * Stores a dump in an empty database and migrates it to the newest schema. In one transaction, the schema of the dump
 * is created, its rows are stored, and read back to compare counts and checksums. Throws DumpError or
 * DatabaseSetupError; then nothing is stored.
 */
export async function loadDump(store: Store, lines: AsyncIterable<string>, options: LoadOptions): Promise<Loaded> {
  const { report } = options
  const loaded = await store.db.transaction().execute((db) => new Loading(db, lines, options).run())
  const migrated = await migrate(store.db, report)
  await keepDeltaPages(store.db)
  // Without statistics the first queries would choose wrong indexes.
  await sql`analyze`.execute(store.patient)
  return { ...loaded, migrated }
}

class Loading {
  readonly #db: Database
  readonly #lines: AsyncIterator<string>
  readonly #options: LoadOptions
  /** What was stored of each table, whose columns are in the order of the dump. */
  readonly #stored = new Map<string, { table: Table; tally: Tally }>()
  readonly #leftOut: string[] = []
  #rows = 0
  #header: DumpHeader | undefined

  constructor(db: Database, lines: AsyncIterable<string>, options: LoadOptions) {
    this.#db = db
    this.#lines = lines[Symbol.asyncIterator]()
    this.#options = options
  }

  async run(): Promise<Omit<Loaded, 'migrated'>> {
    try {
      await prepareTransfer(this.#db)
      await checkEmpty(this.#db)
      const header = await this.#readHeader()
      await createSchema(this.#db, header.migrations)
      await this.#replacePartitions(header.partitions)
      const tables = await listTables(this.#db)
      await this.#empty(tables)
      const read = await this.#readTables(tables)
      await this.#setSequences(header.sequences)
      await this.#verify()
      for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(this.#db)
      if (tables.some(({ name, columns }) => name === 'visit_mark' && columns.some((one) => one.name === 'table_oid')))
        await markRestored(this.#db)
      return { ...read, made: header.made, release: header.release, leftOut: this.#leftOut }
    } finally {
      await this.#lines.return?.()
    }
  }

  async #nextLine(): Promise<string> {
    const { done, value } = await this.#lines.next()
    if (done) throw damaged('its end is missing')
    return value
  }

  async #readHeader(): Promise<DumpHeader> {
    const header = parseLine(await this.#nextLine())
    if (header['waymark'] !== 'dump') throw new DumpError('This is not a backup of Waymark.')
    if (header['format'] !== FORMAT)
      throw new DumpError(`The backup is of the newer release ${String(header['release'])}: restore it with that one.`)
    const { migrations, partitions, sequences } = header
    if (![migrations, partitions, sequences].every(Array.isArray) || (migrations as unknown[]).length === 0)
      throw damaged('its first line is not complete')
    this.#header = header as unknown as DumpHeader
    return this.#header
  }

  // Those of the dump, because its months and days are others than those of today.
  async #replacePartitions(wanted: Partition[]): Promise<void> {
    for (const { name } of await listPartitions(this.#db)) await sql`drop table ${sql.id(name)}`.execute(this.#db)
    for (const { name, parent, bounds } of wanted) {
      if (!BOUNDS.test(bounds)) throw damaged(`the partition ${name} has no valid bounds`)
      await sql`create table ${sql.id(name)} partition of ${sql.id(parent)} ${sql.raw(bounds)}`.execute(this.#db)
    }
  }

  // Migrations store some rows. Triggers would write what the dump has already.
  async #empty(tables: Table[]): Promise<void> {
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(this.#db)
    for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(this.#db)
  }

  async #readTables(tables: Table[]): Promise<{ tables: number; rows: number }> {
    for (;;) {
      const line = parseLine(await this.#nextLine())
      const name = line['table']
      if (typeof name !== 'string') {
        const missing = tables.find(({ name }) => !this.#stored.has(name))
        if (missing) throw damaged(`the table ${missing.name} is missing`)
        if (line['rows'] !== this.#rows) throw damaged('rows are missing')
        return { tables: this.#stored.size, rows: this.#rows }
      }
      const table = tables.find((table) => table.name === name)
      const ordered = table && inOrderOf(table, line['columns'])
      if (table && (this.#stored.has(name) || !ordered))
        throw damaged(`the table ${name} is not as its release makes it`)
      const tally = await this.#readTable(name, ordered)
      if (ordered) this.#stored.set(name, { table: ordered, tally })
      else this.#leftOut.push(name)
    }
  }

  async #readTable(name: string, table: Table | undefined): Promise<Tally> {
    const tally = new Tally()
    let batch: string[] = []
    let characters = 0
    const flush = async () => {
      if (table && batch.length > 0) await this.#insert(table, batch)
      this.#rows += batch.length
      this.#options.onRows?.(this.#rows, this.#header?.rows ?? 0)
      batch = []
      characters = 0
    }
    for (;;) {
      const line = await this.#nextLine()
      if (line.startsWith('[')) {
        tally.add(line)
        batch.push(line)
        characters += line.length
        if (characters > BATCH_CHARACTERS || batch.length >= BATCH_ROWS) await flush()
        continue
      }
      const { end, rows, checksum } = parseLine(line)
      if (end !== name || rows !== tally.rows || checksum !== tally.checksum)
        throw damaged(`rows of the table ${name} are missing or changed`)
      await flush()
      return tally
    }
  }

  async #insert(table: Table, lines: string[]): Promise<void> {
    try {
      await insertRows(this.#db, table, lines)
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      // Values or references that are not valid.
      if (/^2[23]/.test(code)) throw damaged(`rows of the table ${table.name} cannot be stored (${message})`)
      throw error
    }
  }

  async #setSequences(sequences: Sequence[]): Promise<void> {
    for (const { name, last, called } of sequences)
      await sql`
        select setval(c.oid::regclass, ${last}::text::bigint, ${called}::boolean) from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and c.relname = ${name}`.execute(
        this.#db,
      )
  }

  async #verify(): Promise<void> {
    let done = 0
    for (const { table, tally } of this.#stored.values()) {
      const found = new Tally()
      for await (const lines of readRows(this.#db, table)) {
        for (const line of lines) found.add(line)
        done += lines.length
        this.#options.onVerify?.(done, this.#rows)
      }
      if (found.rows !== tally.rows || found.checksum !== tally.checksum)
        throw new DumpError(`The rows of ${table.name} are not stored as the dump has them. Nothing was stored.`)
    }
  }
}

/** The table with its columns in this order; undefined if it has others. */
function inOrderOf(table: Table, names: unknown): Table | undefined {
  if (!Array.isArray(names) || names.length !== table.columns.length) return undefined
  const columns = names.flatMap((name) => table.columns.filter((column) => column.name === name))
  return new Set(columns).size === table.columns.length ? { ...table, columns } : undefined
}

function parseLine(line: string): Record<string, unknown> {
  try {
    const value = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Below.
  }
  throw damaged('a line cannot be read')
}
