import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import { readSalt } from '../../db/queries/visits.ts'
import { unwrap } from './country-lookup.ts'

/** The salts by which visitors of a day are told apart without storing who they are. */
export interface VisitorSalts {
  /** Today's salt: read once a day, then kept in memory. Throws when the database is away. */
  today(): Promise<DailySalt>
}

interface DailySalt {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  salt: string
}

/** Salts are created in the database, so that all instances hash alike, and deleted there when their day is over. */
export function createVisitorSalts(db: Database): VisitorSalts {
  let known: DailySalt | undefined
  return {
    async today() {
      const day = new Date().toISOString().slice(0, 10)
      // A clock behind the database's goes on with its newer salt; a clock ahead of it reads again.
      if (known === undefined || known.day < day) known = await readSalt(db, randomBytes(16).toString('hex'))
      return known
    },
  }
}

/**
 * The id under which a visitor of one subject is stored until the end of the day, as a uuid without dashes. It differs for
 * every subject, so that a visitor cannot be followed from one link to the next.
 */
export function visitorId(salt: string, parts: readonly string[], ip: string, agent: string): string {
  return hash('sha256', [salt, ...parts, unwrap(ip), agent].join('\u0000'), 'hex').slice(0, 32)
}
