import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'

const kinds: Record<string, string> = {
  links: 'link',
  qr_codes: 'qr',
  bios: 'bio',
  campaigns: 'campaign',
  domains: 'domain',
}

// What the service notes of a thing itself: counters, and the results of DNS checks.
const noted = `array['updated_at', 'created_at', 'clicks', 'uniqueclicks', 'scans', 'uniquescans', 'imported_visits',
  'imported_uniques', 'undated_visits', 'undated_uniques', 'checked_at', 'verified_at', 'lost_at', 'check_at', 'lost_url']`

/** From now on triggers write down every change of the tables that have events, whatever statement makes it. */
export async function auditChanges(db: Database): Promise<void> {
  await sql`create table audit (transaction xid8 default pg_current_xact_id(), type text, id bigint)`.execute(db)
  await sql
    .raw(
      `create function write_audit() returns trigger language plpgsql as $$
      declare
        kind text := tg_argv[0];
        was jsonb := to_jsonb(old) - ${noted};
        is_now jsonb := to_jsonb(new) - ${noted};
      begin
        if tg_op = 'INSERT' then insert into audit (type, id) values (kind || '.created', new.id);
        elsif tg_op = 'DELETE' then
          if old.account_id is not null then insert into audit (type, id) values (kind || '.deleted', old.id); end if;
        elsif new.account_id is null then
          if old.account_id is not null then insert into audit (type, id) values (kind || '.deleted', old.id); end if;
        elsif was <> is_now then insert into audit (type, id) values (kind || '.updated', new.id);
        end if;
        return null;
      end $$`,
    )
    .execute(db)
  for (const [table, kind] of Object.entries(kinds))
    await sql
      .raw(
        `create trigger audited after insert or update or delete on ${table} for each row execute function write_audit('${kind}')`,
      )
      .execute(db)
}

/** Changes without an event in their transaction, and events of creations and deletions that did not happen. */
export async function findUnrecorded(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'no event: ' || type || ' ' || id as what from audit a
    where not exists (
      select 1 from events e where e.transaction = a.transaction and e.type = a.type and e.subject_id = a.id)
      -- Created and deleted again in one transaction: for everyone else it never was.
      and not exists (
        select 1 from audit b where b.transaction = a.transaction and b.id = a.id and a.type <> b.type
          and split_part(a.type, '.', 1) = split_part(b.type, '.', 1)
          and array[split_part(a.type, '.', 2), split_part(b.type, '.', 2)] <@ array['created', 'deleted', 'updated']
          and exists (select 1 from audit c where c.transaction = a.transaction and c.id = a.id and c.type = split_part(a.type, '.', 1) || '.created'))
    union all
    select 'no change: ' || type || ' ' || subject_id from events e
    where type ~ '[.](created|deleted)$' and not exists (
      select 1 from audit a where a.transaction = e.transaction and a.type = e.type and a.id = e.subject_id)
    union all
    select 'twice: ' || type || ' ' || subject_id from events
    group by type, subject_id, transaction having count(*) > 1 and subject_id is not null`.execute(db)
  return rows.map(({ what }) => what)
}
