import { type RawBuilder, sql } from 'kysely'
import { aliasKey } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { eventSubjects } from './event-subjects.ts'
import { type Actor, actorOfJob, insertEvents, recordUpdates } from './events.ts'
import { createJob, type JobStep, type StepResult } from './jobs.ts'
import { recordMomentsOf } from './link-moments.ts'

const BATCH = 500

/**
 * References to the rows of a table: `column` is the referring one, `set` clears it; without `set` the referring row is
 * deleted.
 */
interface Deletion {
  table: 'campaigns' | 'channels' | 'domains' | 'overlays' | 'pixels' | 'splashes'
  from: 'aliases' | 'channel_items' | 'link_pixels' | 'links'
  column: string
  key?: string
  set?: RawBuilder<unknown>
  /** Further changes of the deleted row, made immediately. */
  immediately?: RawBuilder<unknown>
  /** The kind of record that the events of the deletion are about. */
  kind?: 'campaign' | 'domain'
  /** The API field of links and bio pages that holds the reference. */
  field: string
}

const deletions = {
  delete_campaign: {
    table: 'campaigns',
    from: 'links',
    column: 'campaign_id',
    set: sql`campaign_id = null`,
    immediately: sql`slug = null, public = false`,
    kind: 'campaign',
    field: 'campaign',
  },
  delete_channel: { table: 'channels', from: 'channel_items', column: 'channel_id', field: 'channel' },
  delete_domain: {
    table: 'domains',
    from: 'aliases',
    column: 'domain_id',
    set: sql`domain_id = null, detached = true, lost_domain = (select lost_url from domains where id = domain_id)`,
    immediately: sql`host = null, lost_url = scheme || '://' || host, check_at = 'infinity'`,
    kind: 'domain',
    field: 'domain',
  },
  delete_overlay: {
    table: 'overlays',
    from: 'links',
    column: 'overlay_id',
    set: sql`overlay_id = null, type = 'direct'`,
    field: 'type',
  },
  delete_pixel: { table: 'pixels', from: 'link_pixels', column: 'pixel_id', key: 'link_id', field: 'pixels' },
  delete_splash: {
    table: 'splashes',
    from: 'links',
    column: 'splash_id',
    set: sql`splash_id = null, type = 'direct'`,
    field: 'type',
    // Deletes the stored picture, which is found by the account.
    immediately: sql`image = null`,
  },
} satisfies Record<string, Deletion>

/**
 * Deletes a row of the account that any number of rows may refer to. It loses its account, which hides it immediately;
 * a job clears the references in batches, and deletes the row after the last batch. Undefined if the account has no
 * such row.
 */
export function deleteByJob(db: Database, by: Actor, job: keyof typeof deletions, id: number) {
  const { table, immediately = sql`updated_at = now()`, kind }: Deletion = deletions[job]
  const data = kind ? eventSubjects[kind].data : sql`null`
  const recorded = kind
    ? sql`, recorded as (${insertEvents(by, `${kind}.deleted`, sql`select own.* from own join gone using (id)`)})`
    : sql``
  return inTransaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`
      with own as materialized (
        select id, ${data} as data from ${sql.table(table)}
        where id = ${id}::bigint and account_id = ${by.id}::bigint for update
      ), gone as (
        update ${sql.table(table)} set account_id = null, ${immediately} where id in (select id from own) returning id
      )${recorded}
      select id from gone`.execute(db)
    if (rows.length === 0) return undefined
    await createJob(db, by, { kind: job, args: { id } })
    return id
  })
}

/** The link or bio page of a row that refers to a deleted one. */
interface Referring {
  link_id: number | null
  bio_id: number | null
}

const referring = {
  aliases: sql`link_id, bio_id`,
  channel_items: sql`link_id, null::bigint as bio_id`,
  link_pixels: sql`link_id, null::bigint as bio_id`,
  links: sql`id as link_id, null::bigint as bio_id`,
}

async function recordReferring(db: Database, by: Actor, field: string, rows: readonly Referring[]): Promise<void> {
  const changedOf = (ids: (number | null)[]) => ids.flatMap((id) => (id === null ? [] : [{ id, changed: [field] }]))
  const links = changedOf(rows.map(({ link_id }) => link_id))
  await recordMomentsOf(
    db,
    links.map(({ id }) => id),
  )
  await recordUpdates(db, by, 'link', links)
  await recordUpdates(db, by, 'bio', changedOf(rows.map(({ bio_id }) => bio_id)))
}

// The rows of a batch are locked before they change, so that a row that another request has moved meanwhile stays as it
// is. A batch can therefore be empty although more rows follow.
const stepOf =
  ({ table, from, column, key = 'id', set, field }: Deletion): JobStep =>
  async (db, { account_id, actor, args }) => {
    const id = Number(args['id'])
    const [rows, keys, refers] = [sql.table(from), sql.ref(key), sql`${sql.ref(column)} = ${id}::bigint`]
    const { rows: changed } = await sql<Referring>`
      ${set ? sql`update ${rows} set ${set}` : sql`delete from ${rows}`}
      where ${refers} and ${keys} in (
        select ${keys} from ${rows} where ${refers} limit ${sql.lit(BATCH)} for no key update)
      returning ${referring[from]}`.execute(db)
    if (changed.length > 0) {
      if (account_id !== null) await recordReferring(db, actorOfJob(account_id, actor), field, changed)
      return { rows: changed.length, state: {} }
    }
    const isDeleted = sql`id = ${id}::bigint and account_id is null`
    // Waits for changes that refer to the row, so that the next statement sees them: foreign keys clear one column only.
    await sql`select 1 from ${sql.table(table)} where ${isDeleted} for update`.execute(db)
    await sql`
      delete from ${sql.table(table)} where ${isDeleted} and not exists (select 1 from ${rows} where ${refers})`.execute(
      db,
    )
    const left = await sql`select 1 from ${sql.table(table)} where ${isDeleted}`.execute(db)
    return { rows: 0, state: left.rows.length > 0 ? {} : null }
  }

/** The steps of the jobs of deletions. */
export const deletionSteps: Record<string, JobStep> = Object.fromEntries(
  Object.entries(deletions).map(([kind, deletion]) => [kind, stepOf(deletion)]),
)

// SQL: the addresses that lost a domain of this host, including those of domains that are still being deleted.
const lostOn = (host: string) => ({
  detached: sql`aliases a where a.lost_domain is not null and split_part(a.lost_domain, '://', 2) = ${host}::text`,
  deleted: sql`domains d where d.lost_url is not null and split_part(d.lost_url, '://', 2) = ${host}::text`,
})

const isOwnedBy = (accountId: number) => sql`(
  exists (select 1 from links l where l.id = coalesce(a.link_id, a.extra_link_id) and l.account_id = ${accountId}::bigint)
  or exists (select 1 from bios b where b.id = a.bio_id and b.account_id = ${accountId}::bigint))`

/** Some groups of an account's detached addresses of a host that differ only in case. */
export async function listLostConflicts(
  db: Database,
  accountId: number,
  host: string,
  limit: number,
): Promise<string[]> {
  const { detached, deleted } = lostOn(host)
  const { rows } = await sql<{ aliases: string }>`
    select string_agg(distinct alias, ', ' order by alias) as aliases from (
      select a.alias, ${aliasKey('a')} as key from ${detached} and ${isOwnedBy(accountId)}
      union
      select a.alias, ${aliasKey('a')} from (select d.id from ${deleted}) d join aliases a on a.domain_id = d.id
      where ${isOwnedBy(accountId)}
    ) lost group by key having count(*) > 1 order by 1 limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ aliases }) => aliases)
}

/**
 * Attaches a batch of the addresses that the account lost with an earlier domain of this host to the new domain,
 * ordered by alias. Of two with the same alias the newer one is attached; none if the alias is in use again. Needs a
 * transaction.
 */
export async function attachLostAddresses(
  db: Database,
  by: Actor,
  { domain, host, after }: { domain: number; host: string; after: string },
): Promise<StepResult> {
  const { detached, deleted } = lostOn(host)
  const next = sql`a.alias > ${after}::text order by a.alias limit ${sql.lit(BATCH)}`
  const isOwned = sql`a.alias = batch.alias and ${isOwnedBy(by.id)}`
  // With outdated statistics the planner would read and sort all of them in every step.
  await sql`set local enable_bitmapscan = off`.execute(db)
  const { rows } = await sql<Referring & { alias: string }>`
    with batch as materialized (
      select alias from (
        (select distinct a.alias from ${detached} and ${next})
        union
        select a.alias from (select d.id from ${deleted}) d cross join lateral (
          select a.alias from aliases a where a.domain_id = d.id and ${next}) a
      ) lost order by alias limit ${sql.lit(BATCH)}
    ), attached as (
      update aliases set domain_id = ${domain}::bigint, detached = false, lost_domain = null where id in (
        select (
          select max(id) from (
            select a.id from ${detached} and ${isOwned}
            union all
            select a.id from (select d.id from ${deleted}) d join aliases a on a.domain_id = d.id where ${isOwned}
          ) same)
        from batch
        where (select used.id from aliases used where used.domain_id = ${domain}::bigint and used.alias = batch.alias) is null)
      returning alias, link_id, bio_id
    )
    select alias, link_id, bio_id from batch left join attached using (alias) order by alias`.execute(db)
  await recordReferring(db, by, 'domain', rows)
  const last = rows[BATCH - 1]
  return { rows: rows.length, state: last ? { after: last.alias } : null }
}

/** The next addresses; none if the domain was deleted again. */
export const attachAddressesStep: JobStep = async (db, { account_id, actor, args, state }) => {
  const domain = Number(args['domain'])
  const held = await db
    .selectFrom('domains')
    .select('id')
    .where('id', '=', domain)
    .where('account_id', '=', account_id)
    .forShare()
    .executeTakeFirst()
  if (!held || account_id === null) return { rows: 0, state: null }
  return attachLostAddresses(db, actorOfJob(account_id, actor), {
    domain,
    host: String(args['host']),
    after: String(state?.['after'] ?? ''),
  })
}
