import { type Kysely, sql } from 'kysely'

const URL_CHECKS: Record<string, readonly string[]> = {
  links: ['url', 'expirationredirect', 'metaimage'],
  domains: ['redirectroot', 'redirect404'],
  overlays: ['link'],
  splashes: ['image', 'link'],
}
const MAX_URL = 8192

// Aliases of any script with inner slashes, further aliases of a link, domains that ignore case, URLs up to MAX_URL, and
// what a link may say beside its destination: status, start and forwarded path. No table is rewritten.
export async function up(db: Kysely<unknown>): Promise<void> {
  await links(db)
  await folding(db)
  await aliases(db)
  await notifications(db)
}

// What the narrower checks let in passes the wider ones, so stored rows are not looked at again (not valid).
async function links(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(URL_CHECKS))
    for (const column of columns)
      await sql
        .raw(
          `alter table ${table} drop constraint ${table}_${column}_check,
           add constraint ${table}_${column}_check check (length(${column}) <= ${MAX_URL}) not valid`,
        )
        .execute(db)
  await sql`
    alter table links
      add column redirectstatus smallint not null default 302 check (redirectstatus in (301, 302, 307, 308)),
      add column starts_at timestamptz,
      add column startredirect text check (length(startredirect) <= ${sql.lit(MAX_URL)}),
      add column pathforward boolean not null default false`.execute(db)
}

async function folding(db: Kysely<unknown>): Promise<void> {
  await sql`alter table domains add column caseinsensitive boolean not null default false`.execute(db)
  await sql`drop trigger domains_update on domains`.execute(db)
  const watched = ['account_id', 'scheme', 'host', 'redirectroot', 'redirect404', 'caseinsensitive', 'lost_at']
  const valuesOf = (row: string) => [...watched.map((name) => `${row}.${name}`), `${row}.verified_at is null`].join()
  await sql
    .raw(
      `create trigger domains_update after update on domains for each row
       when ((${valuesOf('old')}) is distinct from (${valuesOf('new')})) execute function tell_change()`,
    )
    .execute(db)
}

const KEY = 'coalesce(folded, lower(alias collate "C"))'
const MAX_PAGES = 10_000

// `folded` is the alias without case, null for one of ASCII. `extra_link_id` is a link that has another address as its own:
// link_id is unique, and every query that shows a link finds one address by it.
async function aliases(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table aliases
      drop constraint aliases_alias_check,
      drop constraint aliases_check,
      add column folded text,
      add column extra_link_id bigint references links on delete cascade,
      add constraint aliases_alias_check check (length(alias) between 1 and 255) not valid,
      add constraint aliases_check check (num_nonnulls(link_id, bio_id, extra_link_id) = 1) not valid`.execute(db)
  // On a larger table a job creates the index (createMissingIndexes).
  await sql`
    do $$
    begin
      if pg_relation_size('aliases') / 8192 < ${sql.lit(MAX_PAGES)} then
        create index aliases_folded on aliases (domain_id, (${sql.raw(KEY)})) where domain_id is not null;
      end if;
    end $$`.execute(db)
  // Aliases of several segments, to tell whether any is below another one.
  await sql
    .raw(
      `create index aliases_deep on aliases ((coalesce(domain_id, 0)), (${KEY} collate "C"))
       where strpos(alias, '/') > 0 and not detached`,
    )
    .execute(db)
  await sql`
    create index aliases_extra on aliases (extra_link_id) where extra_link_id is not null`.execute(db)
  // Skips an alias that another has in other case where the domain ignores it, as a unique index would. The first lock
  // waits while the setting of the domain changes, the second one for other new aliases of a domain that ignores case.
  await sql`
    create function skip_other_case() returns trigger language plpgsql as $$
    declare
      folds boolean;
    begin
      if new.domain_id is null or (tg_op = 'UPDATE' and new.domain_id is not distinct from old.domain_id and new.alias = old.alias) then
        return new;
      end if;
      select caseinsensitive into folds from domains where id = new.domain_id for key share;
      if folds then
        perform 1 from domains where id = new.domain_id for no key update;
        if exists (
          select 1 from aliases a where a.domain_id = new.domain_id and a.id <> new.id
            and coalesce(a.folded, lower(a.alias collate "C")) = coalesce(new.folded, lower(new.alias collate "C"))
        ) then
          return null;
        end if;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger aliases_case before insert or update of alias, domain_id on aliases
    for each row execute function skip_other_case()`.execute(db)
}

// An alias of a link that forwards paths may answer for paths below it, which are cached as unknown: `forwards:` tells so.
async function notifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function tell_alias() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('waymark', 'aliases:' || coalesce(old.domain_id, 0) || ':' || old.alias);
      end if;
      if tg_op <> 'DELETE' then
        perform pg_notify('waymark', 'aliases:' || coalesce(new.domain_id, 0) || ':' || new.alias);
        if exists (select 1 from links where id = coalesce(new.link_id, new.extra_link_id) and pathforward) then
          perform pg_notify('waymark', 'forwards:' || coalesce(new.domain_id, 0));
        end if;
      end if;
      return null;
    end $$`.execute(db)
  await sql`drop trigger aliases_change on aliases`.execute(db)
  await sql`
    create trigger aliases_change after insert or delete or
      update of domain_id, alias, link_id, bio_id, extra_link_id, detached on aliases
    for each row execute function tell_alias()`.execute(db)
  await sql`
    create function tell_forward() returns trigger language plpgsql as $$
    begin
      perform pg_notify('waymark', 'aliases:' || coalesce(domain_id, 0) || ':' || alias),
        pg_notify('waymark', 'forwards:' || coalesce(domain_id, 0))
      from aliases where link_id = new.id or extra_link_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_forward after update of pathforward on links for each row
    when (old.pathforward <> new.pathforward) execute function tell_forward()`.execute(db)
}
