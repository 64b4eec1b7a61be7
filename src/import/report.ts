import type { Database } from '../../db/open.ts'
import { type findImport, listReport, READING, type RowOutcome } from '../../db/queries/imports.ts'
import { API_SOURCES, type Import } from '../../schemas/imports.ts'
import { writeCsv } from '../csv/write-csv.ts'

const BATCH = 1000

type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** An import as the API shows it. */
export function shownImport(row: ImportRow): Import {
  const { id, kind, args, date, finished } = row
  const state = row.state ?? {}
  const number = (name: string) => Number(state[name] ?? 0)
  const [created, replaced, renamed, skipped, failed] = ['created', 'replaced', 'renamed', 'skipped', 'failed'].map(
    number,
  ) as [number, number, number, number, number]
  return {
    id,
    source: String(args['source']) as Import['source'],
    status: statusOf(row),
    dryrun: args['dryrun'] === 1,
    conflicts: String(args['conflicts']) as Import['conflicts'],
    total: number('total'),
    progress: kind === READING ? 0 : created + replaced + renamed + skipped + failed,
    created,
    replaced,
    renamed,
    skipped,
    failed,
    message: messageOf(row),
    date,
    finished,
  }
}

function statusOf({ kind, finished, silent, error }: ImportRow): Import['status'] {
  if (finished !== null) return error === null ? 'done' : 'failed'
  if (kind !== READING) return 'writing'
  return silent ? 'interrupted' : 'reading'
}

/** The reason why reading stopped, in one line. */
export const shownReadingError = (error: string): string =>
  error.slice(0, 1000).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')

function messageOf({ kind, args, finished, silent, error }: ImportRow): string | null {
  if (error === null) {
    if (kind !== READING || !silent) return null
    const missing = API_SOURCES.some((source) => source === args['source']) ? 'key' : 'file'
    return `Reading was interrupted: send the ${missing} again.`
  }
  if (kind === READING) return shownReadingError(error)
  // The error of a step is only logged, because it may contain values of other accounts.
  return finished === null
    ? 'Rows could not be written; it is tried again.'
    : 'Rows could not be written in many attempts: `POST /api/job/{id}/retry` tries again.'
}

/** The report of an import as chunks of text: the outcome of each row. */
export async function* reportPieces(
  db: Database,
  jobId: number,
  { format, outcome }: { format: 'csv' | 'ndjson'; outcome?: RowOutcome | undefined },
): AsyncGenerator<string> {
  if (format === 'csv') yield writeCsv([['row', 'kind', 'alias', 'outcome', 'errors', 'notes']])
  for (let after = -1; ; ) {
    const rows = await listReport(db, jobId, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    after = last.row
    const wanted = outcome === undefined ? rows : rows.filter((row) => row.outcome === outcome)
    if (wanted.length === 0) continue
    if (format === 'ndjson') yield wanted.map((row) => `${JSON.stringify(row)}\n`).join('')
    else
      yield writeCsv(
        wanted.map(({ row, kind, alias, outcome, errors, notes }) => [
          row,
          kind,
          alias,
          outcome,
          (errors ?? []).map(({ path, message }) => `${path.replace(/^\//, '') || 'row'} ${message}`).join('; '),
          (notes ?? []).join(' '),
        ]),
      )
  }
}
