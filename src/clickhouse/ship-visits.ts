import type { Store } from '../../db/open.ts'
import { readSettledId } from '../../db/queries/visit-counters.ts'
import {
  findRangeStart,
  indexNewVisits,
  listShipped,
  listSinkDeletions,
  noteComplete,
  noteDropped,
  noteShipped,
  type SinkDeletion,
  type SinkTurn,
  settleSinkDeletions,
} from '../../db/queries/visit-sink.ts'
import type { Clickhouse } from './client.ts'
import { createTable, tableOf } from './visits-table.ts'

// Ids of a batch, so at most as many visits. The embedded database serves nothing else while it reads them.
const RANGE = { server: 10_000, embedded: 2000 }
// A batch ends before this, but has at least one visit.
const MAX_BATCH_BYTES = 8 * 1024 * 1024
const INSERT_MS = 60_000
const STATEMENT_MS = 60_000
// It may have to look at much of a large table, and would begin anew if it were stopped.
const DELETE_MS = 600_000
const DELETED_TOGETHER = 500

export interface Shipping {
  store: Pick<Store, 'db' | 'kind'>
  clickhouse: Clickhouse
  /** Of this process. */
  holder: string
  signal: AbortSignal
  /** Called before statements that change something there; false if another process has the sink by now. */
  keep(): Promise<boolean>
  onBatch(visits: number): void
}

/**
 * Sends the visits that were committed before this turn, and deletes there what was deleted here. Rejects with the first
 * failure; the next turn goes on from there.
 */
export async function shipVisits(shipping: Shipping, turn: SinkTurn): Promise<void> {
  const { store, clickhouse, holder, signal } = shipping
  const table = tableOf(turn.generation)
  const run = (sql: string, more = {}) => clickhouse.run({ sql, timeoutMs: STATEMENT_MS, signal, ...more })
  const settledId = await readSettledId(store.db)
  if (settledId > turn.shippedId) {
    if (store.kind === 'embedded') await indexNewVisits(store.db)
    await run(createTable(table))
  }
  let from = turn.shippedId
  while (from < settledId) {
    const { rows, visits, to } = await nextBatch(shipping, from, settledId)
    // Not before reading: that may take so long that another process has the sink, and deletes there what is in `rows`.
    if (signal.aborted || !(await shipping.keep())) return
    if (visits > 0) await run(`insert into ${table} format JSONEachRow`, { rows, timeoutMs: INSERT_MS })
    if (!(await noteShipped(store.db, holder, { generation: turn.generation, from, to }))) return
    if (visits > 0) shipping.onBatch(visits)
    from = to
  }
  await noteComplete(store.db, holder, turn)
  await deleteForgotten(shipping, table, run)
  if (turn.dropBefore !== null) {
    await dropMonths(shipping, table, turn.dropBefore, run)
    await noteDropped(store.db, turn.generation, turn.dropBefore)
  }
}

type Run = (sql: string, more?: { timeoutMs: number }) => Promise<void>

/** The next visits as lines of JSON, and the id up to which there are no others. */
async function nextBatch({ store }: Shipping, from: number, settledId: number) {
  const range = RANGE[store.kind]
  const end = Math.min(from + range, settledId)
  const visits = await listShipped(store.db, from, end)
  // A gap in the ids: they were never used, or a backup was restored, after which ids continue from the current time.
  if (visits.length === 0) return { rows: '', visits: 0, to: await findRangeStart(store.db, end, settledId, range) }
  const lines: string[] = []
  let bytes = 0
  let to = end
  for (const [place, visit] of visits.entries()) {
    const line = JSON.stringify(visit)
    bytes += Buffer.byteLength(line) + 1
    if (place > 0 && bytes > MAX_BATCH_BYTES) {
      to = Number(visits[place - 1]?.id)
      break
    }
    lines.push(line)
  }
  return { rows: `${lines.join('\n')}\n`, visits: lines.length, to }
}

// Visits that were stored by an old release, and whose subject was deleted before they got their account, have none.
const keysOf = ({ account_id, subject, subject_id }: SinkDeletion) =>
  account_id === null
    ? `('${subject}', ${subject_id})`
    : `(${account_id}, '${subject}', ${subject_id}), (0, '${subject}', ${subject_id})`

// Queries find its rows no longer; ClickHouse removes them from the disk when it merges the parts.
async function deleteForgotten({ store, signal, keep }: Shipping, table: string, run: Run): Promise<void> {
  while (!signal.aborted && (await keep())) {
    const deletions = await listSinkDeletions(store.db, DELETED_TOGETHER)
    if (deletions.length === 0) return
    const [owned, others] = [
      deletions.filter((one) => one.account_id !== null),
      deletions.filter((one) => one.account_id === null),
    ]
    const conditions = [
      ...(owned.length > 0 ? [`(account_id, subject, subject_id) in (${owned.map(keysOf).join(', ')})`] : []),
      ...(others.length > 0 ? [`(subject, subject_id) in (${others.map(keysOf).join(', ')})`] : []),
    ]
    await run(createTable(table))
    await run(`delete from ${table} where ${conditions.join(' or ')}`, { timeoutMs: DELETE_MS })
    await settleSinkDeletions(store.db, deletions)
  }
}

async function dropMonths({ clickhouse, signal }: Shipping, table: string, before: Date, run: Run): Promise<void> {
  const months = await clickhouse.read<{ month: string }>({
    sql: `select distinct partition_id as month from system.parts
      where active and database = currentDatabase() and table = {table:String} and partition_id < {before:String}`,
    parameters: { table, before: before.toISOString().slice(0, 7).replace('-', '') },
    timeoutMs: STATEMENT_MS,
    signal,
  })
  for (const { month } of months)
    if (/^\d{6}$/.test(month)) await run(`alter table ${table} drop partition id '${month}'`)
}
