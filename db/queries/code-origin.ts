import { type RawBuilder, sql } from 'kysely'

/** SQL: the host of a stored domain. */
export const hostOfDomain = (domain: RawBuilder<unknown>) => sql<string>`split_part(${domain}, '://', 2)`

// The domain of a code, if the account has it.
const fromHome = sql`from domains home
  where home.host = ${hostOfDomain(sql`qr_codes.domain`)} and home.account_id = qr_codes.account_id`

/**
 * SQL: the domain of a code with its scheme; null: the service's own host. A domain that was deleted and added again may
 * have another scheme than the one stored with the code.
 */
export const codeOrigin = sql<
  string | null
>`coalesce((select home.scheme || '://' || home.host ${fromHome}), qr_codes.domain)`

/** SQL: the id of the domain of a code, null if the account does not have it. */
export const codeDomainId = sql<number | null>`(select home.id ${fromHome})`

/** SQL: whether the account still has the domain of a code. */
export const isAttached = sql<boolean>`(qr_codes.domain is null or exists (select ${fromHome}))`
