import { type Kysely, sql } from 'kysely'

// The language of bio and splash pages and of the pages of a domain, and the name, logo and colors of a domain.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bios add column language text check (length(language) <= 35)`.execute(db)
  await sql`alter table splashes add column language text check (length(language) <= 35)`.execute(db)
  await sql`
    alter table domains
      add column language text check (length(language) <= 35),
      add column brandname text check (length(brandname) <= 100),
      add column brandlogo text check (length(brandlogo) <= 2048),
      add column brandcolors jsonb check (jsonb_typeof(brandcolors) = 'object')`.execute(db)
  await tellDomains(db)
  await nameLogos(db)
}

async function tellDomains(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger domains_update on domains`.execute(db)
  const watched = ['account_id', 'scheme', 'host', 'redirectroot', 'redirect404', 'caseinsensitive', 'lost_at']
  const more = ['apple', 'android', 'proof_token', 'language', 'brandname', 'brandlogo', 'brandcolors']
  const valuesOf = (row: string) =>
    [
      ...[...watched, ...more].map((name) => `${row}.${name}`),
      `${row}.verified_at is null`,
      `${row}.proven_at is null`,
    ].join()
  await sql
    .raw(
      `create trigger domains_update after update on domains for each row
       when ((${valuesOf('old')}) is distinct from (${valuesOf('new')})) execute function tell_change()`,
    )
    .execute(db)
}

// A logo is a stored picture for as long as a domain of the account names it.
async function nameLogos(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function names_picture(account bigint, wanted text) returns boolean language sql stable as $$
      select exists (select from links where account_id = account and metaimage is not null and md5(metaimage) = md5(wanted))
        or exists (select from splashes where account_id = account and image = wanted)
        or exists (select from domains where account_id = account and brandlogo = wanted)
        or exists (select from bios where account_id = account and image = wanted)
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'image', 'url', wanted)))
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'link', 'image', wanted)))
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'product', 'image', wanted)))
    $$`.execute(db)
  await sql`
    create or replace function forget_pictures() returns trigger language plpgsql as $$
    declare
      was jsonb := to_jsonb(old);
      named bigint[];
    begin
      select array_agg(id) into named from (
        select id from pictures p
        where p.account_id = old.account_id
          and md5(p.source) in (
            select md5(was->>'image') union select md5(was->>'metaimage') union select md5(was->>'brandlogo')
            union select md5(case block->>'type' when 'image' then block->>'url' else block->>'image' end)
            from jsonb_array_elements(coalesce(was->'blocks', '[]')) block)
        order by id for update) locked;
      delete from pictures where id = any (named) and not names_picture(account_id, source);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger domains_pictures after delete or update of brandlogo, account_id on domains
      for each row when (old.brandlogo is not null) execute function forget_pictures()`.execute(db)
}
