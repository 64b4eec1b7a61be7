import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import { readSalt } from '../../db/queries/visits.ts'
import { unmapIpv4 } from './country-lookup.ts'

/** The daily salts of the hashes by which visitors are distinguished without storing their addresses. */
export interface VisitorSalts {
  /** Today's salt, read once a day and then cached. Rejects if the database is away. */
  today(): Promise<DailySalt>
}

interface DailySalt {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  salt: string
}

/** Salts are stored in the database, so that all instances use the same, and deleted there after their day. */
export function createVisitorSalts(db: Database): VisitorSalts {
  let known: DailySalt | undefined
  return {
    async today() {
      const day = new Date().toISOString().slice(0, 10)
      // If this clock is behind the database's, the newer salt stays in use; if it is ahead, the salt is read again.
      if (known === undefined || known.day < day) known = await readSalt(db, randomBytes(16).toString('hex'))
      return known
    },
  }
}

/**
 * The hash of a visitor of one subject, stored until the end of the day, as a UUID without dashes. It differs between
 * subjects, so that visitors cannot be tracked across links.
 */
export function visitorId(salt: string, parts: readonly string[], ip: string, agent: string): string {
  return hash('sha256', [salt, ...parts, unmapIpv4(ip), agent].join('\u0000'), 'hex').slice(0, 32)
}
