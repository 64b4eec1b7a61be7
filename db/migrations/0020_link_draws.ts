import { type Kysely, sql } from 'kysely'

const MAX_PAGES = 10_000

// A rotator finds links by a number that is spread evenly, whatever their ids. The index takes the place of the one by
// campaign alone; on a larger table a job does that (createMissingIndexes).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      if pg_relation_size('links') / 8192 < ${sql.lit(MAX_PAGES)} then
        create index links_draw on links (campaign_id, hashint8(id)) where campaign_id is not null;
        drop index links_campaign;
      end if;
    end $$`.execute(db)
}
