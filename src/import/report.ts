import type { Database } from '../../db/open.ts'
import { type findImport, listReport, READING, type RowOutcome } from '../../db/queries/imports.ts'
import { API_SOURCES, type Import } from '../../schemas/imports.ts'
import { writeCsv } from '../csv/write-csv.ts'

const STRETCH = 1000

/** An import as the API shows it. */
export function shownImport(row: NonNullable<Awaited<ReturnType<typeof findImport>>>): Import {
  const { id, kind, args, date, finished, silent, error } = row
  const state = row.state ?? {}
  const number = (name: string) => Number(state[name] ?? 0)
  const [created, replaced, renamed, skipped, failed] = ['created', 'replaced', 'renamed', 'skipped', 'failed'].map(
    number,
  ) as [number, number, number, number, number]
  const isReading = kind === READING
  const isInterrupted = isReading && silent
  const missing = API_SOURCES.some((source) => source === args['source']) ? 'key' : 'file'
  return {
    id,
    source: String(args['source']) as Import['source'],
    status:
      finished !== null
        ? error === null
          ? 'done'
          : 'failed'
        : isInterrupted
          ? 'interrupted'
          : isReading
            ? 'reading'
            : 'writing',
    dryrun: args['dryrun'] === 1,
    conflicts: String(args['conflicts']) as Import['conflicts'],
    total: number('total'),
    progress: isReading ? 0 : created + replaced + renamed + skipped + failed,
    created,
    replaced,
    renamed,
    skipped,
    failed,
    message:
      error === null
        ? isInterrupted
          ? `Reading was interrupted: send the ${missing} again.`
          : null
        : isReading
          ? error.slice(0, 1000).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
          : // The error of a step is only logged, because it may contain values of other accounts.
            finished === null
            ? 'Rows could not be written; it is tried again.'
            : 'Rows could not be written in many attempts: `POST /api/job/{id}/retry` tries again.',
    date,
    finished,
  }
}

/** The report of an import as chunks of text: the outcome of each row. */
export async function* reportPieces(
  db: Database,
  jobId: number,
  { format, outcome }: { format: 'csv' | 'ndjson'; outcome?: RowOutcome | undefined },
): AsyncGenerator<string> {
  if (format === 'csv') yield writeCsv([['row', 'kind', 'alias', 'outcome', 'errors', 'notes']])
  for (let after = -1; ; ) {
    const rows = await listReport(db, jobId, after, STRETCH)
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
