import { type Kysely, sql } from 'kysely'

// A deleted domain or campaign belongs to no account and has no host or slug, so that no query finds it. Its row stays
// until a job has detached its addresses or released its links: there may be hundreds of thousands.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domains
      alter column account_id drop not null,
      alter column host drop not null,
      add column lost_url text check (length(lost_url) <= 262),
      add constraint domains_deleted check (num_nonnulls(account_id, host) = case when lost_url is null then 2 else 0 end)`.execute(
    db,
  )
  await sql`create index domains_lost on domains (split_part(lost_url, '://', 2)) where lost_url is not null`.execute(
    db,
  )
  await sql`
    alter table campaigns
      alter column account_id drop not null,
      add constraint campaigns_deleted check (account_id is not null or slug is null)`.execute(db)
}
