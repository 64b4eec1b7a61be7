import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** The id of a link of a bio page; undefined if it has had no visits. */
export async function findBioLink(db: Database, bioId: number, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('bio_links')
    .select('id')
    .where('bio_id', '=', bioId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** The same for a link that is being visited; undefined if its page was deleted. */
export async function ensureBioLink(db: Database, bioId: number, key: string): Promise<number | undefined> {
  const known = await findBioLink(db, bioId, key)
  if (known !== undefined) return known
  await sql`
    insert into bio_links (account_id, bio_id, key) select account_id, id, ${key}::text from bios where id = ${bioId}::bigint
    on conflict do nothing`.execute(db)
  return findBioLink(db, bioId, key)
}

/** Visits of the links of a bio page over all time, by their keys; those without any are missing. */
export async function countBioLinks(
  db: Database,
  bioId: number,
): Promise<Map<string, { clicks: number; uniqueClicks: number }>> {
  const { rows } = await sql<{ key: string; clicks: number; uniqueClicks: number }>`
    select l.key, (coalesce(d.visits, 0) + r.visits)::bigint as clicks, (coalesce(d.uniques, 0) + r.uniques)::bigint as "uniqueClicks"
    from bio_links l
    cross join lateral (
      select sum(visits) as visits, sum(uniques) as uniques from visit_days
      where subject = 'biolink' and subject_id = l.id and class = 'visitor') d
    cross join lateral (
      select count(*) as visits, count(*) filter (where first) as uniques from clicks
      where subject = 'biolink' and subject_id = l.id and class = 'visitor' and id > coalesce(
        (select rolled_id from visit_subjects where subject = 'biolink' and subject_id = l.id), (select id from visit_mark))) r
    where l.bio_id = ${bioId}::bigint`.execute(db)
  return new Map(rows.map(({ key, ...counts }) => [key, counts]))
}
