import { type Kysely, sql } from 'kysely'

const MAX_PAGES = 10_000

// Public lists read the links of a campaign in their order. On a larger table a job creates the index (createMissingIndexes).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      if pg_relation_size('links') / 8192 < ${sql.lit(MAX_PAGES)} then
        create index links_campaign_id on links (campaign_id, id) where campaign_id is not null;
      end if;
    end $$`.execute(db)
}
