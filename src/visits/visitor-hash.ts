import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import { readSalt } from '../../db/queries/visits.ts'
import { unwrap } from './geo.ts'

/** Tells visitors of one day apart without knowing them. */
export interface Visitors {
  /** The day's salt, asked for once a day and kept in memory. Throws when the database is away. */
  today(): Promise<DailySalt>
}

interface DailySalt {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  salt: string
}

/** Salts are made in the database, so that all instances hash alike, and thrown away there when their day is over. */
export function watchVisitors(db: Database): Visitors {
  let known: DailySalt | undefined
  return {
    async today() {
      const day = new Date().toISOString().slice(0, 10)
      // A day behind the database's clock still counts by its salt; ahead of it, it asks.
      if (known === undefined || known.day < day) known = await readSalt(db, randomBytes(16).toString('hex'))
      return known
    },
  }
}

/**
 * The id under which a visitor of one thing is remembered until the end of the day, as a uuid without dashes. It differs for every
 * thing visited, so that nobody can be followed from one link to the next.
 */
export function visitorId(salt: string, parts: readonly string[], ip: string, agent: string): string {
  return hash('sha256', [salt, ...parts, unwrap(ip), agent].join('\u0000'), 'hex').slice(0, 32)
}
