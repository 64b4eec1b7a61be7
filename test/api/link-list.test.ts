import { sql } from 'kysely'
import t from 'tap'
import { createMissingIndexes } from '../../db/queries/indexes.ts'
import { writeWaitingWords } from '../../db/queries/link-words.ts'
import { startService } from '../support/service.ts'
import { runsAllVariants } from '../support/variants.ts'

const service = await startService(t)
const { services } = service
const { db } = services.store

/**
 * Adds links straight to the database, with the words that a service writes some seconds later; their aliases end with
 * their number.
 */
async function addLinks(account: number, count: number, prefix: string): Promise<void> {
  await sql`
    with added as (
      insert into links (account_id, url, metatitle)
      select ${account}::bigint, 'https://example.com/' || ${prefix}::text || '/' || n, 'Number ' || n from generate_series(1, ${count}::integer) n
      returning id, url
    )
    insert into aliases (link_id, alias) select id, ${prefix}::text || '-' || split_part(url, '/', 5) from added`.execute(
    db,
  )
  while ((await writeWaitingWords(db, 1000)) > 0);
}

const pageOf = async (
  client: { get: (path: string) => Promise<{ body: { data: Record<string, unknown> } }> },
  query: string,
) => {
  const { urls, ...envelope } = (await client.get(`/api/urls?${query}`)).body.data
  return { ...envelope, ids: (urls as { id: number }[]).map(({ id }) => id) } as Record<string, unknown> & {
    ids: number[]
  }
}

t.test('every page of the list is right, from the front and from the end', async (t) => {
  const client = await service.newClient()
  await addLinks(client.id, 107, 'paged')
  await addLinks((await service.newClient()).id, 20, 'others')
  const all = (await pageOf(client, 'limit=1000')).ids
  t.strictSame(
    all,
    all.toSorted((a, b) => b - a),
  )
  t.equal(all.length, 107)
  for (const query of ['limit=10', 'limit=10&order=click', 'limit=10&q=number', 'limit=10&q=number&order=click']) {
    for (let page = 1; page <= 13; page++)
      t.match(await pageOf(client, `${query}&page=${page}`), {
        result: 107,
        perpage: 10,
        currentpage: page,
        nextpage: Math.min(page + 1, 11),
        maxpage: 11,
        atleast: undefined,
        ids: all.slice(10 * page - 10, 10 * page),
      })
  }
  t.match(await pageOf(client, 'page=9007199254740991&limit=1000'), { result: 107, ids: [] })
  await client.delete(`/api/url/${all[50]}/delete`)
  t.match(await pageOf(client, 'limit=10&page=11'), { result: 106, ids: all.slice(-6) })
})

t.test('the order by clicks is the same from both ends while clicks wait to be added', async (t) => {
  const client = await service.newClient()
  await addLinks(client.id, 30, 'clicked')
  const ids = (await pageOf(client, 'limit=30')).ids
  for (const [i, id] of ids.entries())
    await sql`update link_totals set clicks = ${i % 7}::integer where id = ${id}::bigint`.execute(db)
  for (const id of ids.filter((_, i) => i % 3 === 0))
    await sql`
      insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
      values ('link', ${id}::bigint, 0, ${client.id}::bigint, ${id % 5}::integer, 0, 0)`.execute(db)
  const { urls } = (await client.get('/api/urls?limit=30')).body.data
  const expected = urls
    .toSorted(
      (a: { clicks: number; id: number }, b: { clicks: number; id: number }) => b.clicks - a.clicks || b.id - a.id,
    )
    .map(({ id }: { id: number }) => id)
  for (const filter of ['', '&q=clicked'])
    for (let page = 1; page <= 8; page++)
      t.strictSame(
        (await pageOf(client, `order=click&limit=4&page=${page}${filter}`)).ids,
        expected.slice(4 * page - 4, 4 * page),
      )
})

t.test('a search finds words of alias, URL, title and note as they are now', async (t) => {
  const client = await service.newClient()
  const find = async (q: string) => (await pageOf(client, `q=${encodeURIComponent(q)}`)).ids
  const { id } = (
    await client.post('/api/url/add', {
      url: 'https://example.com/Übersicht?a=50%25_off',
      custom: 'AutumnSale',
      metatitle: 'Große Ansicht',
      description: 'first line\nsecond line',
    })
  ).body
  for (const q of [
    'autumnsale',
    'AUTUMN',
    'übersicht',
    'GROSSE',
    'große',
    'second',
    'in',
    'sale line',
    '50%25_',
    '%25_',
  ])
    t.strictSame(await find(q), q === 'GROSSE' ? [] : [id], q)
  for (const q of ['autumn winter', '%', '_0', 'sale%line', 'lineautumn', '\\']) {
    const isThere = q === '%'
    t.strictSame(await find(q), isThere ? [id] : [], q)
  }
  await client.put(`/api/url/${id}/update`, { custom: 'WinterSale', metatitle: null, url: 'https://example.com/b' })
  for (const q of ['autumn', 'ansicht', 'übersicht']) t.strictSame(await find(q), [], q)
  t.strictSame(await find('winter example.com/b'), [id])
  await client.delete(`/api/url/${id}/delete`)
  t.strictSame(await find('winter'), [])
})

t.test('links from before the counts and words are listed and found, also while jobs bring them over', async (t) => {
  const count = runsAllVariants ? 2500 : 1200
  const client = await service.newClient()
  await addLinks(client.id, count, 'before')
  await sql`delete from link_counts`.execute(db)
  await sql`delete from link_words`.execute(db)
  const find = async () => {
    t.match(await pageOf(client, ''), { result: count + 1 })
    t.match(await pageOf(client, `q=before-${count - 1}`), { result: 1 })
    t.match(await pageOf(client, 'q=later'), { result: 1 })
  }
  // No step is due yet.
  await sql`
    insert into jobs (kind, next_at) values ('count_links', now() + interval '1 hour'), ('fill_link_words', now() + interval '1 hour')`.execute(
    db,
  )
  await client.post('/api/url/add', { url: 'https://example.com/later' })
  await find()
  await sql`update jobs set next_at = now()`.execute(db)
  await services.jobs.idle()
  await find()
  t.match(await db.selectFrom('jobs').select(['kind', 'finished_at', 'error']).orderBy('id').execute(), [
    { kind: 'count_links', finished_at: Date, error: null },
    { kind: 'fill_link_words', finished_at: Date, error: null },
  ])
  const { rows } = await sql<{ counted: number; wrong: number }>`
    select (select sum(total)::integer from link_counts where account_id = ${client.id}::bigint) as counted,
      (select count(*)::integer from links l join aliases a on a.link_id = l.id left join link_words w on w.id = l.id
        where w.words is distinct from words_of_link(a.alias, l)) as wrong`.execute(db)
  t.strictSame(rows[0], { counted: count + 1, wrong: 0 })
})

t.test('a search with more than 10,000 results has atleast, and all its pages can be read', async (t) => {
  const client = await service.newClient()
  await addLinks(client.id, 10_020, 'many')
  t.match(await pageOf(client, 'q=number&limit=1000'), { result: 10_000, atleast: true, nextpage: 2, maxpage: 10 })
  t.match(await pageOf(client, 'q=number&limit=1000&page=10'), {
    result: 10_001,
    atleast: true,
    nextpage: 11,
    maxpage: 11,
  })
  const last = await pageOf(client, 'q=number&limit=1000&page=11')
  t.match(last, { result: 10_020, atleast: undefined, nextpage: 11, maxpage: 11 })
  t.equal(last.ids.length, 20)
  t.match(await pageOf(client, 'limit=1000&page=11'), { result: 10_020, maxpage: 11, ids: last.ids })
  t.match(await pageOf(client, 'q=number&limit=1000&page=12'), { result: 10_020, nextpage: 11, ids: [] })
  t.match(await pageOf(client, 'q=number&limit=1000&page=9007199254740991'), { result: 10_020, maxpage: 11, ids: [] })
  const found: number[] = []
  let cursor = ''
  for (let page = 1; page <= 11; page++) {
    const read = await pageOf(client, `q=number&limit=1000&order=click${cursor && `&after=${cursor}`}`)
    cursor = String(read['nextcursor'])
    found.push(...read.ids)
    const result = [10_000, 10_001, 10_020][Math.max(0, page - 9)]
    t.match(read, {
      result,
      currentpage: page,
      nextpage: Math.min(11, page + 1),
      atleast: page === 11 ? undefined : true,
    })
  }
  t.match([cursor, new Set(found).size], ['null', 10_020])
})

t.test('a missing or invalid index is created', async (t) => {
  await sql`drop index aliases_detached`.execute(db)
  await sql`update pg_index set indisvalid = false where indexrelid = 'links_private'::regclass`.execute(db)
  await sql`create index links_campaign on links (campaign_id) where campaign_id is not null`.execute(db)
  await createMissingIndexes(services.store.patient, () => false)
  await createMissingIndexes(services.store.patient, () => false)
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index
    where indexrelid in (to_regclass('aliases_detached'), to_regclass('links_private'), to_regclass('links_campaign'))`.execute(
    db,
  )
  t.strictSame(rows, [{ valid: true }, { valid: true }], 'and the one that they replace is dropped')
})

t.test('a search finds links by their further aliases', async (t) => {
  const client = await service.newClient()
  const add = async (body: object) =>
    (await client.post('/api/url/add', { url: 'https://example.com/', ...body })).body.id as number
  const found = async (q: string) =>
    (await client.get(`/api/urls?q=${q}`)).body.data.urls.map((link: { id: number }) => link.id)
  const id = await add({ custom: 'main-name', aliases: ['second-name', 'dritte-größe'] })
  await add({ custom: 'other-name' })
  t.same(await found('second-name'), [id])
  t.same(await found('GRÖSSE'), [])
  t.same(await found('DRITTE-GRÖ'), [id])
  t.same(await found('main second'), [id])
  const change = (body: object) => client.put(`/api/url/${id}/update`, body)
  await change({ custom: 'new-name', keepalias: true, description: 'words' })
  for (const q of ['main-name', 'second-name', 'new-name', 'words']) t.same(await found(q), [id], q)
  await change({ url: 'https://example.com/elsewhere' })
  t.same(await found('elsewhere+second'), [id])
  await change({ aliases: ['fourth-name'] })
  t.same(await found('second-name'), [])
  t.same(await found('fourth'), [id])
  const items = [{ id, aliases: ['fifth-name'] }]
  t.equal((await client.post('/api/url/bulk/update', { items })).status, 200)
  t.same(await found('fifth'), [id])
  const [made] = (
    await client.post('/api/url/bulk', { items: [{ url: 'https://example.com/', aliases: ['sixth-name'] }] })
  ).body.results
  t.same(await found('sixth'), [made.id])
  t.equal((await client.delete(`/api/url/${id}/delete`)).status, 200)
  t.same(await found('fifth'), [])
})

t.test('a search for two letters finds them before, between and after any other characters', async (t) => {
  const client = await service.newClient()
  const titles = ['Fuzz', 'FUZZ.', 'buzzword', 'buzzé', 'éZZ', 'zz-top', 'fuzz/buzz', 'plain', 'z z', 'ジzzジ']
  const urls = titles.map((metatitle) => ({ account_id: client.id, url: 'https://example.com', metatitle }))
  const links = await db.insertInto('links').values(urls).returning(['id', 'metatitle']).execute()
  await db
    .insertInto('aliases')
    .values(links.map(({ id }) => ({ link_id: id, alias: `pair-${id}` })))
    .execute()
  const expected = links.filter(({ metatitle }) => /zz/i.test(metatitle ?? '')).map(({ id }) => id)
  for (const q of ['zz', 'ZZ', 'zz%20pair'])
    t.same(
      (await pageOf(client, `q=${q}`)).ids.toSorted((a, b) => a - b),
      expected,
      q,
    )
  t.same((await pageOf(client, 'q=zy')).ids, [])
})
