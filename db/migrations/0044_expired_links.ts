import { type Kysely, sql } from 'kysely'
import { isSmall } from './0032_list_indexes.ts'

// The last link whose expiry was recorded as an event, in the order (expires_at, id); links that expired before are not.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table expiry_mark (
      only_row boolean primary key default true check (only_row),
      expires_at timestamptz not null default now(),
      id bigint not null default 0
    )`.execute(db)
  await sql`insert into expiry_mark default values`.execute(db)
  if (await isSmall(db, 'links'))
    await sql`create index links_expiry on links (expires_at, id) where expires_at is not null`.execute(db)
}
