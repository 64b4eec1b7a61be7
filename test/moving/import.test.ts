import { sql } from 'kysely'
import t from 'tap'
import { fillAccount } from '../support/account-contents.ts'
import { commandLine } from '../support/command-line.ts'
import { importFile, linkOf, resultOf, sendFile } from '../support/imports.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t, { IMPORT_MAX_MB: '1' })
const client = await service.newClient()
const things = await fillAccount(client, 'go.import.example')
await client.put(`/api/bio/${things.bio}/update`, {
  blocks: [{ type: 'form', title: 'Join', fields: [{ kind: 'text', label: 'Name' }], consent: 'Yes', key: 'tour' }],
})
for (const consent of ['I agree.\nReally.', null])
  await sql`
    insert into bio_answers (account_id, bio_id, form, answers, consent, created_at)
    values (${client.id}::bigint, ${things.bio}::bigint, 'tour', '[{"kind": "text", "label": "Name", "value": ""}]', ${consent}::text,
      '2026-02-03 04:05:06.789Z')`.execute(service.services.db)
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
for (let i = 0; i < 3; i++) await service.send('GET', `/plain-${client.id}`, { headers: agent })
// biome-ignore lint/suspicious/noExplicitAny: a record can be anything; the tests state what they expect.
type Line = any
const parse = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const exportOf = async (of: Client) => (await of.get('/api/export')).text
const file = await exportOf(client)
const header = file.split('\n')[0]
const fileOf = (...records: object[]) =>
  [header, ...records.map((record) => JSON.stringify(record)), '{"kind":"end"}', ''].join('\n')

// What differs between two accounts with the same things: ids, and what is unique on the service.
const comparable = (text: string) => {
  const records = parse(text)
  const names = new Map(
    records.flatMap(({ kind, id }, i) => (id && kind !== 'day' ? [[`${kind} ${id}`, `${kind} ${i}`]] : [])),
  )
  const named = (kind: string, id: unknown) => names.get(`${kind} ${id}`) ?? null
  return records
    .filter(({ kind }) => !['export', 'account', 'end'].includes(kind))
    .map(({ kind, id, subject, ...rest }) => ({
      kind,
      of: subject ? named(subject, id) : undefined,
      ...rest,
      ...(rest.bio ? { bio: named('bio', rest.bio) } : {}),
      ...(rest.campaign ? { campaign: named('campaign', rest.campaign) } : {}),
      ...(rest.channels ? { channels: rest.channels.map((one: number) => named('channel', one)) } : {}),
      ...(rest.pixels ? { pixels: rest.pixels.map((one: number) => named('pixel', one)) } : {}),
      ...(/^overlay-/.test(rest.type) ? { type: named('overlay', rest.type.slice(8)) } : {}),
      ...(/^\d+$/.test(rest.type) ? { type: named('splash', rest.type) } : {}),
    }))
}

t.test('the export of an account without records is imported as one without rows', async (t) => {
  const old = await service.newClient()
  for (const [source, query] of [
    ['waymark', ''],
    ['csv', '?format=csv'],
  ] as const) {
    const { text } = await old.get(`/api/export${query}`)
    for (const dryrun of ['', '&dryrun=true']) {
      const { details, rows, id } = await importFile(service, await service.newClient(), source, text, dryrun)
      t.match(details, { status: 'done', total: 0, progress: 0, created: 0, failed: 0, message: null }, source)
      t.match(details.finished, /^\d{4}-/, source)
      t.same(rows, [], `${source} ${id}`)
    }
  }
  const waymark = commandLine(async () => service.services.store)
  const piped = ['import', '-', '--from', 'csv', '--username', old.username]
  t.match(await waymark(piped, 'URL,Alias\n'), { code: 0, out: /: 0 created.*\nThere were no rows to import/ })
  t.match(await sendFile(old, 'csv', '\n'), { status: 400, body: { message: /empty|no header line/ } })
  t.match(await sendFile(old, 'waymark', header ?? ''), { status: 400, body: { message: /ends early/ } })
})

t.test('importing an export reproduces the account, and importing it again changes nothing', async (t) => {
  const other = await startService(t)
  const newcomer = await other.newClient()
  const { details, rows } = await importFile(other, newcomer, 'waymark', file)
  t.same(
    rows.filter(({ outcome }) => outcome !== 'created'),
    [],
  )
  t.match(details, {
    status: 'done',
    source: 'waymark',
    failed: 0,
    total: rows.length,
    progress: rows.length,
    message: null,
  })
  t.same(comparable(await exportOf(newcomer)), comparable(file))
  const link = await linkOf(newcomer, `plain-${client.id}`)
  t.match(link, {
    details: { clicks: 3, uniqueclicks: 1 },
    data: { clicks: 3, uniqueClicks: 1, topBrowsers: { Firefox: '3' } },
  })
  const asked = await other.send('GET', `/every-field`, {
    headers: { ...agent, host: 'go.import.example' },
    isElsewhere: true,
  })
  t.match(asked.text, /password/i, 'the password is still asked for')

  const again = await importFile(other, newcomer, 'waymark', file)
  t.same(
    again.rows.filter(({ outcome }) => outcome !== 'skipped'),
    [],
  )
  t.same(comparable(await exportOf(newcomer)), comparable(file))
  const replaced = await importFile(other, newcomer, 'waymark', file, '&conflicts=replace')
  t.match(replaced.details, { failed: 0, created: 0 })
  t.same(comparable(await exportOf(newcomer)), comparable(file))
  const renamed = await importFile(other, newcomer, 'waymark', file, '&conflicts=rename')
  t.match(renamed.details, { failed: 0, created: 0, renamed: 0 })
  t.same(comparable(await exportOf(newcomer)), comparable(file))
})

t.test('webhooks are exported without secrets, and imported disabled by who may create them', async (t) => {
  const old = await service.newClient()
  const hooks = [
    { url: 'https://example.com/hooks/a', types: ['link.created', 'visits.recorded'], description: 'Warehouse' },
    { url: 'https://example.com/hooks/b' },
    { url: 'https://example.com/hooks/b' },
  ]
  const secrets: string[] = []
  for (const hook of hooks) secrets.push((await old.post('/api/webhook/add', hook)).body.secret)
  const text = await exportOf(old)
  const exported = parse(text).filter(({ kind }) => kind === 'webhook')
  const date = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
  t.match(exported[0], { ...hooks[0], enabled: true, date })
  t.match(exported[2], { ...hooks[2], types: [], description: null })
  t.same(Object.keys(exported[0]).sort(), ['date', 'description', 'enabled', 'id', 'kind', 'types', 'url'])
  for (const secret of secrets) t.notOk(text.includes(secret.slice(6)))

  const moved = text.replaceAll(/"date":"\d{4}-\d\d-\d\d/g, '"date":"2024-06-01')
  const newcomer = await service.newClient()
  const { body: writer } = await newcomer.post('/api/key/add', { name: 'writer', scope: 'write' })
  const refused = await importFile(
    service,
    { ...newcomer, post: (path, body, more) => newcomer.post(path, body, { ...more, key: writer.apikey }) },
    'waymark',
    moved,
  )
  t.match(refused.rows, Array(3).fill({ kind: 'webhook', outcome: 'failed', errors: [{ message: /`admin`/ }] }))
  t.match(
    (await importFile(service, newcomer, 'waymark', moved)).rows,
    Array(3).fill({ outcome: 'created', notes: [/rotate/] }),
  )
  t.match((await importFile(service, newcomer, 'waymark', moved)).rows, Array(3).fill({ outcome: 'skipped' }))
  const { webhooks } = (await newcomer.get('/api/webhooks')).body.data
  t.equal(webhooks.length, 3)
  t.match(webhooks[2], { ...hooks[0], enabled: false, date: /^2024-06-01/ })
  t.same(
    parse(await exportOf(newcomer))
      .filter(({ kind }) => kind === 'webhook')
      .map(({ id, enabled, ...rest }) => rest),
    parse(moved)
      .filter(({ kind }) => kind === 'webhook')
      .map(({ id, enabled, ...rest }) => rest),
  )
  t.match((await newcomer.post(`/api/webhook/${webhooks[2].id}/rotate`, {})).body, { secret: /^whsec_/ })

  const record = (i: number) => ({ kind: 'webhook', url: `https://example.com/hooks/${i}` })
  const many = fileOf({ kind: 'webhook', url: 'nowhere' }, ...Array.from({ length: 10 }, (_, i) => record(i)))
  const { rows } = await importFile(service, newcomer, 'waymark', many)
  t.match(rows[0], { outcome: 'failed', errors: [{ path: '/url' }] })
  t.match(rows.at(-1), { outcome: 'failed', errors: [{ message: /12/ }] }, 'the limit of the account holds')
  t.equal(rows.filter(({ outcome }) => outcome === 'created').length, 9)
})

t.test('password-protected links of an export without hashes become private', async (t) => {
  const other = await startService(t)
  const newcomer = await other.newClient()
  const { body } = await client.post('/api/key/add', { name: 'reader', scope: 'read' })
  const { text } = await client.get('/api/export', { key: body.apikey })
  const { rows } = await importFile(other, newcomer, 'waymark', text)
  t.match(
    rows.find(({ alias }) => alias === 'every-field'),
    { outcome: 'created', notes: [/password/] },
  )
  t.match((await linkOf(newcomer, 'every-field')).details, { status: 'private', haspassword: false })
})

t.test('conflicts: a row with a taken alias is skipped, replaces the link, or is renamed', async (t) => {
  const own = await service.newClient()
  const csv = (url: string) => `Alias,URL,Clicks,Created at\nsame-1,${url},10,2020-01-01\n`
  t.match((await importFile(service, own, 'csv', csv('https://example.com/a'))).details, { created: 1 })
  await service.send('GET', '/same-1', { headers: agent })
  t.match((await importFile(service, own, 'csv', csv('https://example.com/b'))).rows, [
    { outcome: 'skipped', notes: [/taken/] },
  ])
  t.match((await linkOf(own, 'same-1')).details, { longurl: 'https://example.com/a', clicks: 11 })
  for (let i = 0; i < 2; i++)
    t.match((await importFile(service, own, 'csv', csv('https://example.com/b'), '&conflicts=replace')).details, {
      replaced: 1,
    })
  t.match(
    (await linkOf(own, 'same-1')).details,
    { longurl: 'https://example.com/b', clicks: 11, date: '2020-01-01 00:00:00' },
    'no click is counted twice',
  )
  t.match((await importFile(service, own, 'csv', csv('https://example.com/c'), '&conflicts=rename')).rows, [
    { alias: 'same-1-2', outcome: 'renamed' },
  ])
  t.match((await importFile(service, own, 'csv', csv('https://example.com/c'), '&conflicts=rename')).rows, [
    { alias: 'same-1-2', outcome: 'skipped' },
  ])
  const thief = await service.newClient()
  t.match((await importFile(service, thief, 'csv', csv('https://evil.example'), '&conflicts=replace')).rows, [
    { outcome: 'failed', errors: [{ message: /another account/ }] },
  ])
  t.match((await linkOf(own, 'same-1')).details, { longurl: 'https://example.com/b' })
})

t.test(
  'replace keeps fields without a column in a CSV file, and clears fields that are empty in an export',
  async (t) => {
    const own = await service.newClient()
    const later = {
      metatitle: 'Later',
      description: 'Later',
      password: 'later later',
      expiry: '2031-01-01 00:00:00',
      clicklimit: 5,
      geotarget: [{ location: 'DE', link: 'https://example.com/de' }],
      deeplink: { apple: 'https://example.com/app' },
    }
    const { body } = await own.post('/api/url/add', { url: 'https://example.com/kept', custom: 'kept-1' })
    const { text: backup } = await own.get('/api/export')
    await own.put(`/api/url/${body.id}/update`, later)
    const csv = 'Alias,URL,Title,Description,Expires at\nkept-1,https://example.com/new,,,\n'
    t.match((await importFile(service, own, 'csv', csv, '&conflicts=replace')).details, { replaced: 1 })
    const { password: _, deeplink: _d, metatitle: title, ...kept } = later
    t.match((await linkOf(own, 'kept-1')).details, {
      longurl: 'https://example.com/new',
      title,
      haspassword: true,
      ...kept,
    })
    t.match((await importFile(service, own, 'waymark', backup, '&conflicts=replace')).details, {
      replaced: 1,
      failed: 0,
    })
    t.match((await linkOf(own, 'kept-1')).details, {
      longurl: 'https://example.com/kept',
      ...{ title: null, description: null, haspassword: false, expiry: null, clicklimit: null, deeplink: null },
      geotarget: [],
    })
  },
)

t.test('an external id that is in use is dealt with as an alias is, and costs the other rows nothing', async (t) => {
  const own = await service.newClient()
  const kinds = { link: '/api/url/add', qr: '/api/qr/add', bio: '/api/bio/add' }
  await own.post(kinds.link, { url: 'https://example.com/first', custom: 'ext-first', externalid: 'taken' })
  await own.post(kinds.qr, { type: 'link', data: 'https://example.com/first', externalid: 'taken' })
  t.match(await own.post(kinds.bio, { name: 'First', custom: 'ext-bio', externalid: 'taken' }), { status: 200 })
  const link = (id: number, alias: string, externalid?: string) => ({
    kind: 'link',
    id,
    alias,
    url: `https://example.com/${alias}`,
    externalid,
  })
  const qr = { kind: 'qr', type: 'link', data: 'https://example.com/q' }
  const records = (round: string) =>
    fileOf(
      link(1, `ext-${round}-1`, `free-${round}`),
      link(2, `ext-${round}-2`, `free-${round}`),
      link(3, `ext-${round}-3`, 'taken'),
      link(4, `ext-${round}-4`),
      { kind: 'bio', id: 5, alias: `ext-${round}-5`, name: 'Second', externalid: 'taken' },
      { ...qr, id: 6, code: `Ext${round}6`, externalid: 'taken' },
      { ...qr, id: 7, code: `Ext${round}7`, externalid: `free-${round}` },
    )
  const outcomesOf = async (conflicts: string) => {
    const { rows } = await importFile(service, own, 'waymark', records(conflicts), `&conflicts=${conflicts}`)
    return rows.map(({ outcome, errors, notes }) => [outcome, errors?.[0]?.path ?? notes?.[0] ?? ''].join(' '))
  }
  const said = (noun: string, id: string, end = '') => `Another ${noun} of the account has the externalid ${id}.${end}`
  t.strictSame(await outcomesOf('skip'), [
    'created ',
    `skipped ${said('link', 'free-skip')}`,
    `skipped ${said('link', 'taken')}`,
    'created ',
    `skipped ${said('bio page', 'taken')}`,
    `skipped ${said('QR code', 'taken')}`,
    'created ',
  ])
  const clash = 'failed /externalid'
  t.strictSame(await outcomesOf('replace'), ['created ', clash, clash, 'created ', clash, clash, 'created '])
  const left = ' It is left out here.'
  t.strictSame(await outcomesOf('rename'), [
    'created ',
    `created ${said('link', 'free-rename', left)}`,
    `created ${said('link', 'taken', left)}`,
    'created ',
    `created ${said('bio page', 'taken', left)}`,
    `created ${said('QR code', 'taken', left)}`,
    'created ',
  ])
  t.match((await linkOf(own, 'ext-rename-3')).details, { externalid: null })
  t.match((await linkOf(own, 'ext-first')).details, { externalid: 'taken', longurl: 'https://example.com/first' })
})

t.test('rows without an alias create one link per URL', async (t) => {
  const own = await service.newClient()
  const csv = 'URL\nhttps://example.com/u1\nhttps://example.com/u2\nhttps://example.com/u1\n'
  t.match((await importFile(service, own, 'csv', csv)).details, { created: 2, skipped: 1 })
  t.match((await importFile(service, own, 'csv', csv)).details, { created: 0, skipped: 3 })
})

t.test('a dry run stores nothing but the report', async (t) => {
  const own = await service.newClient()
  const before = (await own.get('/api/urls')).body.data.result
  const { details, rows } = await importFile(
    service,
    own,
    'csv',
    'Alias,URL,Tags\ndry-1,https://example.com/d,x\nsame-1,https://example.com/e,\nbad,ftp://x,\n',
    '&dryrun=true',
  )
  t.match(details, { dryrun: true, created: 1, skipped: 1, failed: 1 })
  t.match(
    rows.map(({ outcome }) => outcome),
    ['created', 'skipped', 'failed'],
  )
  t.equal((await own.get('/api/urls')).body.data.result, before)
  t.equal((await own.get('/api/channels')).body.data.result, 0)
})

t.test('links of a domain that the account does not have get the domain of the option', async (t) => {
  const own = await service.newClient()
  await own.post('/api/domain/add', { domain: 'https://fallback.example' })
  const csv = (alias: string) => `Short URL,URL\nhttps://elsewhere.example/${alias},https://example.com/x\n`
  await importFile(service, own, 'csv', csv('else-1'))
  t.match((await linkOf(own, 'else-1')).details, { domain: null })
  await importFile(service, own, 'csv', csv('else-2'), '&domain=fallback.example')
  t.match((await linkOf(own, 'else-2')).details, { domain: 'https://fallback.example' })
  t.match(await sendFile(own, 'csv', csv('else-3'), '&domain=go.import.example'), {
    status: 400,
    body: { errors: [{ path: 'query/domain', message: 'is not a domain of the account' }] },
  })
})

t.test(
  'an export that is cut off or of another kind is refused; what refers to nothing is a fault of its row',
  async (t) => {
    const own = await service.newClient()
    const refused = async (text: string, message: RegExp) =>
      t.match(await sendFile(own, 'waymark', text), { status: 400, body: { message } })
    await refused(file.slice(0, file.length - 40), /ends early/)
    await refused('{"kind":"link"}\n{"kind":"end"}\n', /no export of this service/)
    await refused('{"kind":"export","format":"waymark-export","version":9}\n{"kind":"end"}\n', /version 9/)
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    await refused(`{"kind":"export","format":"waymark-export","version":${deep}}\n{"kind":"end"}\n`, /version none/)
    await refused(`${fileOf()}{"kind":"link"}\n`, /after the end/)
    const link = { kind: 'link', id: 1, url: 'https://example.com' }
    const { rows } = await importFile(
      service,
      own,
      'waymark',
      fileOf(
        { ...link, alias: 'ref-1', campaign: 77 },
        { ...link, id: 2, alias: 'ref-2', channels: [things.channels[0]] },
        { ...link, id: 3, alias: 'ref-3', type: 'overlay-9' },
        {
          ...link,
          id: 4,
          alias: 'ref-4',
          passwordhash:
            '$argon2id$v=19$m=999999,t=99,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        },
        { kind: 'nonsense' },
        { ...link, id: 5, alias: 'ref-5', account_id: client.id, clicks: -1 },
        { kind: 'qr', id: 6, code: '../../etc', type: 'link', data: 'https://example.com' },
        {
          kind: 'day',
          subject: 'link',
          id: 1,
          date: '2024-01-01',
          class: 'visitor',
          visits: 5,
          uniques: 5,
          facets: {},
        },
        { ...link, id: 7, alias: 'ref-7', url: 'https://example.com/fine' },
      ),
    )
    t.match(
      rows.map(({ outcome, errors }) => errors?.[0]?.path ?? outcome),
      ['/campaign', '/channels/0', '/type', '/passwordhash', '/kind', '/clicks', '/code', 'skipped', 'created'],
    )
  },
)

t.test(
  'records are brought into the form of normal bodies: nothing unknown is stored, and lists are bounded',
  async (t) => {
    const own = await service.newClient()
    const bio = { kind: 'bio', id: 1, alias: 'form-bio', name: 'Form' }
    const target = { location: 'DE', link: 'https://example.com/de', junk: { of: ['any', 'size'] } }
    const link = {
      kind: 'link',
      id: 2,
      alias: 'form-\u2764\ufe0f',
      aliases: ['form-\u2600\ufe0f'],
      geotarget: [target],
    }
    const many = { kind: 'link', id: 3, alias: 'form-many', channels: Array(100_000).fill('x') }
    const url = 'https://example.com/form'
    const { rows } = await importFile(service, own, 'waymark', fileOf(bio, { ...link, url }, { ...many, url }))
    t.match(
      rows.map(({ alias, outcome }) => [alias, outcome]),
      [
        ['form-bio', 'created'],
        ['form-\u2764', 'created'],
        ['form-many', 'failed'],
      ],
    )
    for (const name of ['form-\u2764', 'form-\u2764\ufe0f', 'form-\u2600\ufe0f'])
      t.match(await service.send('GET', `/${encodeURIComponent(name)}`, { headers: agent }), {
        headers: { location: url },
      })
    const stored = await service.services.db.selectFrom('links').selectAll().where('url', '=', url).execute()
    t.equal(stored.length, 1)
    t.notMatch(JSON.stringify(stored), 'junk')
  },
)

t.test('days that cannot be counted are refused', async (t) => {
  const own = await service.newClient()
  const link = { kind: 'link', id: 1, alias: 'days-1', url: 'https://example.com/days', clicks: 9 }
  const day = { kind: 'day', subject: 'link', id: 1, class: 'visitor', visits: 1, uniques: 1 }
  const counts = { quarter: { abc: [1, 1] } }
  const { rows } = await importFile(
    service,
    own,
    'waymark',
    fileOf(
      link,
      { ...day, date: '1999-12-31', facets: {} },
      { ...day, date: '2099-01-01', facets: {} },
      { ...day, date: '2024-01-01', facets: counts },
      { ...day, date: '2024-01-02', facets: { country: 1 } },
      { ...day, date: '2024-01-03', facets: { country: { 'D\nE': 1 } } },
      { ...day, date: '2024-01-04', facets: { x: 1, country: { DE: [1, 1] }, quarter: { 95: [1, 1] } } },
    ),
  )
  t.match(
    rows.map(({ outcome, errors }) => [outcome, errors?.map(({ path }) => path)]),
    [
      ['created', undefined],
      ['failed', ['/date']],
      ['failed', ['/date']],
      ['failed', ['/facets/quarter']],
      ['failed', ['/facets/country']],
      ['failed', [/country/]],
      ['created', undefined],
    ],
  )
  const days = await service.services.db.selectFrom('visit_days').select('facets').where('visits', '=', 1).execute()
  t.notMatch(JSON.stringify(days), '"x"')
  const { details } = (await linkOf(own, 'days-1')) ?? {}
  t.match(await own.get(`/api/url/${details.id}/stats?from=2024-01-04&to=2024-01-05&interval=hour`), { status: 200 })
})

t.test(
  'a file that was not read completely leaves nothing; what is sent again is said, and no error of the database',
  async (t) => {
    const own = await service.newClient()
    const lines = Array.from({ length: 600 }, (_, i) => ({ kind: 'link', id: i + 1, url: 'https://example.com' }))
    const cut = fileOf(...lines).replace('{"kind":"end"}\n', '')
    t.match(await sendFile(own, 'waymark', cut), { status: 400, body: { message: /ends early/ } })
    const { db } = service.services
    t.same(await db.selectFrom('jobs').selectAll().where('account_id', '=', own.id).execute(), [])
    const id = (await sendFile(own, 'csv', 'URL,Alias\nhttps://example.com/again,again-1\n')).body.id
    const shown = async (values: object) => {
      await db.updateTable('jobs').set(values).where('id', '=', id).execute()
      return (await own.get(`/api/import/${id}`)).body.details
    }
    await service.services.jobs.idle()
    t.match(
      await shown({ error: 'duplicate key value "secret"', finished_at: null, next_at: new Date('2100-01-01') }),
      {
        status: 'writing',
        message: 'Rows could not be written; it is tried again.',
      },
    )
    t.match(await shown({ error: null, kind: 'import_reading', updated_at: new Date('2024-01-01') }), {
      status: 'interrupted',
      message: 'Reading was interrupted: send the file again.',
    })
  },
)

t.test('a password that many rows have is hashed once', async (t) => {
  const own = await service.newClient()
  const lines = [1, 2, 3].map((id) => ({ kind: 'link', id, alias: `locked-${id}`, url: 'https://example.com' }))
  const file = fileOf(...lines.map((line) => ({ ...line, password: 'open sesame 7' })))
  t.match((await importFile(service, own, 'waymark', file)).details, { created: 3 })
  const stored = await service.services.db
    .selectFrom('links')
    .select('password_hash')
    .distinct()
    .where('account_id', '=', own.id)
    .execute()
  t.match(stored, [{ password_hash: /^\$argon2id/ }])
  t.equal(stored.length, 1)
})

t.test('only the account sees its import, also in its list of jobs', async (t) => {
  const { body } = await sendFile(client, 'csv', 'URL,Alias\nhttps://example.com/mine,mine-1\n')
  await resultOf(service, client, body.id)
  const stranger = await service.newClient()
  t.equal((await stranger.get(`/api/import/${body.id}`)).status, 404)
  t.equal((await stranger.get(`/api/import/${body.id}/report`)).status, 404)
  t.match((await client.get('/api/jobs')).body.data.jobs[0], { id: body.id, kind: 'import', total: 1, progress: 1 })
})

t.test(
  'a file is limited in size, is not unpacked, and has a type; with an Idempotency-Key it is imported once',
  async (t) => {
    const own = await service.newClient()
    const send = (raw: string | Buffer, headers: Record<string, string>) =>
      own.post('/api/import', undefined, { raw, headers })
    const csv = { 'content-type': 'text/csv; charset=utf-8' }
    t.match(await send(`URL\n${'x'.repeat(1_100_000)}`, csv), { status: 413, body: { code: 'body_too_large' } })
    t.match(await send('URL\nhttps://example.com\n', { ...csv, 'content-encoding': 'gzip' }), { status: 415 })
    t.match(await send('URL\nhttps://example.com\n', { 'content-type': 'application/xml' }), { status: 415 })
    t.match(await own.post('/api/import'), { status: 400 })
    const once = { ...csv, 'idempotency-key': 'import-1' }
    const first = await send('URL,Alias\nhttps://example.com/once,once-1\n', once)
    await service.services.jobs.idle()
    const second = await send('URL,Alias\nhttps://example.com/once,once-1\n', once)
    t.same(second.body, first.body)
    t.equal(second.headers['idempotent-replayed'], 'true')
    t.match(await send('URL,Alias\nhttps://example.com/other,once-2\n', once), { status: 422 })
  },
)

t.test('the command line imports a file and standard input, and writes the report', async (t) => {
  const own = await service.newClient()
  const waymark = commandLine(async () => service.services.store)
  const { mkdirSync, readFileSync, writeFileSync } = await import('node:fs')
  const folder = t.testdir()
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/a.csv`, 'URL,Alias\nhttps://example.com/cli,cli-1\nhttps://example.com/cli2,api\n')
  const account = ['--username', own.username]
  const made = await waymark(['import', `${folder}/a.csv`, ...account, '--report', `${folder}/report.csv`, '--json'])
  t.match(made.json, { error: 0, import: { status: 'done', created: 1, failed: 1 } })
  t.match(readFileSync(`${folder}/report.csv`, 'utf8'), /3,link,api,failed,custom is reserved,/)
  const piped = await waymark(
    ['import', '-', '--from', 'bitly-csv', ...account],
    'Link,Destination URL\nbit.ly/piped1,https://example.com/p\n',
  )
  t.match(piped, { code: 0, out: /1 created, 0 replaced, 0 renamed, 0 left out, 0 invalid/ })
  t.match((await linkOf(own, 'piped1')).details, { longurl: 'https://example.com/p' })
  t.equal((await waymark(['import', ...account])).code, 2)
  t.equal((await waymark(['import', '/nowhere.csv', ...account])).code, 2)
  t.equal((await waymark(['import', `${folder}/a.csv`, '--from', 'magic', ...account])).code, 2)
  t.match(await waymark(['import', '-', '--from', 'csv', ...account], 'a,b\n1,2\n'), { code: 1, err: /no column/ })
  t.match(await waymark(['import', '--from', 'kutt', ...account]), { code: 2, err: /--host/ })
  t.match(await waymark(['import', '--from', 'dub', ...account]), { code: 2, err: /WAYMARK_IMPORT_KEY/ })
})
