import { sql } from 'kysely'
import type { Database } from '../store.ts'

export interface Column {
  name: string
  type: string
}

export interface Table {
  name: string
  columns: Column[]
  /** Names of its columns whose values have no fixed length. */
  wide: string[]
}

/** A partition that is not the default one; `bounds` as `FOR VALUES FROM … TO …`. */
export interface Partition {
  name: string
  parent: string
  bounds: string
}

export interface Sequence {
  name: string
  last: string
  called: boolean
}

interface TableRow {
  name: string
  columns: Column[]
  wide: string[]
  after: string[]
}

/** Sets how values are written as text, for the open transaction: the same on every server. */
export async function prepareTransfer(db: Database): Promise<void> {
  await sql`
    select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true), set_config('bytea_output', 'hex', true),
      set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true),
      -- One side waits while the other counts, creates tables or compares.
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
}

/**
 * The tables of the database, but for those of the migrations and for partitions: each after those that it refers to.
 */
export async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<TableRow>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attlen = -1), '[]') as wide,
      coalesce((select json_agg(t.relname order by t.relname collate "C") from pg_constraint k join pg_class t on t.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as after
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`.execute(db)
  return inOrder(rows)
}

function inOrder(rows: TableRow[]): Table[] {
  const byName = new Map(rows.map((row) => [row.name, row]))
  const placed = new Set<TableRow>()
  const place = (row: TableRow, path: TableRow[]) => {
    if (placed.has(row)) return
    if (path.includes(row)) throw new Error(`The table ${row.name} refers to itself over other tables.`)
    for (const name of row.after) {
      const other = byName.get(name)
      if (other) place(other, [...path, row])
    }
    placed.add(row)
  }
  for (const row of rows) place(row, [])
  return [...placed].map(({ name, columns, wide }) => ({ name, columns, wide }))
}

/** Bounds are written as `prepareTransfer` says. */
export async function listPartitions(db: Database): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relispartition
      and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
    order by c.relname collate "C"`.execute(db)
  return rows
}

export async function listSequences(db: Database): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
    order by relname collate "C"`.execute(db)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as last, is_called as called from ${sql.id(name)}`.execute(db)
    for (const found of state.rows) sequences.push({ name, ...found })
  }
  return sequences
}

/** How many rows a table has, and the size of its largest one as stored. */
export async function measureTable(db: Database, { name, wide }: Table): Promise<{ rows: number; widest: number }> {
  const sizes = wide.map((column) => sql`coalesce(pg_column_size(${sql.id(column)}), 0)`)
  const size = sizes.length > 0 ? sql.join(sizes, sql` + `) : sql`0`
  const { rows } = await sql<{ rows: number; widest: number }>`
    select count(*)::float8 as rows, coalesce(max(${size}), 0)::float8 as widest from ${sql.id(name)}`.execute(db)
  return rows[0] ?? { rows: 0, widest: 0 }
}
