import { sql } from 'kysely'
import t from 'tap'
import { createBio } from '../../db/queries/bios.ts'
import { asActor } from '../../db/queries/events.ts'
import { deleteOldImportRows } from '../../db/queries/imports.ts'
import type { SourceRow } from '../../src/import/record.ts'
import type { CheckRecord } from '../../src/import/record-check.ts'
import { ImportGone, START, stageBatch } from '../../src/import/stage.ts'
import { rollUpVisits } from '../../src/visits/roll-up.ts'
import { importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const plans = { limits: { free: {}, pro: { links: 2, qrcodes: 1 } } }
const folder = t.testdir({ 'plans.json': JSON.stringify(plans) })
const service = await startService(t)
const limited = await startService(t, { PLANS_FILE: `${folder}/plans.json` })
const header = { kind: 'export', format: 'waymark-export', version: 1 }
const fileOf = (...records: object[]) =>
  [header, ...records, { kind: 'end' }].map((record) => `${JSON.stringify(record)}\n`).join('')
const link = (id: number, alias: string) => ({ kind: 'link', id, alias, url: `https://example.com/${alias}` })
const qr = (id: number, code: string) => ({ kind: 'qr', id, code, type: 'link', data: 'https://example.com/q' })

t.test('a dry run resolves references to rows of an earlier batch', async (t) => {
  const client = await service.newClient()
  // A batch of rows in one transaction; a Postgres server has larger ones.
  const batch = process.env['TEST_DATABASE_URL'] ? 1000 : 200
  const filling = Array.from({ length: batch }, (_, i) => link(i + 1, `dry-fill-${i}`))
  const day = { kind: 'day', subject: 'link', date: '2024-01-01', class: 'visitor', visits: 5, uniques: 2 }
  const facets = { campaign: { 2: [5, 2] } }
  const all = fileOf(
    { kind: 'pixel', id: 1, type: 'vendor01pixel', name: 'P', tag: '123456789' },
    { kind: 'overlay', id: 1, type: 'message', name: 'O', text: 'Hello' },
    { kind: 'splash', id: 3, name: 'S', title: 'T', text: 'Hello' },
    { kind: 'campaign', id: 2, name: 'C' },
    { kind: 'channel', id: 4, name: 'K' },
    ...filling,
    { ...link(5000, 'dry-last'), campaign: 2, channels: [4], pixels: [1], type: 'overlay-1' },
    { ...link(5001, 'dry-splash'), type: '3' },
    { kind: 'bio', id: 1, alias: 'dry-bio', name: 'B', channels: [4] },
    { ...qr(1, 'DryCode1'), channels: [4] },
    { ...day, id: 1, facets },
    { ...day, id: 2, facets },
    { ...day, id: 5000, facets },
  )
  const { details, rows } = await importFile(service, client, 'waymark', all, '&dryrun=true')
  t.same(
    rows.filter(({ outcome }) => outcome !== 'created'),
    [],
  )
  t.match(details, { dryrun: true, failed: 0, skipped: 0, created: batch + 12 })
  t.equal((await client.get('/api/urls')).body.data.result, 0)
})

t.test('a plan limit is about new links and codes alone', async (t) => {
  const client = await limited.newClient()
  await importFile(limited, client, 'waymark', fileOf(link(1, 'room-old'), qr(9, 'RoomOld')))
  const outcomesOf = async (conflicts: string, ...records: object[]) => {
    const { rows } = await importFile(limited, client, 'waymark', fileOf(...records), `&conflicts=${conflicts}`)
    return rows.map(({ outcome, errors }) => [outcome, errors?.[0]?.message ?? ''].join(' ').slice(0, 25))
  }
  const full = 'failed The plan of this a'
  t.strictSame(
    await outcomesOf(
      'skip',
      link(1, 'room-old'),
      link(2, 'room-new'),
      link(3, 'room-third'),
      link(4, 'room-new'),
      qr(9, 'RoomOld'),
      qr(8, 'RoomNew'),
    ),
    ['skipped ', 'created ', full, 'skipped ', 'skipped ', full],
  )
  const changed = { ...link(2, 'room-new'), url: 'https://example.com/changed' }
  t.strictSame(await outcomesOf('replace', link(3, 'room-third'), changed, qr(9, 'RoomOld')), [
    full,
    'replaced ',
    'replaced ',
  ])
  t.match((await linkOf(client, 'room-new')).details, { longurl: 'https://example.com/changed' })
})

t.test('a renamed page keeps whole characters of its alias', async (t) => {
  const alias = `${'a'.repeat(39)}🎉`
  const file = fileOf({ kind: 'bio', id: 1, alias, name: 'B' })
  t.match((await importFile(service, await service.newClient(), 'waymark', file)).details, { created: 1 })
  const { rows } = await importFile(service, await service.newClient(), 'waymark', file, '&conflicts=rename')
  t.equal(rows[0]?.outcome, 'renamed')
  t.ok(rows[0]?.alias?.startsWith(`${alias}-`))
})

t.test('a page whose alias is taken leaves nothing behind', async (t) => {
  const { db } = service.services
  const countOf = async ({ id }: { id: number }) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from bios where account_id = ${id}::bigint`.execute(db)
    return rows[0]?.n
  }
  const own = await service.newClient()
  await own.post('/api/bio/add', { name: 'A', custom: 'left-a' })
  await own.post('/api/bio/add', { name: 'B', custom: 'left-b', externalid: 'crm-1' })
  const file = (await own.get('/api/export')).text
  for (const [conflicts, outcome] of [
    ['skip', 'skipped'],
    ['skip', 'skipped'],
    ['replace', 'replaced'],
    ['rename', 'skipped'],
  ] as const) {
    const { rows } = await importFile(service, own, 'waymark', file, `&conflicts=${conflicts}`)
    t.strictSame(
      rows.map((row) => row.outcome),
      [outcome, outcome],
      conflicts,
    )
    t.equal(await countOf(own), 2, conflicts)
  }
  const other = await service.newClient()
  const taken = fileOf({ kind: 'bio', id: 1, alias: 'left-a', name: 'C', externalid: 'crm-9' })
  t.match((await importFile(service, other, 'waymark', taken)).rows, [{ outcome: 'skipped' }])
  t.equal(await countOf(other), 0)
  t.match(await other.post('/api/bio/add', { name: 'C', externalid: 'crm-9' }), { status: 200 })
  t.match((await importFile(service, own, 'waymark', taken, '&conflicts=replace')).rows, [{ outcome: 'replaced' }])
  t.equal(await countOf(own), 2)
})

t.test('a page whose alias is taken in an open transaction is undone', async (t) => {
  const { db } = service.services
  const { id } = await service.newClient()
  await db.transaction().execute(async (db) => {
    const create = () =>
      createBio(db, asActor('system', id), { name: 'D' }, { domainId: null, alias: 'left-d' }, () => 'left-e')
    t.type(await create(), 'number')
    t.equal(await create(), 'taken')
  })
  const { rows } = await sql`select from bios where account_id = ${id}::bigint`.execute(db)
  t.equal(rows.length, 1)
})

t.test('a row without an alias makes one link, whatever its state', async (t) => {
  const own = await service.newClient()
  const rows = ['https://example.com/x,yes,', 'https://example.com/y,,2020-01-01', 'https://example.com/z,,']
  const file = `${['Long URL,Private,Expires at', ...rows].join('\n')}\n`
  t.match((await importFile(service, own, 'csv', file)).details, { created: 3 })
  for (let i = 0; i < 2; i++) t.match((await importFile(service, own, 'csv', file)).details, { created: 0, skipped: 3 })
  t.equal((await own.get('/api/urls')).body.data.result, 3)
})

t.test('a replaced link that gets a channel and an alias has one event of them', async (t) => {
  const own = await service.newClient()
  await own.post('/api/url/add', { url: 'https://example.com/k', custom: 'chan-one' })
  const file = 'Long URL,Alias,Tags,Aliases\nhttps://example.com/k,chan-one,news,chan-two\n'
  for (let i = 0; i < 2; i++)
    t.match((await importFile(service, own, 'csv', file, '&conflicts=replace')).rows, [{ outcome: 'replaced' }])
  const { rows } = await sql<{ changed: string[] }>`
    select data->'changed' as changed from events where account_id = ${own.id}::bigint and type = 'link.updated'`.execute(
    service.services.db,
  )
  t.strictSame(
    rows.map(({ changed }) => changed),
    [['aliases', 'channel']],
  )
})

t.test('an alias or external id that cannot be had reads as one sentence in the report', async (t) => {
  const client = await service.newClient()
  await client.post('/api/bio/add', { name: 'B', custom: 'page-alias' })
  await client.post('/api/url/add', { url: 'https://example.com/first', custom: 'first-id', externalid: 'one' })
  const file = fileOf(link(1, 'page-alias'), { ...link(2, 'second-id'), externalid: 'one' })
  const { id } = await importFile(service, client, 'waymark', file, '&conflicts=replace')
  const { text } = await client.get(`/api/import/${id}/report`)
  t.match(text, 'failed,"custom is taken by a page, or by another account",')
  t.match(text, 'failed,externalid is that of another link of the account,')
})

t.test('QR codes are written in small groups, none twice', async (t) => {
  const codes = Array.from({ length: 45 }, (_, i) => qr(i + 1, `Group${i}`))
  const file = fileOf(link(1, 'group-first'), ...codes, link(2, 'group-last'))
  const { details } = await importFile(service, await service.newClient(), 'waymark', file)
  t.match(details, { created: 47, failed: 0, skipped: 0 })
})

t.test('a code whose content does not fit is a fault of its row', async (t) => {
  const long = { kind: 'qr', id: 1, code: 'TooLong', type: 'text', data: 'x'.repeat(2400), static: true }
  const { rows } = await importFile(service, await service.newClient(), 'waymark', fileOf(long, qr(2, 'ShortOne')))
  t.match(rows, [{ outcome: 'failed', errors: [{ path: '/data', message: /at most/ }] }, { outcome: 'created' }])
})

t.test('days that add up to more than the total raise it, once', async (t) => {
  const own = await service.newClient()
  const day = (date: string, visits: number, name = 'visitor') => ({
    ...{ kind: 'day', subject: 'link', id: 1, date, class: name, visits, uniques: 1, facets: {} },
  })
  const file = fileOf(
    { ...link(1, 'sum-1'), clicks: 10, uniqueclicks: 1 },
    day('2024-01-01', 8),
    day('2024-01-02', 7),
    day('2024-01-03', 100, 'bot'),
  )
  for (let i = 0; i < 2; i++) {
    await importFile(service, own, 'waymark', file, i === 0 ? '' : '&conflicts=replace')
    const { details, data } = await linkOf(own, 'sum-1')
    t.match([details.clicks, details.uniqueclicks, data.clicks, data.uniqueClicks], [15, 2, 15, 2])
  }
  t.match((await own.get(`/api/export`)).text, /"clicks":15,/)
})

t.test('an own export that replaces its records counts no visit twice', async (t) => {
  const own = await service.newClient()
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const visit = async (path: string, times: number) => {
    let status = 0
    for (let i = 0; i < times; i++) ({ status } = await service.send('GET', path, { headers }))
    return status
  }
  await own.post('/api/url/add', { url: 'https://example.com/own', custom: 'own-limited', clicklimit: 5 })
  await own.post('/api/bio/add', { name: 'Own', custom: 'own-page' })
  await own.post('/api/qr/add', { type: 'link', data: 'https://example.com/own' })
  const { code } = JSON.parse(
    (await own.get('/api/export')).text.split('\n').find((line: string) => line.includes('"kind":"qr"')) ?? '',
  )
  const paths = ['/own-limited', '/own-page', `/q/${code}`]
  for (const path of paths) await visit(path, 3)
  const totals = async () => {
    const records = (await own.get('/api/export')).text
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    const days = records.filter(({ kind }: { kind: string }) => kind === 'day')
    return [
      ...['link', 'bio', 'qr'].map((wanted) => {
        const { clicks, uniqueclicks, scans, uniquescans } = records.find(
          ({ kind }: { kind: string }) => kind === wanted,
        )
        return [clicks ?? scans, uniqueclicks ?? uniquescans]
      }),
      days.reduce((sum: number, { visits }: { visits: number }) => sum + visits, 0),
    ]
  }
  const file = (await own.get('/api/export')).text
  t.same(await totals(), [[3, 1], [3, 1], [3, 1], 9])
  const outcomes = (await importFile(service, own, 'waymark', file, '&conflicts=replace')).rows.map(
    (row) => row.outcome,
  )
  t.same([...new Set(outcomes)].sort(), ['replaced', 'skipped'])
  t.same(await totals(), [[3, 1], [3, 1], [3, 1], 9], 'before the counts are added to the totals')
  await rollUpVisits(service.services.db, { maxVisits: 500, minWaiting: 1 })
  await importFile(service, own, 'waymark', file, '&conflicts=replace')
  t.same(await totals(), [[3, 1], [3, 1], [3, 1], 9], 'after it')
  t.equal(await visit('/own-limited', 1), 302)

  const more = file.replaceAll(/"(clicks|scans)":3/g, '"$1":7')
  await importFile(service, own, 'waymark', more, '&conflicts=replace')
  t.match(await totals(), [[7], [7], [7], 10], 'a larger total counts')
})

t.test('an export of another service that is imported again adds its new visits to those of this one', async (t) => {
  const own = await service.newClient()
  const link = { kind: 'link', id: 1, alias: 'moved-twice', url: 'https://example.com/', uniqueclicks: 1 }
  const day = { kind: 'day', subject: 'link', id: 1, class: 'visitor', uniques: 1, facets: {} }
  const exported = (clicks: number, ...days: object[]) =>
    fileOf({ ...link, clicks }, ...days.map((one) => ({ ...day, ...one }))).replace(
      '"kind":"export"',
      '"kind":"export","service":"https://old.example.com"',
    )
  const first = { date: '2026-01-01', visits: 100 }
  await importFile(service, own, 'waymark', exported(100, first))
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  for (let i = 0; i < 3; i++) t.equal((await service.send('GET', '/moved-twice', { headers })).status, 302)
  for (let i = 0; i < 2; i++) {
    const again = exported(105, first, { date: '2026-01-02', visits: 5 })
    const { rows } = await importFile(service, own, 'waymark', again, '&conflicts=replace')
    t.match(rows, [{ outcome: 'replaced' }, { outcome: 'skipped' }, { outcome: i === 0 ? 'created' : 'skipped' }])
    t.equal((await linkOf(own, 'moved-twice')).details.clicks, 108)
  }
})

t.test('a code that another account had and deleted is not imported, because it may be printed', async (t) => {
  const [owner, other] = [await service.newClient(), await service.newClient()]
  await importFile(service, owner, 'waymark', fileOf(qr(1, 'Printed1')))
  const { id } = (await owner.get('/api/qr')).body.data.qrs[0]
  await owner.delete(`/api/qr/${id}/delete`)
  for (const conflicts of ['skip', 'replace'])
    t.match((await importFile(service, other, 'waymark', fileOf(qr(1, 'Printed1')), `&conflicts=${conflicts}`)).rows, [
      { outcome: 'skipped', notes: ['Another account had this code.'] },
    ])
  const { rows } = await importFile(service, other, 'waymark', fileOf(qr(1, 'Printed1')), '&conflicts=rename')
  t.match(rows, [{ outcome: 'renamed', alias: /^(?!Printed1)/ }])
  t.match((await importFile(service, owner, 'waymark', fileOf(qr(1, 'Printed1')))).rows, [{ outcome: 'created' }])
})

t.test('of the reports of an account only the newest are kept, up to five million rows', async (t) => {
  const { db } = service.services
  const [own, other] = [await service.newClient(), await service.newClient()]
  const file = 'URL\nhttps://example.com/quota\n'
  const imports: number[] = []
  for (const client of [own, own, own, other]) imports.push((await importFile(service, client, 'csv', file)).id)
  const keptOf = async () => {
    const { rows } = await sql<{ id: number }>`
      select distinct job_id as id from import_rows where job_id = any (${`{${imports.join()}}`}::text::bigint[])`.execute(
      db,
    )
    return imports.map((id) => rows.some((row) => row.id === id))
  }
  await deleteOldImportRows(db, 30, 1000)
  t.same(await keptOf(), [true, true, true, true])
  await sql`update jobs set state = jsonb_set(state, '{total}', '4999999') where id = ${imports[1]}::bigint`.execute(db)
  await deleteOldImportRows(db, 30, 1000)
  t.same(await keptOf(), [false, true, true, true])
  t.match((await own.get(`/api/import/${imports[0]}`)).body.details, { created: 1 }, 'the record is kept')
})

t.test('unprocessed rows of a failed import are kept until it is retried', async (t) => {
  const { db } = service.services
  const client = await service.newClient()
  const file = 'URL\nhttps://example.com/one\nhttps://example.com/two\n'
  const failed = (await importFile(service, client, 'csv', file)).id
  const newer = (await importFile(service, client, 'csv', file)).id
  await sql`update import_rows set outcome = null where job_id = ${failed}::bigint and row = 2`.execute(db)
  await sql`update jobs set error = 'failed' where id = ${failed}::bigint`.execute(db)
  await sql`update jobs set state = jsonb_set(state, '{total}', '4999999') where id = ${newer}::bigint`.execute(db)
  await deleteOldImportRows(db, 30, 1000)
  const rows = await db.selectFrom('import_rows').select(['row', 'outcome']).where('job_id', '=', failed).execute()
  t.strictSame(rows, [{ row: 2, outcome: null }])
})

t.test('a page with more Markdown than a page may have is not imported', async (t) => {
  const client = await service.newClient()
  const text = { type: 'text', text: 'a'.repeat(2000) }
  const bio = (id: number, count: number) => ({
    ...{ kind: 'bio', id, alias: `markdown-${count}`, name: 'B' },
    blocks: Array.from({ length: count }, () => text),
  })
  const { rows } = await importFile(service, client, 'waymark', fileOf(bio(1, 32), bio(2, 33)))
  t.match(rows, [
    { outcome: 'created', errors: null },
    { outcome: 'failed', errors: [{ path: '/blocks', message: /^must have at most 65,536 characters of Markdown/ }] },
  ])
})

t.test('checking rows gives up its turn by the time that it takes', async (t) => {
  let inTurn = 0
  let most = 0
  let isOver = false
  const count = () => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (!isOver) setImmediate(count)
  }
  const check: CheckRecord = () => {
    inTurn++
    for (const start = performance.now(); performance.now() < start + 21; );
    return { record: {}, faults: [{ path: '', message: 'is slow' }] }
  }
  const rows = Array.from({ length: 20 }, (_, i): SourceRow => ({ row: i, kind: 'link', record: {} }))
  const passwords = async () => null
  setImmediate(count)
  // There is no such import, which shows when all rows are checked.
  const end = await stageBatch({ db: service.services.store.db, jobId: 0, check, passwords }, rows, START).catch(
    (error) => error,
  )
  isOver = true
  count()
  t.ok(end instanceof ImportGone)
  t.ok(most <= 2, `${most} rows in a turn`)
})
