import { type Kysely, sql } from 'kysely'

// A table with fewer pages is read in about a second; what a larger one needs is done by jobs while the service runs.
const MAX_PAGES = 10_000

// What lists of links need so as not to look at every link: how many there are, and their words in one narrow table.
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ small: boolean }>`
    select greatest(pg_relation_size('links'), pg_relation_size('aliases')) / 8192 < ${sql.lit(MAX_PAGES)} as small`.execute(
    db,
  )
  const isSmall = rows[0]?.small ?? false
  await jobs(db)
  await counts(db)
  await words(db)
  if (isSmall) {
    await sql`insert into link_counts select id, -1, (select count(*) from links where account_id = accounts.id) from accounts`.execute(
      db,
    )
    await sql`
      insert into link_words (id, account_id, words)
      select l.id, l.account_id, words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id`.execute(db)
    await sql`create index aliases_detached on aliases (alias) where detached`.execute(db)
  } else {
    await sql`insert into jobs (kind) values ('count_links'), ('fill_link_words')`.execute(db)
  }
  await trigrams(db)
  await sql`analyze link_words`.execute(db)
}

// Work that is done in steps by whichever instance takes the next one. It locks the row for a step and commits the step
// together with its progress, so that a job is resumed where it was.
async function jobs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id bigint generated always as identity primary key,
      kind text not null,
      account_id bigint references accounts on delete cascade,
      args jsonb not null default '{}',
      state jsonb,
      progress bigint not null default 0,
      failures integer not null default 0,
      error text,
      next_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db)
  await sql`create index jobs_open on jobs (kind) where finished_at is null`.execute(db)
  await sql`create index jobs_account on jobs (account_id, id desc)`.execute(db)
  await sql`create trigger jobs_change after insert on jobs for each row execute function tell_change()`.execute(db)
}

// How many links an account has: the row with slot -1 counts those from before, the others what came and went since, in
// a row for every few connections, so that simultaneous creates do not wait for each other.
async function counts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_counts (
      account_id bigint not null,
      slot smallint not null,
      total bigint not null,
      primary key (account_id, slot)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`
    create function count_links() returns trigger language plpgsql as $$
    begin
      insert into link_counts as c (account_id, slot, total)
      select account_id, pg_backend_pid() % 64, count(*) * tg_argv[0]::integer from changed group by account_id order by account_id
      on conflict (account_id, slot) do update set total = c.total + excluded.total;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_count_added after insert on links referencing new table as changed
    for each statement execute function count_links('1')`.execute(db)
  await sql`
    create trigger links_count_deleted after delete on links referencing old table as changed
    for each statement execute function count_links('-1')`.execute(db)
  await sql`
    create function count_first_link() returns trigger language plpgsql as $$
    begin
      insert into link_counts (account_id, slot, total) values (new.id, -1, 0);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger accounts_count_links after insert on accounts
    for each row execute function count_first_link()`.execute(db)
}

// What `q` searches, in lower case: words of different fields are apart by a space, which no word has.
async function words(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_words (
      id bigint primary key references links on delete cascade,
      account_id bigint not null,
      words text not null
    )`.execute(db)
  await sql`create index link_words_account on link_words (account_id, id desc)`.execute(db)
  await sql`
    create function words_of_link(alias text, link links) returns text language sql stable as $$
      select lower(concat_ws(' ', alias, link.url, link.metatitle, link.description)) $$`.execute(db)
  await sql`
    create function write_alias_words() returns trigger language plpgsql as $$
    begin
      insert into link_words (id, account_id, words)
      select l.id, l.account_id, words_of_link(new.alias, l) from links l where l.id = new.link_id
      on conflict (id) do update set words = excluded.words;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger aliases_words after insert or update of alias, link_id on aliases
    for each row when (new.link_id is not null) execute function write_alias_words()`.execute(db)
  await sql`
    create function write_link_words() returns trigger language plpgsql as $$
    begin
      update link_words w set words = words_of_link(a.alias, new) from aliases a where w.id = new.id and a.link_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_words after update of url, metatitle, description on links for each row
    when (old.url <> new.url or old.metatitle is distinct from new.metatitle or old.description is distinct from new.description)
    execute function write_link_words()`.execute(db)
}

// Without the extension, or the right to create it, searches read all words of an account.
async function trigrams(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index link_words_trigrams on link_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
    exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
      raise notice 'pg_trgm is not available';
    end $$`.execute(db)
}
