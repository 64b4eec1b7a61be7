import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../db/open.ts'
import { openCountryLookup } from '../src/visits/country-lookup.ts'
import { type Visit, visitHeaders } from '../src/visits/describe-visits.ts'
import { createVisitWriter } from '../src/visits/visit-writer.ts'
import { createVisitorSalts } from '../src/visits/visitor-hash.ts'
import { visitor } from './service.ts'

/** Gives a new account links without aliases. Returns their ids. */
export async function newLinks(store: Store, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with owner as (insert into accounts (email, username, password_hash, expires_at)
      values (${`${randomBytes(4).toString('hex')}@example.com`}, ${randomBytes(4).toString('hex')}, '-', now()) returning id)
    insert into links (account_id, url) select owner.id, 'https://example.com/some/page' from owner, generate_series(1, ${count}::integer)
    returning id`.execute(store.db)
  return rows.map(({ id }) => id)
}

/** A visit with one of 62,500 addresses, three languages and forty referrers. */
export const visitTo = (id: number): Visit => ({
  subject: 'link',
  id,
  at: new Date(),
  ip: `8.8.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  method: 'GET',
  headers: visitHeaders({
    host: 'go.example',
    'user-agent': visitor['User-Agent'],
    'accept-language': ['de', 'en', 'fr'][Math.floor(Math.random() * 3)],
    referer: `https://site${Math.floor(Math.random() * 40)}.example/`,
  }),
})

/** The service's writer on a store, as `npm start` sets it up. */
export async function openWriter({ visitors, visitorConnections }: Store) {
  return createVisitWriter({
    db: visitors,
    countryLookup: await openCountryLookup(''),
    salts: createVisitorSalts(visitors),
    maxConcurrent: visitorConnections - 1,
    commitTimeout: 60_000,
    maxBufferedBytes: 64 * 1024 * 1024,
    respectDnt: false,
  })
}
