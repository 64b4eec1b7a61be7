import { type Kysely, sql } from 'kysely'

// An address that lost its domain keeps what that was, so that it is not shown as one on the service's own host.
// Links whose overlay was deleted before go straight on, as those whose overlay is deleted from now on do.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table aliases add column lost_domain text check (length(lost_domain) <= 262),
      add check (lost_domain is null or detached)`.execute(db)
  await sql`update links set type = 'direct' where type = 'overlay' and overlay_id is null`.execute(db)
}
