import { type RawBuilder, sql } from 'kysely'

/** SQL: the host of a stored domain. */
export const hostOfDomain = (domain: RawBuilder<unknown>) => sql<string>`split_part(${domain}, '://', 2)`

/**
 * SQL: the domain of a code with its scheme; null: the service's own host. A domain that was deleted and added again may
 * have another scheme than the one stored with the code.
 */
export const codeOrigin = sql<string | null>`coalesce((
  select home.scheme || '://' || home.host from domains home
  where home.host = ${hostOfDomain(sql`qr_codes.domain`)} and home.account_id = qr_codes.account_id), qr_codes.domain)`

/** SQL: the id of the domain of a code, null if the account does not have it. */
export const codeDomainId = sql<number | null>`(
  select home.id from domains home
  where home.host = ${hostOfDomain(sql`qr_codes.domain`)} and home.account_id = qr_codes.account_id)`
