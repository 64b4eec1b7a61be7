import { type Kysely, sql } from 'kysely'

const CAMPAIGN = 'select id, account_id, campaign_id as campaign_id from links'
// A deleted campaign, whose links a job has not released yet, has no account.
const LIVE_CAMPAIGN = `select id, account_id, (select c.id from campaigns c
    where c.id = links.campaign_id and c.account_id is not null) as campaign_id from links`

// A visit is counted for the campaign of its link only while the campaign is not deleted (record_visits of 0017).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      definition text := (select pg_get_functiondef(oid) from pg_proc
        where proname = 'record_visits' and pronargs = 12 and pronamespace = current_schema()::regnamespace);
      changed text := replace(definition, ${sql.lit(CAMPAIGN)}, ${sql.lit(LIVE_CAMPAIGN)});
    begin
      if changed is not distinct from definition then raise exception 'record_visits is not as expected'; end if;
      execute changed;
    end $$`.execute(db)
}
