import { type Kysely, sql } from 'kysely'

// Copies of the pictures that bio pages, splash pages and link previews refer to, so that visitors do not request them
// from other servers. One row per source and account; it is deleted together with the last reference.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pictures (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      source text not null check (length(source) <= 65536),
      key text not null unique check (key ~ '^[A-Za-z0-9]{16}$'),
      type text not null check (type in ('jpg', 'png')),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      body bytea not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index pictures_source on pictures (account_id, md5(source))`.execute(db)
  await sql`
    create index links_metaimage on links (account_id, md5(metaimage)) where metaimage is not null`.execute(db)

  await sql`create index bios_blocks on bios using gin (blocks jsonb_path_ops)`.execute(db)

  // One query per column, so that each can use its index.
  await sql`
    create function names_picture(account bigint, wanted text) returns boolean language sql stable as $$
      select exists (select from links where account_id = account and metaimage is not null and md5(metaimage) = md5(wanted))
        or exists (select from splashes where account_id = account and image = wanted)
        or exists (select from bios where account_id = account and image = wanted)
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'image', 'url', wanted)))
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'link', 'image', wanted)))
    $$`.execute(db)
  // If two transactions remove the last two references, the second waits for the lock and then sees the first's change.
  await sql`
    create function forget_pictures() returns trigger language plpgsql as $$
    declare
      was jsonb := to_jsonb(old);
      named bigint[];
    begin
      select array_agg(id) into named from (
        select id from pictures p
        where p.account_id = old.account_id
          and md5(p.source) in (
            select md5(was->>'image') union select md5(was->>'metaimage')
            union select md5(case block->>'type' when 'image' then block->>'url' else block->>'image' end)
            from jsonb_array_elements(coalesce(was->'blocks', '[]')) block)
        order by id for update) locked;
      delete from pictures where id = any (named) and not names_picture(account_id, source);
      return null;
    end $$`.execute(db)
  for (const [table, columns, when] of [
    ['bios', 'image, blocks', ''],
    ['splashes', 'image', 'when (old.image is not null)'],
    ['links', 'metaimage', 'when (old.metaimage is not null)'],
  ] as const)
    await sql
      .raw(
        `create trigger ${table}_pictures after delete or update of ${columns} on ${table}
         for each row ${when} execute function forget_pictures()`,
      )
      .execute(db)
  await sql`
    create trigger pictures_change after insert or delete on pictures for each row execute function tell_change()`.execute(
    db,
  )
}
