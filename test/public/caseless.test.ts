import { sql } from 'kysely'
import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000', DOMAIN_CHECK: 'off' })
const client = await service.newClient()
const { app, services } = service
const host = 'case.example.com'
const on = { domain: host }
const get = (path: string, at = host) => app.inject({ url: encodeURI(path), headers: { host: at } })
const add = (body: object) => client.post('/api/url/add', { url: 'https://example.com/to', ...body })
const update = (id: number, body: object) => client.put(`/api/url/${id}/update`, body)
const record = async (id: number) => (await client.get(`/api/url/${id}`)).body.details
const addDomain = (name: string, more: object = {}) =>
  client.post('/api/domain/add', { domain: `https://${name}`, ...more })
await addDomain(host, { caseinsensitive: true })

t.test('a link is not in the way of itself', async (t) => {
  const { id } = (await add({ custom: 'abc', aliases: ['Second'], ...on })).body
  t.match(await update(id, { custom: 'ABC', keepalias: true }), { status: 200 })
  t.match(await record(id), { alias: 'ABC', aliases: ['Second'] })
  t.match(await update(id, { custom: 'SECOND' }), { status: 200 })
  t.match(await record(id), { alias: 'SECOND', aliases: [] })
  t.match(await update(id, { aliases: ['second', 'Third', 'THIRD'] }), { status: 200 })
  t.strictSame((await record(id)).aliases, ['Third'])
  const main = await add({ custom: 'Main', aliases: ['MAIN', 'Größe', 'GRÖßE'], ...on })
  t.equal(main.status, 200)
  t.strictSame((await record(main.body.id)).aliases, ['Größe'])
  t.match(await add({ custom: 'other', aliases: ['free', 'mAIN'], ...on }), {
    status: 409,
    body: { errors: [{ path: '/aliases/1' }] },
  })
  t.match(await add({ custom: 'gRÖßE', ...on }), { status: 409 })
  const one = await add({ url: 'https://example.com/reused', custom: 'reused', ...on })
  t.match(await add({ url: 'https://example.com/reused', custom: 'REUSED', reuse: true, ...on }), {
    status: 200,
    body: { id: one.body.id },
  })
  const [a, b] = [await add({ custom: 'bulk-a', ...on }), await add({ custom: 'bulk-b', ...on })]
  const { body } = await client.post('/api/url/bulk/update', {
    items: [
      { id: a.body.id, custom: 'BULK-A' },
      { id: b.body.id, custom: 'Bulk-A' },
    ],
  })
  t.match(JSON.stringify(body), /alias_taken/)
  t.equal((await get('/bulk-b')).statusCode, 302)
  t.equal((await get('/bulk-a')).statusCode, 302)
})

t.test('reuse finds the links of items before in any case, as single requests do', async (t) => {
  const page = { url: 'https://example.com/reused-in-bulk', reuse: true, ...on }
  const items = [
    { ...page, custom: 'Folds', aliases: ['Größer'] },
    { ...page, custom: 'folds' },
    { ...page, aliases: ['GRÖßER', 'FOLDS'] },
    { ...page, domain: undefined, custom: 'Folds' },
    { ...page, domain: undefined, custom: 'folds' },
  ]
  const { results } = (await client.post('/api/url/bulk', { items })).body
  const ids = results.map(({ id }: { id: number }) => id)
  t.strictSame(ids.slice(0, 3), [ids[0], ids[0], ids[0]])
  t.equal(new Set(ids).size, 3, 'the own host distinguishes them')
})

t.test('letters of any script are folded, by the first look-up already', async (t) => {
  for (const [custom, ...forms] of [
    ['ΟΔΟΣ', '/οδος', '/οδοσ', '/Οδος'],
    ['Maſt', '/mast', '/MAST'],
    ['µm', '/μm', '/ΜM'],
    ['Ⅳ', '/ⅳ'],
    ['ƏZƏRİ', '/əzəRİ'],
    ['ДА/нет', '/да/НЕТ'],
  ] as const) {
    t.equal((await add({ custom, ...on })).status, 200, custom)
    for (const form of forms) t.equal((await get(form)).statusCode, 302, form)
  }
  t.equal((await get(`/é/${'b/'.repeat(126)}`)).statusCode, 404)
  t.equal((await add({ custom: 'kız', ...on })).status, 200)
  t.equal((await add({ custom: 'kiz', ...on })).status, 200)
})

t.test('the setting of a domain changes without a change of its aliases', async (t) => {
  const { id } = (await addDomain('many.example.com')).body
  await sql`
    with added as (
      insert into links (account_id, url) select ${client.id}::bigint, 'https://example.com/' || n from generate_series(1, 2000) n
      returning id, url
    )
    insert into aliases (link_id, domain_id, alias) select id, ${id}::bigint, 'Many-' || split_part(url, '/', 4) from added`.execute(
    services.db,
  )
  const versions = async () =>
    (
      await sql<{
        n: number
      }>`select count(distinct xmin::text)::int as n from aliases where domain_id = ${id}::bigint`.execute(services.db)
    ).rows[0]?.n
  t.equal((await get('/many-7', 'many.example.com')).statusCode, 404)
  for (const caseinsensitive of [true, false, true])
    t.equal((await client.put(`/api/domain/${id}/update`, { caseinsensitive })).status, 200)
  t.equal(await versions(), 1)
  t.equal((await get('/many-7', 'many.example.com')).statusCode, 302)
  t.equal((await add({ custom: 'MANY-7', domain: 'many.example.com' })).status, 409)
})

t.test('a domain that is added again cannot ignore the case of aliases that differ in it alone', async (t) => {
  const name = 'back.example.com'
  for (const isDone of [false, true]) {
    const { id } = (await addDomain(name)).body
    const one = await add({ custom: 'Foo', aliases: ['also/one'], domain: name })
    const two = await add({ custom: 'foo', domain: name })
    await client.delete(`/api/domain/${id}/delete`)
    if (isDone) await services.jobs.idle()
    t.equal((await get('/also/one', name)).statusCode, 404)
    t.match(await record(one.body.id), { attached: false, aliases: ['also/one'] })
    const refused = await addDomain(name, { caseinsensitive: true })
    t.match(refused, { status: 409, body: { code: 'alias_taken', errors: [{ path: '/caseinsensitive' }] } })
    t.match(refused.body.message, /foo, Foo|Foo, foo/)
    await client.delete(`/api/url/${two.body.id}/delete`)
    const again = await addDomain(name, { caseinsensitive: true })
    t.equal(again.status, 200)
    for (const path of ['/FOO', '/ALSO/One']) t.equal((await get(path, name)).statusCode, 302, path)
    t.equal((await record(one.body.id)).attached, true)
    await client.delete(`/api/url/${one.body.id}/delete`)
    await client.delete(`/api/domain/${again.body.id}/delete`)
    await services.jobs.idle()
  }
})

t.test('of two concurrent requests for aliases that differ only in case, one succeeds', async (t) => {
  const replies = await Promise.all(['same', 'SAME', 'Same', 'sAME'].map((custom) => add({ custom, ...on })))
  t.strictSame(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
  const { id } = (await addDomain('switch.example.com')).body
  const [switched, ...added] = await Promise.all([
    client.put(`/api/domain/${id}/update`, { caseinsensitive: true }),
    ...['abc', 'ABC'].map((custom) => add({ custom, domain: 'switch.example.com' })),
  ])
  const made = added.filter(({ status }) => status === 200).length
  t.strictSame([switched?.status, made], switched?.status === 200 ? [200, 1] : [409, 2])
})
