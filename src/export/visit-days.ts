import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/open.ts'
import type { ShippedVisit } from '../../db/queries/visit-sink.ts'
import { readRawFrom, readVisits } from '../../db/queries/visits-of-month.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { createVisitsFile, type VisitsFile } from './visits-file.ts'

// Visits in memory, of all days of a month together.
const MAX_WAITING = 20_000

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const nextMonth = (moment: Date) => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))

/**
 * Writes the visits of all accounts to a directory, a Parquet file for each day (UTC) from `from` up to but not including
 * `to`. Files of these days that are there are replaced, and deleted if the day has no visits; those of days whose visits
 * were deleted because of their age are kept. Returns how many were written.
 */
export async function writeVisitDays(
  db: Database,
  directory: string,
  { from, to, onVisits = () => {} }: { from: Date; to: Date; onVisits?: (visits: number) => void },
): Promise<{ files: number; visits: number }> {
  const done = { files: 0, visits: 0 }
  const rawFrom = Math.ceil(Number(await readRawFrom(db)) / DAY_MS) * DAY_MS
  for (let start = new Date(Math.max(Number(from), rawFrom)); start < to; start = nextMonth(start)) {
    const end = new Date(Math.min(nextMonth(start).getTime(), to.getTime()))
    const month = await writeMonth(db, directory, start, end, (visits) => onVisits(done.visits + visits))
    done.files += month.files
    done.visits += month.visits
  }
  return done
}

async function writeMonth(db: Database, directory: string, from: Date, to: Date, onVisits: (visits: number) => void) {
  const fileOf = (day: string) => join(directory, `visits-${day}.parquet`)
  const files = new Map<string, VisitsFile>()
  const waiting = new Map<string, ShippedVisit[]>()
  const write = async (day: string) => {
    const visits = waiting.get(day) ?? []
    waiting.delete(day)
    const file = files.get(day) ?? (await createVisitsFile(fileOf(day)))
    files.set(day, file)
    await file.write(visits)
    return visits.length
  }
  let visits = 0
  let held = 0
  try {
    for await (const rows of readVisits(db, from, to)) {
      for (const row of rows) {
        const day = String(row['at']).slice(0, 10)
        const ofDay = waiting.get(day)
        if (ofDay) ofDay.push(row)
        else waiting.set(day, [row])
      }
      visits += rows.length
      held += rows.length
      while (held > MAX_WAITING) {
        const [largest = ''] = [...waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one))
        held -= await write(largest)
      }
      onVisits(visits)
    }
    for (const day of [...waiting.keys()]) await write(day)
    for (const file of files.values()) await file.finish()
  } catch (error) {
    for (const file of files.values()) await file.abort()
    throw error
  }
  for (let day = from; day < to; day = new Date(day.getTime() + DAY_MS))
    if (!files.has(dayOf(day))) await rm(fileOf(dayOf(day)), { force: true })
  return { files: files.size, visits }
}
