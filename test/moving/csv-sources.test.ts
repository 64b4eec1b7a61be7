import t from 'tap'
import { importFile, linkOf, sendFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
await client.post('/api/domain/add', { domain: 'https://brand.example' })
const run = (source: string, file: string | Buffer, query = '') => importFile(service, client, source, file, query)
const channelsOf = async (id: number) => {
  const { channels } = (await client.get('/api/channels?limit=1000')).body.data
  const names: string[] = []
  for (const channel of channels) {
    const { items } = (await client.get(`/api/channel/${channel.id}?limit=1000`)).body.data
    if (items.some((item: { type: string; id: number }) => item.type === 'links' && item.id === id))
      names.push(channel.name)
  }
  return names.sort()
}

t.test('Bitly', async (t) => {
  const { details, rows } = await run(
    'bitly-csv',
    `Link,Custom Link,Date created,Title,Destination URL,Engagements,Status
bit.ly/3abcDEF,,2021-03-04T05:06:07+0000,"A ""title"", quoted",https://example.com/a?x=1&y=%20,"1,234",Active
https://bit.ly/9zzZ,brand.example/spring,2022-01-01,Spring,https://example.com/spring,0,Active
bit.ly/gone1,,2020-01-01,,https://example.com/gone,5,Deleted
https://bit.ly/own-1,https://bit.ly/custom-1,2022-01-01,,https://example.com/both,0,Active
`,
  )
  t.match(details, { status: 'done', created: 3, skipped: 1, failed: 0, total: 4, progress: 4 })
  t.match(rows[1]?.notes, [/^bit\.ly\/9zzZ, on another domain, is not carried over/])
  t.match((await linkOf(client, 'custom-1')).details, { aliases: ['own-1'], longurl: 'https://example.com/both' })
  t.match(rows[2], { row: 4, outcome: 'skipped', notes: ['It was deleted at Bitly.'] })
  const first = await linkOf(client, '3abcDEF')
  t.match(first.details, {
    longurl: 'https://example.com/a?x=1&y=%20',
    title: 'A "title", quoted',
    clicks: 1234,
    date: '2021-03-04 05:06:07',
    domain: null,
  })
  t.equal(first.data.clicks, 1234, 'the total is in the statistics')
  t.same(first.data.topCountries, {}, 'and no visits are made up for it')
  t.match((await linkOf(client, 'spring')).details, {
    domain: 'https://brand.example',
    shorturl: 'https://brand.example/spring',
  })
})

t.test('Short.io', async (t) => {
  const { details, rows } = await run(
    'shortio-csv',
    `ID strings,short URLs,original paths,Original URLs,Title(s),clicks,createdAt,updatedAt,expiresAt,tags
lnk_1,https://brand.example/promo-1,promo-1,https://example.com/promo,Promo,17,2023-05-06T07:08:09.000Z,,2020-01-02T03:04:05.000Z,"summer,sale"
lnk_2,https://brand.example/,,https://example.com/root,Root,3,2023-05-06T07:08:09.000Z,,,
`,
  )
  t.match(details, { created: 1, failed: 1 })
  t.match(rows[1], { row: 3, outcome: 'failed', errors: [{ path: '/custom', message: /root of the domain/ }] })
  const link = await linkOf(client, 'promo-1')
  t.match(link.details, { clicks: 17, expiry: '2020-01-02 03:04:05', date: '2023-05-06 07:08:09' })
  t.same(await channelsOf(link.details.id), ['sale', 'summer'])
})

t.test('Dub', async (t) => {
  const { details, rows } = await run(
    'dub-csv',
    `Short link,Destination URL,Clicks,Created at,Tags,Archived
https://dub.sh/launch-day,https://example.com/launch,42,2024-02-29T10:00:00.000Z,"news, launch",Yes
`,
  )
  t.match(details, { created: 1 })
  t.match(rows[0]?.notes, [/archived/, /no domain dub\.sh/])
  const link = await linkOf(client, 'launch-day')
  t.match(link.details, { clicks: 42, date: '2024-02-29 10:00:00' })
  t.same(await channelsOf(link.details.id), ['launch', 'news'])
})

t.test('Shlink, also the older columns', async (t) => {
  await run(
    'shlink-csv',
    `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits
2023-01-02T03:04:05+02:00,brand.example,new-one,https://brand.example/new-one,https://example.com/new,New,red|green,9
`,
  )
  t.match((await linkOf(client, 'new-one')).details, {
    date: '2023-01-02 01:04:05',
    clicks: 9,
    domain: 'https://brand.example',
  })
  await run(
    'shlink-csv',
    `createdAt,shortUrl,longUrl,title,tags,visits
2023-01-02T03:04:05+00:00,https://s.test/old-one,https://example.com/old,,"red,blue",4
`,
  )
  const old = await linkOf(client, 'old-one')
  t.match(old.details, { clicks: 4, title: null })
  t.same(await channelsOf(old.details.id), ['blue', 'red'])
})

t.test('YOURLS as CSV', async (t) => {
  await run(
    'yourls-csv',
    '"keyword";"url";"title";"timestamp";"ip";"clicks"\r\n"ozh-1";"https://example.com/ozh?a=1;b=2";"Ozh; and co";"2015-06-07 08:09:10";"10.0.0.1";"77"\r\n',
  )
  t.match((await linkOf(client, 'ozh-1')).details, {
    longurl: 'https://example.com/ozh?a=1;b=2',
    title: 'Ozh; and co',
    clicks: 77,
    date: '2015-06-07 08:09:10',
  })
})

t.test('YOURLS as a dump', async (t) => {
  const dump = String.raw`-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS ${'`'}wp_url${'`'};
CREATE TABLE ${'`'}wp_url${'`'} (
  ${'`'}keyword${'`'} varchar(100) NOT NULL DEFAULT '',
  ${'`'}url${'`'} text CHARACTER SET utf8mb4 NOT NULL,
  ${'`'}title${'`'} text,
  ${'`'}timestamp${'`'} timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ${'`'}ip${'`'} varchar(41) NOT NULL,
  ${'`'}clicks${'`'} int(10) unsigned NOT NULL,
  PRIMARY KEY (${'`'}keyword${'`'}), KEY ${'`'}ip${'`'} (${'`'}ip${'`'})
) ENGINE=InnoDB;
INSERT INTO ${'`'}wp_options${'`'} VALUES (1,'x','INSERT INTO yourls_url VALUES (\'evil\',\'https://evil.example\',\'\',\'\',\'\',1);');
INSERT INTO ${'`'}wp_url${'`'} VALUES ('it-1','https://example.com/it\'s?q=a%20b','It\'s; a "test" -- not a comment \\ \n','2012-01-02 03:04:05','::1',5),
('it-2','https://example.com/''two''',NULL,'2013-01-02 03:04:05','1.2.3.4',0);
INSERT INTO ${'`'}wp_url${'`'} (${'`'}clicks${'`'}, ${'`'}keyword${'`'}, ${'`'}url${'`'}) VALUES (3, _binary 'it-3', 'https://example.com/three');
INSERT INTO ${'`'}wp_log${'`'} VALUES (1,'2013-01-02 03:04:05','it-1','direct','Mozilla (x);','1.2.3.4','DE');
`
  const { details, rows } = await run('yourls-sql', dump)
  t.match(details, { created: 3, failed: 0 })
  t.match(
    rows.map(({ alias }) => alias),
    ['it-1', 'it-2', 'it-3'],
  )
  t.match((await linkOf(client, 'it-1')).details, {
    longurl: "https://example.com/it's?q=a%20b",
    title: 'It\'s; a "test" -- not a comment \\',
    clicks: 5,
    date: '2012-01-02 03:04:05',
  })
  t.match((await linkOf(client, 'it-2')).details, { longurl: "https://example.com/'two'" })
  t.match((await linkOf(client, 'it-3')).details, { clicks: 3 })
  t.equal(await linkOf(client, 'evil'), undefined)
})

t.test('a CSV of any program, by the usual names of its columns', async (t) => {
  const { details } = await run(
    'csv',
    '\ufeffLONG url\tShort-Code\tDomain\tTitle\tTAGS\tExpires At\nhttps://example.com/g1\tgen-1\tbrand.example\tOne\ta|b\t2031-01-01\nhttps://example.com/g2\tgen-2\t\tTwo\tc,d\t\n',
  )
  t.match(details, { created: 2 })
  t.match((await linkOf(client, 'gen-1')).details, { domain: 'https://brand.example', expiry: '2031-01-01 00:00:00' })
  const { rows } = await run('csv', 'Short URL,URL\nhttps://brand.example/gen-3,https://example.com/g3\n')
  t.match(rows, [{ alias: 'gen-3', outcome: 'created' }])
})

t.test('the CSV that this service exports', async (t) => {
  const other = await service.newClient()
  const { text } = await client.get('/api/export?format=csv')
  const { details } = await importFile(service, other, 'csv', text, '&conflicts=rename')
  t.match(details, { failed: 0 })
  t.equal(details.created + details.renamed, text.trim().split('\r\n').length - 1)
})

t.test('a file that is not what it should be is refused as a whole', async (t) => {
  const refused = async (source: string, file: string | Buffer, message: RegExp) => {
    const { status, body } = await sendFile(client, source, file)
    t.equal(status, 400)
    t.match(body, { code: 'invalid_request', message })
  }
  await refused('csv', '', /empty/)
  await refused('csv', 'a,b\n1,2\n', /no column “Long URL”/)
  await refused('bitly-csv', 'Link,Title\nbit.ly/a,b\n', /Destination URL/)
  await refused('csv', Buffer.from('\ufeffURL\nhttps://example.com\n', 'utf16le'), /UTF-16/)
  await refused('csv', Buffer.from('URL\nhttps://example.com\n', 'utf16le'), /UTF-16/)
  await refused('csv', Buffer.from('URL,Title\nhttps://example.com,Caf\xe9\n', 'latin1'), /not UTF-8/)
  await refused('csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /spreadsheet/)
  await refused('csv', Buffer.from([0x1f, 0x8b, 8, 0]), /compressed/)
  await refused('csv', `URL\n"https://example.com${'x'.repeat(300_000)}`, /after row 1: a row is longer/)
  await refused('csv', `URL,${'c,'.repeat(10_000)}\nhttps://example.com\n`, /columns|longer than 16 KiB/)
  await refused('csv', 'URL\nhttps://example.com,"open\n', /not closed/)
  await refused('yourls-sql', "INSERT INTO `yourls_url` VALUES ('a','https://example.com", /cut off/)
  await refused('yourls-sql', "INSERT INTO `yourls_url` VALUES ('a','https://example.com'", /cut off/)
  await refused('yourls-sql', 'select 1;', /no INSERT/)
  t.same(
    (await client.get('/api/jobs?limit=1000')).body.data.jobs.filter(
      (job: { finished: unknown }) => job.finished === null,
    ),
    [],
  )
})

t.test('an invalid row is in the report, in the words of a normal create, and stops nothing', async (t) => {
  const { details, rows, id } = await run(
    'csv',
    [
      'URL,Alias,Title,Expires at,Clicks',
      'javascript:alert(1),bad-1,,,',
      'https://example.com/1,api,,,',
      'https://example.com/2,bad alias,,,',
      'https://example.com/3,ok-3,=HYPERLINK("x"),,',
      'https://example.com/4,bad-4,,31/12/2030,',
      'https://example.com/5\u0000,bad-5,,,',
      'https://example.com/6,=cmd,,,',
      'http://localhost:3000/ok-7,ok-7,,,',
      'https://example.com/8,ok-8,,,99999999999999999999',
      '',
    ].join('\n'),
  )
  t.match(details, { created: 2, failed: 7 })
  const messages = Object.fromEntries(
    rows.map(({ row, errors }) => [row, errors?.map(({ path, message }) => `${path} ${message}`)]),
  )
  t.match(messages[2], [/^\/url must be an http or https URL/])
  t.match(messages[3], ['/custom is reserved'])
  t.match(messages[4], [/^\/custom must/])
  t.match(messages[6], [/^\/expiry must be a date/])
  t.match(messages[7], [/U\+0000/])
  t.match(messages[8], [/^\/custom must/])
  t.match(messages[9], ['/url must not be the address of the link itself, such as its short URL'])
  const csv = (await client.get(`/api/import/${id}/report?outcome=failed`)).text
  t.match(csv, /^row,kind,alias,outcome,errors,notes\r\n2,link,bad-1,failed,"url must be/)
  t.match(csv, "8,link,'=cmd,failed,")
})
