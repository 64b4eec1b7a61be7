import { sql } from 'kysely'

/** A domain as the API writes it: with its scheme. */
export const domainUrl = sql<string>`domains.scheme || '://' || domains.host`

/** Scheme and host of an address, also of one whose domain was deleted; null: the service's own, or not known. */
export const addressOrigin = sql<string | null>`coalesce(${domainUrl}, domains.lost_url, aliases.lost_domain)`

/** Whether the domain of an address was deleted, even if the deletion job has not updated the address yet. */
export const isDetached = sql<boolean>`(aliases.detached or domains.lost_url is not null)`
