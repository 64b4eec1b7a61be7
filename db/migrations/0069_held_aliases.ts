import { type Kysely, sql } from 'kysely'

// Addresses of quarantined links that were deleted with their account: no other link or page gets them. Without the
// account; the host is '' for the service's own one, and otherwise kept as text, because the domain is deleted too.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_aliases (
      key text not null,
      host text not null,
      alias text not null,
      until timestamptz,
      primary key (key, host, alias)
    )`.execute(db)
  // Skips such an alias, as a unique index would with `on conflict do nothing`.
  await sql`
    create function skip_held_alias() returns trigger language plpgsql as $$
    begin
      if not new.detached and exists (
        select from held_aliases h
        where h.key = coalesce(new.folded, lower(new.alias collate "C")) and (h.until is null or h.until > now())
          and case when new.domain_id is null then h.host = '' and h.alias = new.alias
            else h.host = (select host from domains where id = new.domain_id) end
      ) then
        return null;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger aliases_held before insert on aliases
    for each row execute function skip_held_alias()`.execute(db)
}
