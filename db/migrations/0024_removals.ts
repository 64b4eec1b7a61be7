import { type Kysely, sql } from 'kysely'

const MAX_PAGES = 10_000

// Channels, overlays, pixels and splash pages are deleted as domains and campaigns are: without an account at first.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['channels', 'overlays', 'pixels', 'splashes'])
    await sql`alter table ${sql.table(table)} alter column account_id drop not null`.execute(db)
  await sql`
    update jobs set args = jsonb_build_object('id', coalesce(args->'domain', args->'campaign'))
    where kind in ('delete_domain', 'delete_campaign')`.execute(db)
  await sql`update jobs set state = null where kind = 'attach_addresses'`.execute(db)
  // Addresses that lost their domain, by its host and in order. On a larger table a job does that (createMissingIndexes).
  await sql`
    do $$
    begin
      if pg_relation_size('aliases') / 8192 < ${sql.lit(MAX_PAGES)} then
        create index aliases_lost_alias on aliases (split_part(lost_domain, '://', 2), alias) where lost_domain is not null;
        drop index aliases_lost;
      end if;
    end $$`.execute(db)
}
