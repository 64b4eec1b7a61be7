import { type Kysely, sql } from 'kysely'

// Triggers notify the channel `waymark` of changes that invalidate cache entries, as `<table>:<id>` or, for an alias,
// `aliases:<domain id or 0>:<alias>`. Counting a visit does not notify.
const watched: Record<string, string> = {
  accounts: '',
  api_keys: 'when (old.last_used_at is not distinct from new.last_used_at)',
  domains: '',
  overlays: '',
  splashes: '',
  campaigns: '',
  pixels: '',
  links: 'when (old.clicks = new.clicks and old.uniqueclicks = new.uniqueclicks)',
  bios: 'when (old.clicks = new.clicks and old.uniqueclicks = new.uniqueclicks)',
  qr_codes: 'when (old.scans = new.scans and old.uniquescans = new.uniquescans)',
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('waymark', tg_table_name || ':' || coalesce(new.id, old.id));
      return null;
    end $$`.execute(db)
  for (const [table, when] of Object.entries(watched)) {
    await sql
      .raw(
        `create trigger ${table}_update after update on ${table} for each row ${when} execute function tell_change()`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${table}_change after insert or delete on ${table} for each row execute function tell_change()`,
      )
      .execute(db)
  }

  await sql`
    create function tell_alias() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('waymark', 'aliases:' || coalesce(old.domain_id, 0) || ':' || old.alias);
      end if;
      if tg_op <> 'DELETE' then
        perform pg_notify('waymark', 'aliases:' || coalesce(new.domain_id, 0) || ':' || new.alias);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger aliases_change after insert or update or delete on aliases
    for each row execute function tell_alias()`.execute(db)

  await sql`
    create function tell_link_pixel() returns trigger language plpgsql as $$
    begin
      perform pg_notify('waymark', 'links:' || coalesce(new.link_id, old.link_id));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger link_pixels_change after insert or delete on link_pixels
    for each row execute function tell_link_pixel()`.execute(db)
}
