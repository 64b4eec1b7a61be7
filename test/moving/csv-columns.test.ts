import t from 'tap'
import { importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// Which columns and values of CSV files are read, and what the report says of others.
const service = await startService(t)
const client = await service.newClient()
await client.post('/api/domain/add', { domain: 'https://go.brand.example' })
const run = (source: string, ...lines: string[]) => importFile(service, client, source, `${lines.join('\n')}\n`)
const details = async (alias: string) => (await linkOf(client, alias))?.details
const ROOT = { path: '/custom', message: /^is empty: it is the root of the domain/ }

t.test('usual names of the column of the alias', async (t) => {
  const names = ['Custom slug', 'custom_alias', 'Custom back-half', 'Vanity URL', 'Short path', 'customUrl']
  for (const [i, name] of names.entries()) {
    const { rows } = await run('csv', `Long URL,${name},Title`, `https://example.com/,named-${i},T`)
    t.match(rows, [{ alias: `named-${i}`, notes: null }], name)
  }
  const { rows } = await run(
    'csv',
    'URL,Vanity URL,Short URL',
    'https://example.com/,https://go.brand.example/vain,https://bit.ly/x1',
    'https://example.com/x2,,https://go.brand.example/x2',
  )
  t.match(rows, [
    { alias: 'vain', notes: null },
    { alias: 'x2', notes: null },
  ])
  t.match(await details('vain'), { domain: 'https://go.brand.example' })
})

t.test('columns that are not read, also the second of two with one meaning, are a note of the first row', async (t) => {
  const { rows } = await run(
    'csv',
    'URL,Alias,Folder,Title,Slug,Title,',
    'https://example.com/1,unread-1,x,First,y,Second,',
    'https://example.com/2,unread-2,x,First,y,Second,',
  )
  t.same(
    rows.map(({ notes }) => notes),
    [['Columns that are not read: 3 “Folder”, 5 “Slug”, 6 “Title”.'], null],
  )
  t.match(await details('unread-1'), { title: 'First' })
  const failed = await run('csv', 'URL,Folder', 'https://example.com/1,x,too many', 'https://example.com/un,')
  t.match(failed.rows, [{ outcome: 'failed', notes: [/2 “Folder”/] }, { notes: null }])
})

t.test('a code alone may have dots and marks of URLs', async (t) => {
  const { rows } = await run(
    'csv',
    'Short URL,URL',
    'file.pdf,https://example.com/1',
    '/v1.2,https://example.com/2',
    'summer/sale,https://example.com/3',
    'c#,https://example.com/4',
    'c?,https://example.com/5',
  )
  t.match(rows, [
    { alias: 'file.pdf', notes: null },
    { alias: 'v1.2', notes: null },
    { alias: 'summer/sale', notes: null },
    { outcome: 'failed', errors: [{ path: '/custom' }] },
    { outcome: 'failed', errors: [{ path: '/custom' }] },
  ])
})

t.test('a short URL that is a domain alone is that of a root link, which fails', async (t) => {
  const url = 'https://example.com/root'
  const generic = await run(
    'csv',
    'Short URL,URL,Alias',
    ...['https://go.brand.example/', 'go.brand.example', 'unknown.example/'].map((short) => `${short},${url},`),
    `https://go.brand.example/,${url},not-root`,
  )
  t.match(generic.rows, [...Array.from({ length: 3 }, () => ({ errors: [ROOT] })), { alias: 'not-root' }])
  const dub = await run('dub-csv', 'Short link,Destination URL', `https://dub.example,${url}`)
  t.match(dub.rows, [{ outcome: 'failed', errors: [ROOT] }])
  const bitly = await run(
    'bitly-csv',
    'Link,Custom Link,Destination URL',
    `https://go.brand.example/,,${url}`,
    `bit.ly/under-root,go.brand.example,${url}`,
  )
  t.match(bitly.rows, [
    { outcome: 'failed', errors: [ROOT] },
    { alias: 'under-root', notes: [/^go\.brand\.example\/, on another domain/, /no domain bit\.ly/] },
  ])
  const shlink = await run('shlink-csv', 'shortCode,shortUrl,longUrl', `,https://go.brand.example,${url}`)
  t.match(shlink.rows, [{ outcome: 'failed', errors: [ROOT] }])
})

t.test('the domain of a row that has only its id is a note', async (t) => {
  const { rows } = await run(
    'csv',
    'address,target,domain_id,visit_count,domain',
    'id-1,https://example.com/1,5,1,',
    'id-2,https://example.com/2,NULL,1,',
    'id-3,https://example.com/3,,1,',
    'id-4,https://example.com/4,5,1,go.brand.example',
  )
  t.same(
    rows.map(({ notes }) => notes),
    [['It was on domain 5 of the source, whose name the file does not have.'], null, null, null],
  )
})

t.test('texts and tags that are changed have a note', async (t) => {
  const { rows } = await run(
    'csv',
    'URL,Alias,Title,Description,Tags',
    'https://example.com/1,text-1,"one\r\ntwo",,',
    'https://example.com/2,text-2," plain ","one\r\ntwo",a|b',
    'https://example.com/3,text-3,,"bell\u0007",',
    `https://example.com/4,text-4,,,"a\u0007b, ${'x'.repeat(300)}"`,
  )
  t.same(
    rows.map(({ notes }) => notes),
    [
      ['Control characters or line breaks in the title were replaced.'],
      null,
      ['Control characters in the description were replaced.'],
      [
        'The tag “a\u0007b” has control characters, which were replaced.',
        `The tag “${'x'.repeat(60)}” was cut to 255 characters.`,
      ],
    ],
  )
  t.match(await details('text-2'), { title: 'plain', description: 'one\ntwo' })
})

t.test('an expiry or start of 0 or false is none, and one that is not understood is named', async (t) => {
  const { rows } = await run(
    'csv',
    'URL,Alias,Expires at,Starts at,Click limit',
    ...['0', 'false', '0.0', 'unlimited'].map(
      (none, i) => `https://example.com/${i},over-${i},${none},${none},${none}`,
    ),
    'https://example.com/9,over-9,31/12/2030,soon,many',
  )
  t.same(
    rows.map(({ outcome, notes }) => [outcome, notes]),
    [
      ...Array.from({ length: 4 }, () => ['created', null]),
      [
        'failed',
        [
          'The start “soon” was not understood.',
          'The expiry “31/12/2030” was not understood.',
          'The click limit “many” was not understood.',
        ],
      ],
    ],
  )
})

t.test('times of twelve hours, and months as words in any place', async (t) => {
  const times = {
    '2024-01-02 12:30 PM': '2024-01-02 12:30:00',
    '2024/1/2 12:05:06 am': '2024-01-02 00:05:06',
    '2024-01-02 3:04pm +01:00': '2024-01-02 14:04:00',
    'Jan 2, 2024 3:04pm': '2024-01-02 15:04:00',
    '2024-Jan-02': '2024-01-02 00:00:00',
    '2024-Jan-02 03:04:05': '2024-01-02 03:04:05',
    '02-Jan-2024': '2024-01-02 00:00:00',
  }
  const wrong = ['2024-01-02 13:30 PM', '2024-01-02 0:30 AM', '2024-Jan-32']
  const { rows } = await run(
    'csv',
    'URL,Alias,Created',
    ...[...Object.keys(times), ...wrong].map((text, i) => `https://example.com/${i},clock-${i},"${text}"`),
  )
  t.same(
    rows.flatMap(({ notes }) => notes ?? []),
    wrong.map((text) => `The creation date “${text}” was not understood.`),
  )
  for (const [i, date] of Object.values(times).entries()) t.match(await details(`clock-${i}`), { date })
})

t.test('a row that is skipped does not say where a link is', async (t) => {
  const line = 'https://bit.ly/again,https://example.com/'
  const { rows } = await run('csv', 'Short URL,URL', line, line)
  const note = 'The account has no domain bit.ly; localhost is used instead.'
  t.match(rows, [
    { outcome: 'created', notes: [note] },
    { outcome: 'skipped', notes: [note, 'The account has this link already.'] },
  ])
})
