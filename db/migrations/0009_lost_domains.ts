import { type Kysely, sql } from 'kysely'

// An alias of a deleted domain keeps the domain's URL, so that it is not shown as an alias on the service's own host.
// Links whose overlay was deleted become direct links, as happens from now on when an overlay is deleted.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table aliases add column lost_domain text check (length(lost_domain) <= 262),
      add check (lost_domain is null or detached)`.execute(db)
  await sql`update links set type = 'direct' where type = 'overlay' and overlay_id is null`.execute(db)
}
