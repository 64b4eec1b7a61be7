import { mkdirSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { NO_PASSWORD } from '../../src/import/sources/waymark.ts'
import { commandLine } from '../support/command-line.ts'
import { importFile, linkOf, sendFile } from '../support/imports.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const run = (file: string, query = '') => importFile(service, client, 'csv', file, query)
const details = async (alias: string, of = client) => (await linkOf(of, alias))?.details
const statusOf = async (path: string) => (await service.send('GET', path)).status
const channelsOf = async (of: Client) => {
  const { channels } = (await of.get('/api/channels?limit=1000')).body.data
  return channels.map(({ name }: { name: string }) => name).sort()
}
const remove = async (alias: string) => client.delete(`/api/url/${(await details(alias)).id}/delete`)

t.test('a link with a password that is moved by CSV becomes private, with a note', async (t) => {
  await client.post('/api/url/add', { url: 'https://example.com/secret', custom: 'csv-locked', password: 'sesame' })
  await client.post('/api/url/add', { url: 'https://example.com/free', custom: 'csv-free' })
  const { text } = await client.get('/api/export?format=csv')
  t.notMatch(text, /argon2|sesame/)
  await remove('csv-locked')
  await remove('csv-free')
  const { rows } = await run(text)
  t.match(rows, [
    { alias: 'csv-locked', outcome: 'created', notes: [NO_PASSWORD] },
    { alias: 'csv-free', outcome: 'created', notes: null },
  ])
  t.match(await details('csv-locked'), { status: 'private' })
  t.match(await details('csv-free'), { status: 'public' })
  t.equal(await statusOf('/csv-locked'), 404)
  t.equal(await statusOf('/csv-free'), 302)
})

t.test('an export as CSV loses nothing of its columns when it is imported', async (t) => {
  const moved = {
    url: 'https://example.com/full?a=1,2',
    custom: 'csv-full',
    aliases: ['csv-more', 'csv-more/deep'],
    status: 'private',
    metatitle: "'=quoted",
    description: 'One, "two"\nthree',
    start: '2098-01-02 03:04:05',
    expiry: '2099-01-02 03:04:05',
    clicklimit: 25,
    redirectstatus: 308,
    externalid: 'csv, 4711',
  }
  await client.post('/api/url/add', moved)
  const { text } = await client.get('/api/export?format=csv')
  const before = await details('csv-full')
  await remove('csv-full')
  await run(text)
  const { id: _old, health: _before, ...exported } = before
  const { id: _new, health: _after, ...imported } = await details('csv-full')
  t.match(exported, { aliases: moved.aliases, start: moved.start, externalid: moved.externalid, title: "'=quoted" })
  t.same(imported, exported)
  t.equal(
    (await client.get('/api/export?format=csv')).text.split('\r\n').toSorted().join('\n'),
    text.split('\r\n').toSorted().join('\n'),
  )
  await client.put(`/api/url/${(await details('csv-free')).id}/update`, { status: 'private' })
  t.match((await run(text, '&conflicts=replace')).details, { failed: 0 })
  t.match(await details('csv-free'), { status: 'public' }, 'the file says that it is public')
})

t.test('starts, limits, redirects, further aliases and ids of other programs', async (t) => {
  const { rows } = await run(
    [
      'URL,Alias,Start date,Max clicks,Redirect type,Aliases,External ID',
      'https://example.com/1,own-1,2098-01-02,"1,000",301,"/own-1a, own-1b",o1',
      'https://example.com/2,own-2,,unlimited,permanent,,',
      'https://example.com/3,own-3,soon,,,,',
      'https://example.com/4,own-4,,many,,,',
    ].join('\n'),
  )
  t.match(await details('own-1'), {
    start: '2098-01-02 00:00:00',
    clicklimit: 1000,
    redirectstatus: 301,
    aliases: ['own-1a', 'own-1b'],
    externalid: 'o1',
  })
  t.match(rows[1], { outcome: 'created', notes: ['The redirect status “permanent” was not understood.'] })
  t.match(await details('own-2'), { clicklimit: null, redirectstatus: 302 })
  t.match(rows[2], { outcome: 'failed', errors: [{ path: '/start', message: /must be a date/ }] })
  t.match(rows[3], { outcome: 'failed', errors: [{ path: '/clicklimit' }] })
})

t.test('a password or a ban that a column tells makes the link private', async (t) => {
  const hash = '$2a$12$8xL3kWm1qhQ0C7n9nOqfZ.9bR2n0N6b4M3vW0y1s2t3u4v5w6x7y8'
  const { rows } = await run(
    [
      'id,address,target,description,banned,password,expire_in,visit_count,created_at',
      `1,kutt-1,https://example.com/k1,,false,${hash},,12,2024-01-02 03:04:05+00`,
      '2,kutt-2,https://example.com/k2,,true,,,0,2024-01-02 03:04:05+00',
      '3,kutt-3,https://example.com/k3,,f,,,0,2024-01-02 03:04:05+00',
      '4,kutt-4,https://example.com/k4,,0,false,,0,2024-01-02 03:04:05+00',
      '5,kutt-5,https://example.com/k5,,t,true,,0,2024-01-02 03:04:05+00',
    ].join('\n'),
  )
  const banned = 'It was banned in the source: here it is private.'
  t.same(
    rows.map(({ notes }) => notes),
    [['Columns that are not read: 1 “id”.', NO_PASSWORD], [banned], null, null, [NO_PASSWORD, banned]],
  )
  for (const [number, status] of ['private', 'private', 'public', 'public', 'private'].entries())
    t.match(await details(`kutt-${number + 1}`), { status }, `${number + 1}`)
  t.match(await details('kutt-1'), { clicks: 12 })
})

t.test('the status of a link that did not work does not open it', async (t) => {
  const closed = ['private', 'Inactive', 'disabled', 'Archived', 'DELETED', 'expired', 'password protected', '0']
  const open = ['public', 'Active', 'enabled', '1', '']
  const unknown = ['301', 'Purple']
  const all = [...closed, ...open, ...unknown]
  const { rows } = await run(
    ['URL,Alias,Status', ...all.map((text, i) => `https://example.com/s${i},state-${i},${text}`)].join('\n'),
  )
  for (const [i, text] of all.entries())
    t.match(await details(`state-${i}`), { status: closed.includes(text) ? 'private' : 'public' }, text)
  t.same(
    rows.map(({ notes }) => notes),
    [
      null,
      ...closed.slice(1).map((text) => [`Its status in the source was “${text}”: here it is private.`]),
      ...open.map(() => null),
      ...unknown.map((text) => [`The status “${text}” was not understood.`]),
    ],
  )
})

t.test('a link that a column of another service tells to be off becomes private, with a note', async (t) => {
  const cases: [column: string, off: string[], on: string[], note: string][] = [
    ['Archived', ['Yes', 'TRUE', '1', '1.0'], ['No', 'false', '0', '0.0', ''], 'archived'],
    ['is_archived', ['t'], ['f'], 'archived'],
    ['Disabled', ['yes', 'x'], ['no', 'NULL'], 'disabled'],
    ['disabledAt', ['2024-05-06T07:08:09Z'], ['', '0000-00-00 00:00:00'], 'disabled'],
    ['Inactive', ['true'], ['false'], 'disabled'],
    ['Blocked', ['1'], ['0'], 'banned'],
    ['deleted_at', ['2024-05-06 07:08:09'], ['\\N'], 'deleted'],
    ['Private', ['yes'], ['no'], 'private'],
    ['Active', ['false', 'No', '0', '0.0', 'inactive'], ['true', 'Yes', '1', '1.0', ''], 'not active'],
    ['Is active', ['0'], ['1'], 'not active'],
    ['Enabled', ['off'], ['on'], 'not enabled'],
    ['Published', ['no'], ['yes'], 'not published'],
    ['Public', ['false'], ['true'], 'not public'],
  ]
  for (const [place, [column, off, on, note]] of cases.entries()) {
    const all = [...off, ...on]
    const { rows } = await run(
      [
        `URL,Alias,${column}`,
        ...all.map((text, i) => `https://example.com/${place}-${i},off-${place}-${i},${text}`),
      ].join('\n'),
    )
    t.same(
      rows.map(({ notes }) => notes),
      [...off.map(() => [`It was ${note} in the source: here it is private.`]), ...on.map(() => null)],
      column,
    )
    for (const [i, text] of all.entries())
      t.match(
        await details(`off-${place}-${i}`),
        { status: i < off.length ? 'private' : 'public' },
        `${column} ${text}`,
      )
  }
  t.equal(await statusOf('/off-0-0'), 404)
  t.equal(await statusOf('/off-0-4'), 302)
  const { rows } = await run('URL,Alias,Archived,Active\nhttps://example.com/,off-both,yes,maybe\n')
  t.match(rows, [{ notes: [/^It was archived/, 'Whether it was active was not understood: “maybe”.'] }])
})

t.test('each of several columns that tell a link to be off makes it private', async (t) => {
  const cases: [columns: string, cells: string, note: string | RegExp][] = [
    ['Disabled,Paused', 'no,yes', 'It was disabled in the source: here it is private.'],
    ['Disabled,Inactive', 'yes,yes', 'It was disabled in the source: here it is private.'],
    ['Deleted,Deleted at', ',2024-05-06', 'It was deleted in the source: here it is private.'],
    ['Banned,Blocked', '0,1', 'It was banned in the source: here it is private.'],
    ['Password,Has password', ',yes', /password/i],
    ['Status,State', ',disabled', 'Its status in the source was “disabled”: here it is private.'],
    ['Active,Is active', 'yes,no', 'It was not active in the source: here it is private.'],
  ]
  for (const [place, [columns, cells, note]] of cases.entries()) {
    const { rows } = await run(`URL,Alias,${columns}\nhttps://example.com/,pair-${place},${cells}\n`)
    t.match(rows, [{ notes: [note] }], columns)
    t.equal(rows[0]?.notes?.length, 1, columns)
    t.match(await details(`pair-${place}`), { status: 'private' }, columns)
  }
})

t.test('a row with more cells than the header fails, and stops nothing', async (t) => {
  const { details: counts, rows } = await run(
    [
      'URL,Alias',
      'https://example.com/map?at=1,2,wide-1',
      'https://example.com/ok,wide-2,,',
      'https://example.com/short',
      '"https://example.com/map?at=1,2",wide-3',
    ].join('\n'),
  )
  t.match(counts, { created: 3, failed: 1 })
  t.match(rows[0], {
    row: 2,
    alias: null,
    outcome: 'failed',
    errors: [{ path: '', message: 'has 3 cells, the first row 2: is a comma not quoted?' }],
  })
  t.match(await details('wide-3'), { longurl: 'https://example.com/map?at=1,2' })
  t.equal(await linkOf(client, '2'), undefined)
  const semicolons = await run('URL;Alias\nhttps://example.com/;v=1;wide-4\n')
  t.match(semicolons.rows[0]?.errors, [{ message: 'has 3 cells, the first row 2: is a semicolon not quoted?' }])
})

t.test('every name of a channel comes back from an export as CSV', async (t) => {
  const [old, moved] = [await service.newClient(), await service.newClient()]
  const sets = [
    ['News, weekly'],
    ['a|b', 'c'],
    ['plain', 'with, comma'],
    ['["list"]'],
    [' around '],
    ['back\\slash', '"quoted"'],
    ["'=formula"],
    ['=1+1'],
    ['{x}', '|'],
  ]
  for (const [i, names] of sets.entries()) {
    const { id } = (await old.post('/api/url/add', { url: `https://example.com/c${i}`, custom: `named-${i}` })).body
    for (const name of names) {
      const channel = (await old.post('/api/channel/add', { name })).body
      await old.post(`/api/channel/${channel.id}/assign/links/${id}`)
    }
  }
  t.same(await channelsOf(old), sets.flat().sort())
  const { text } = await old.get('/api/export?format=csv')
  t.match(text, ',"plain|with, comma",', 'without a list where none is needed')
  const { details: counts } = await importFile(service, moved, 'csv', text, '&conflicts=rename')
  t.match(counts, { renamed: sets.length, failed: 0 })
  t.same(await channelsOf(moved), sets.flat().sort())
  const older = await service.newClient()
  await importFile(
    service,
    older,
    'csv',
    'URL,Tags\nhttps://example.com/o,"one, two"\nhttps://example.com/p,"a, b|[c"\n',
  )
  t.same(await channelsOf(older), ['[c', 'a, b', 'one', 'two'])
})

t.test('a short URL may be a code alone', async (t) => {
  const { rows } = await run(
    [
      'Short URL,URL',
      'bare,https://example.com/b1',
      '/slash,https://example.com/b2',
      '/two/parts/,https://example.com/b3',
      'gr%C3%B6%C3%9Fer,https://example.com/b4',
      'http://localhost:3000/whole,https://example.com/b5',
      'localhost:3000/no-scheme,https://example.com/b6',
      ...['-', 'null', '\\N'].map((text, i) => `${text},https://example.com/none-${i}`),
    ].join('\n'),
  )
  for (const { alias } of rows.splice(6)) t.match(alias, /^\w{6,}$/, 'an alias of its own')
  t.same(
    rows.map(({ alias, notes }) => [alias, notes]),
    ['bare', 'slash', 'two/parts', 'größer', 'whole', 'no-scheme'].map((alias) => [alias, null]),
  )
})

t.test('a file that is not UTF-8 is refused with the place of the first wrong byte', async (t) => {
  const start = Buffer.from('\ufeffURL,Title\nhttps://example.com,\ufffd–🎉 Stra')
  const placeIn = async (file: Buffer) => (await sendFile(client, 'csv', file)).body.message
  const long = Buffer.from(`${'https://example.com,🎉€\n'.repeat(5_000)}`)
  for (const [end, about] of [
    [Buffer.from('\xdfe\n', 'latin1'), 'a byte that begins no character'],
    [Buffer.from('\xefve\n', 'latin1'), 'a character that does not go on'],
    [Buffer.from([0xf0, 0x9f]), 'a character that is cut off at the end'],
  ] as const) {
    t.match(await placeIn(Buffer.concat([start, end])), `not UTF-8 (at byte offset ${start.length});`, about)
    t.match(
      await placeIn(Buffer.concat([start, long, end])),
      `not UTF-8 (at byte offset ${start.length + long.length});`,
      about,
    )
  }
  // The command reads a file in pieces.
  const folder = t.testdir()
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/latin.csv`, Buffer.concat([start, long, Buffer.from([0xdf])]))
  const waymark = commandLine(async () => service.services.store)
  const { err } = await waymark(['import', `${folder}/latin.csv`, '--from', 'csv', '--username', client.username])
  t.match(err, `at byte offset ${start.length + long.length})`)
})
