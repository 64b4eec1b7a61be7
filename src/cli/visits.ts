import { statSync } from 'node:fs'
import { findFirstVisit } from '../../db/queries/visits-of-month.ts'
import { ApiError } from '../errors/api-error.ts'
import { writeVisitDays } from '../export/visit-days.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { type Command, UsageError, type Values } from './command.ts'
import { createProgress } from './progress.ts'

function readDay(values: Values, name: string): Date | undefined {
  const text = values[name]
  if (typeof text !== 'string') return undefined
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new UsageError(`--${name} must be a day, such as 2026-11-22`)
  return day
}

const startOfDay = (moment: Date | number) => new Date(Math.floor(Number(moment) / DAY_MS) * DAY_MS)

/** `visits export`: raw visits for programs that read Parquet. */
export const visitsCommand: Command = {
  name: 'visits export',
  options: {
    directory: { value: 'directory', about: 'Where the files are written; it must exist.', required: true },
    from: { value: 'day', about: 'The first day, such as 2026-11-01; the one of the first visit, if not given.' },
    to: { value: 'day', about: 'The last day; yesterday (UTC), if not given.' },
  },
  operand: 'directory',
  database: 'copied',
  readsDatabase: true,
  notes: [
    'Each day (UTC) of all accounts is a file, such as visits-2026-11-01.parquet. Files of these days are replaced.',
    'Visits have user agents: keep the files as safe as the database.',
  ],
  async run({ store, terminal }, values) {
    const directory = String(values['directory'])
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
      throw new ApiError('invalid_request', `${directory} is not a directory: create it first.`)
    const to = new Date((readDay(values, 'to')?.getTime() ?? startOfDay(Date.now() - DAY_MS).getTime()) + DAY_MS)
    const from = readDay(values, 'from') ?? startOfDay((await findFirstVisit(store.db)) ?? to)
    const progress = createProgress(terminal, 'Writing')
    try {
      const written = await writeVisitDays(store.db, directory, {
        from,
        to,
        onVisits: (visits) => progress.update(visits, undefined),
      })
      return {
        data: { directory, ...written },
        lines: [`${written.visits} visits were written to ${written.files} files in ${directory}.`],
      }
    } finally {
      progress.end()
    }
  },
}
