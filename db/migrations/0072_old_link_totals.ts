import { type Kysely, sql } from 'kysely'

// Locks no link, so that the release before goes on working: 1,000,000 links take seconds. Where a link changes meanwhile,
// its trigger waits for the new row; so links with a click limit, which change with each visit, are last.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into link_totals (id, account_id, clicks, uniqueclicks, clicklimit)
    select id, account_id, clicks, uniqueclicks, clicklimit from links
    order by clicklimit is not null, id on conflict do nothing`.execute(db)
  await sql`analyze link_totals`.execute(db)
}
