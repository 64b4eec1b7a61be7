import { sql } from 'kysely'
import t from 'tap'
import { writeWaitingWords } from '../../db/queries/link-words.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { visitJobs } = service.services
const { db } = service.services.store
// New clicks must not be added to the totals while pages are compared.
await visitJobs.close()
const client = await service.newClient()
const LINKS = 4000

// Some links have many clicks and most have few; three in four have new clicks that are not added to them yet, some in
// two rows. More rows than are sorted with each page.
await sql`
  with added as (
    insert into links (account_id, url, clicks, status)
    select ${client.id}::bigint, 'https://example.com/' || n, floor(((n * 7919) % 4000 / 4000.0) ^ 6 * 3000),
      case when n % 3 = 0 then 'private' else 'public' end
    from generate_series(1, ${sql.lit(LINKS)}) n returning id, url
  ), numbered as (
    select id, split_part(url, '/', 4)::integer as n from added
  ), named as (
    insert into aliases (link_id, alias) select id, 'c' || n from numbered
  )
  insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
  select 'link', id, slot, ${client.id}::bigint, 1 + n % 3 + case when n % 40 = 1 then n % 300 else 0 end, 0, 0
  from numbered cross join generate_series(0, case when n % 10 = 1 then 1 else 0 end) slot where n % 4 > 0`.execute(db)
// A tenth of the rest have the most rows with the most visits that count as few.
await sql`
  insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
  select 'link', id, slot, account_id, 20, 0, 0 from links cross join generate_series(0, 4) slot
  where split_part(url, '/', 4)::integer % 40 = 4`.execute(db)

/** The ids of links in the order of all clicks, most first. */
async function inOrder(condition = sql`true`, { id } = client): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from links l join link_totals t on t.id = l.id where l.account_id = ${id}::bigint and ${condition}
    order by t.clicks + (select coalesce(sum(visits), 0) from visit_deltas where subject = 'link' and subject_id = l.id) desc, l.id desc`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const read = async (query: string, { get } = client) => {
  const { data } = (await get(`/api/urls?order=click&${query}`)).body
  return { cursor: data.nextcursor as string | null, ids: data.urls.map(({ id }: { id: number }) => id) as number[] }
}

t.test('pages in the order of clicks are right while many links have new clicks', async (t) => {
  const { rows } = await sql<{ deltas: number }>`select count(*) as deltas from visit_deltas`.execute(db)
  t.ok((rows[0]?.deltas ?? 0) > 3000)
  const all = await inOrder()
  const inPrivate = await inOrder(sql`status = 'private'`)
  for (const [filter, expected] of [
    ['', all],
    ['&status=private', inPrivate],
  ] as const)
    for (const [direction, ids] of [
      ['desc', expected],
      ['asc', expected.toReversed()],
    ] as const) {
      const last = Math.ceil(ids.length / 30)
      for (const page of [1, 2, 3, 10, last >> 1, last - 1, last])
        t.strictSame(
          (await read(`direction=${direction}&limit=30&page=${page}${filter}`)).ids,
          ids.slice(30 * (page - 1), 30 * page),
          `page ${page}, ${direction}${filter}`,
        )
      const found: number[] = []
      let cursor: string | null = ''
      for (let limit = 100; cursor !== null; limit = 1000) {
        const page = await read(`direction=${direction}&limit=${limit}${cursor && `&after=${cursor}`}${filter}`)
        found.push(...page.ids)
        cursor = page.cursor
      }
      t.strictSame(found, ids, `all by cursor, ${direction}${filter}`)
    }
})

// More than are counted, so their first pages are looked up in the order of clicks.
const MANY = 21_000
const many = await service.newClient()
await sql`
  with added as (
    insert into links (account_id, url, metatitle, clicks, status)
    select ${many.id}::bigint, 'https://example.com/' || n, case when n % 2 = 0 then 'Even' else 'Odd' end,
      floor(((n * 7919) % ${sql.lit(MANY)} / ${sql.lit(MANY)}.0) ^ 6 * 3000), case when n % 2 = 0 then 'public' else 'private' end
    from generate_series(1, ${sql.lit(MANY)}) n returning id
  )
  insert into aliases (link_id, alias) select id, 'm' || id from added`.execute(db)
await writeWaitingWords(db, MANY)

/** Gives links new clicks until so many have some, or had some before they were deleted. */
async function moveLinks(moved: number): Promise<void> {
  await sql`
    insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
    select 'link', id, 0, account_id, 1 + id % 7 + case when id % 9 = 1 then id % 3000 else 0 end, 0, 0
    from links where account_id = ${many.id}::bigint
      and not exists (select from visit_deltas where subject = 'link' and subject_id = links.id)
    order by md5(id::text) limit ${moved}::integer - (select count(*) from visit_deltas where account_id = ${many.id}::bigint)`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

// With the last number too many links have new clicks to look them up.
for (const [step, moved] of [500, 5000, 20_001].entries())
  t.test(`filters of many links by clicks are right while ${moved} of them have new clicks`, async (t) => {
    await moveLinks(moved)
    // Their new clicks stay for a while.
    await sql`delete from links where account_id = ${many.id}::bigint and id % 100 = ${step}::integer`.execute(db)
    const even = await inOrder(sql`status = 'public'`, many)
    for (const filter of ['status=public', 'q=even', 'q=even&status=public'])
      for (const [direction, ids] of [
        ['desc', even],
        ['asc', even.toReversed()],
      ] as const) {
        for (const page of [1, 3, 30, 50])
          t.strictSame(
            (await read(`direction=${direction}&limit=100&page=${page}&${filter}`, many)).ids,
            ids.slice(100 * (page - 1), 100 * page),
            `page ${page}, ${direction}, ${filter}`,
          )
        const found: number[] = []
        let cursor: string | null = ''
        for (let limit = 300; found.length < 1500; limit = 600) {
          const page = await read(
            `direction=${direction}&limit=${limit}${cursor && `&after=${cursor}`}&${filter}`,
            many,
          )
          found.push(...page.ids)
          cursor = page.cursor
        }
        t.strictSame(found, ids.slice(0, found.length), `the first by cursor, ${direction}, ${filter}`)
      }
  })
