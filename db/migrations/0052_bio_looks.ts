import { type Kysely, sql } from 'kysely'

// Colors and fonts of bio pages, and the pictures of products on them.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bios
      add column colors jsonb check (jsonb_typeof(colors) = 'object'),
      add column font text check (length(font) <= 32)`.execute(db)
  await sql`
    create or replace function names_picture(account bigint, wanted text) returns boolean language sql stable as $$
      select exists (select from links where account_id = account and metaimage is not null and md5(metaimage) = md5(wanted))
        or exists (select from splashes where account_id = account and image = wanted)
        or exists (select from bios where account_id = account and image = wanted)
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'image', 'url', wanted)))
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'link', 'image', wanted)))
        or exists (select from bios where account_id = account
          and blocks @> jsonb_build_array(jsonb_build_object('type', 'product', 'image', wanted)))
    $$`.execute(db)
}
