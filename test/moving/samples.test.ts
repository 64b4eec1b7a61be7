import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { commandLine } from '../support/command-line.ts'
import { importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// Legal files that look unlike the usual ones. Each is imported by the API for one account, and by the command for another.
const service = await startService(t)
const client = await service.newClient()
const second = await service.newClient()
for (const one of [client, second]) await one.post('/api/domain/add', { domain: `https://${one.username}.example` })
const waymark = commandLine(async () => service.services.store)
const folder = mkdtempSync(join(tmpdir(), 'waymark-samples-'))
const sql = ['yourls-sql']

async function run(source: string, text: string | Buffer, query = '') {
  const file = (username: string) =>
    typeof text === 'string' ? text.replaceAll('brand.example', `${username}.example`) : text
  const sent = await importFile(service, client, source, file(client.username), query)
  const path = join(folder, sql.includes(source) ? 'dump.sql' : 'links.csv')
  writeFileSync(path, file(second.username))
  const account = ['--username', second.username, '--domain', `${second.username}.example`, '--json']
  const { json } = await waymark(['import', path, '--from', source, '--conflicts', 'rename', ...account])
  const counts = ({ created, renamed, skipped, failed, total }: Record<string, number>) => ({
    made: (created ?? 0) + (renamed ?? 0),
    skipped,
    failed,
    total,
  })
  t.same(counts(json.import), counts(sent.details), `${source}: the command does the same`)
  return sent
}
const details = async (alias: string) => (await linkOf(client, alias))?.details
const channelsOf = async (alias: string) => {
  const link = await details(alias)
  const { channels } = (await client.get('/api/channels?limit=1000')).body.data
  const names: string[] = []
  for (const { id, name } of channels) {
    const { urls } = (await client.get(`/api/urls?channel=${id}&limit=1000`)).body.data
    if (urls.some((url: { id: number }) => url.id === link.id)) names.push(name)
  }
  return names.sort()
}

t.test('Bitly CSV: CRLF, BOM, quotes, newlines, other order of columns, unknown and missing ones', async (t) => {
  const { details: counts, rows } = await run(
    'bitly-csv',
    [
      '\ufeff"Destination URL","LINK","Custom Link","Title","Engagements","Status","Date created","Campaign, or none"',
      '"https://example.com/b1?q=""x"",y","https://bit.ly/B1","","Line one\r\nline two","1 234","ACTIVE","2024-02-29 23:59:59","x"',
      '"https://例え.jp/パス?ü=1","bit.ly/B2","","題名 “quoted”","0","Active","2024-02-29T23:59:59-0500",""',
      '"https://example.com/b3","https://bit.ly/B3"',
      `"https://example.com/b4","https://bit.ly/B4","","${'x'.repeat(3000)}","12.0","deleted","",""`,
      `"https://example.com/b5","https://bit.ly/B5","","${'é'.repeat(3000)}","12.0","active","Feb 3, 2023",""`,
      '',
    ].join('\r\n'),
  )
  t.match(counts, { created: 4, skipped: 1, failed: 0, total: 5 })
  t.match(await details('B1'), {
    longurl: 'https://example.com/b1?q="x",y',
    title: 'Line one line two',
    clicks: 1234,
    date: '2024-02-29 23:59:59',
  })
  t.match(await details('B2'), {
    longurl: 'https://例え.jp/パス?ü=1',
    title: '題名 “quoted”',
    date: '2024-03-01 04:59:59',
  })
  t.match(await details('B5'), { title: 'é'.repeat(255), clicks: 12, date: '2023-02-03 00:00:00' })
  t.match(rows.at(-1)?.notes?.[0], /cut to 255/)
})

t.test('Short.io CSV: semicolons, names of columns in the singular, milliseconds, duplicates', async (t) => {
  const { details: counts, rows } = await run(
    'shortio-csv',
    [
      'idString;shortURL;originalPath;originalURL;title;clicks;createdAt;updatedAt;expiresAt;tags;archived',
      'l1;https://brand.example/S1;S1;"https://example.com/s1;v=1";"A; B";7;1700000000000;;1893456000000;"red,green"',
      'l2;https://brand.example/S1;S1;"https://example.com/s1;v=1";again;7;1700000000000;;;',
      'l3;https://brand.example/gr%C3%B6%C3%9Fe;größe;https://example.com/s3;;;2024/05/06 07:08;;;',
      'l4;https://brand.example;;https://example.com/root;;;;;;',
    ].join('\n'),
  )
  t.match(counts, { created: 2, skipped: 1, failed: 1, total: 4 })
  t.match(await details('S1'), {
    domain: `https://${client.username}.example`,
    longurl: 'https://example.com/s1;v=1',
    title: 'A; B',
    clicks: 7,
    date: '2023-11-14 22:13:20',
    expiry: '2030-01-01 00:00:00',
  })
  t.same(await channelsOf('S1'), ['green', 'red'])
  t.match(await details('größe'), { date: '2024-05-06 07:08:00' })
  t.match(rows[1]?.notes, [/has this link already/])
})

t.test('Dub CSV: the default columns alone, and all with a long description', async (t) => {
  t.match(
    (
      await run(
        'dub-csv',
        'Short link,Destination URL,Clicks,Created at\r\ndub.sh/D1,https://example.com/d1,3,"Jan 5, 2024"\r\n',
      )
    ).details,
    { created: 1 },
  )
  t.match(await details('D1'), { clicks: 3, date: '2024-01-05 00:00:00' })
  const { details: counts, rows } = await run(
    'dub-csv',
    [
      'Link ID,Short link,Destination URL,Title,Description,Clicks,Leads,Conversions,Revenue,Created at,Updated at,Tags,Archived',
      `link_1,https://dub.sh/guides/D2,https://example.com/d2,"T, t","one\r\ntwo\ttabbed\u000bx",4,1,1,$5.00,2024-01-05T06:07:08.999Z,,"a b, c",Yes`,
      `link_2,https://dub.sh/D3,https://example.com/d3,,"${'w'.repeat(5000)}",,,,,,,,No`,
    ].join('\r\n'),
  )
  t.match(counts, { created: 2, failed: 0 })
  t.match(
    await details('guides/D2'),
    { title: 'T, t', description: null, clicks: 4 },
    'below a reserved word of other hosts',
  )
  t.match(rows[1]?.notes?.join(), /description was cut/)
  t.same(await channelsOf('D3'), [])
})

t.test('Shlink CSV: tags with a bar, a default domain, visits in groups', async (t) => {
  t.match(
    (
      await run(
        'shlink-csv',
        [
          '"createdAt","domain","shortCode","shortUrl","longUrl","title","tags","visits"',
          '"2023-05-06T07:08:09+02:00","","H1","https://s.test/H1","https://example.com/h1","","a, b|c","1,234"',
          '"2023-05-06T07:08:09Z","brand.example","multi/H2","https://brand.example/multi/H2","https://example.com/h2","x","","0"',
        ].join('\n'),
      )
    ).details,
    { created: 2, failed: 0 },
  )
  t.match(await details('H1'), { date: '2023-05-06 05:08:09', clicks: 1234 })
  t.same(await channelsOf('H1'), ['a, b', 'c'])
  t.match(await details('multi/H2'), { domain: `https://${client.username}.example` })
})

t.test('YOURLS CSV: with and without a header line', async (t) => {
  t.match(
    (
      await run(
        'yourls-csv',
        'keyword,url,title,timestamp,ip,clicks\n"Y1","https://example.com/y1","He said ""hi""","2019-01-02 03:04:05","::1","5"\n',
      )
    ).details,
    { created: 1 },
  )
  t.match(await details('Y1'), { title: 'He said "hi"', clicks: 5, date: '2019-01-02 03:04:05' })
  t.match(
    (
      await run(
        'yourls-csv',
        '"Y2","https://example.com/y2","NULL","2019-01-02 03:04:05","::1","5"\r\n"Y3","https://example.com/y3","Three","2019-01-02 03:04:05","::1","6"\r\n',
      )
    ).details,
    { created: 2 },
  )
  t.match(await details('Y2'), { title: null, clicks: 5 })
  t.match(await details('Y3'), { title: 'Three', clicks: 6 })
})

t.test('YOURLS dump: complete inserts, other quotes, comments, CRLF, more columns', async (t) => {
  const { details: counts } = await run(
    'yourls-sql',
    [
      '-- Host: localhost    Database: yourls',
      '/*!40000 ALTER TABLE `yourls_url` DISABLE KEYS */;',
      'CREATE TABLE IF NOT EXISTS `db`.`yourls_url` (',
      "  `keyword` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '' COMMENT 'the (short), one',",
      '  `url` text NOT NULL,',
      '  `title` text,',
      '  `timestamp` timestamp NOT NULL DEFAULT current_timestamp(),',
      '  `ip` varchar(41) NOT NULL,',
      '  `clicks` int(10) unsigned NOT NULL,',
      '  `extra` decimal(10,2) DEFAULT NULL,',
      '  PRIMARY KEY (`keyword`)',
      ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;',
      'LOCK TABLES `yourls_url` WRITE;',
      'INSERT IGNORE INTO `db`.`yourls_url` (`keyword`, `url`, `title`, `timestamp`, `ip`, `clicks`, `extra`) VALUES',
      "('Q1','https://example.com/q1?a=\\'b\\'&c=(d)','semi;colon, \\\"quote\\\" -- no /* comment */ \\\\','2018-01-02 03:04:05','1.2.3.4',9,-1.50),",
      "('Q2','https://example.com/q2','日本語 🎉\\r\\nline',0,'',0,NULL);",
      "insert into yourls_url values ('Q3','https://example.com/q3',NULL,'0000-00-00 00:00:00','',3,1);",
      '# the end',
      'UNLOCK TABLES;',
      '',
    ].join('\r\n'),
  )
  t.match(counts, { created: 3, failed: 0, total: 3 })
  t.match(await details('Q1'), {
    longurl: "https://example.com/q1?a='b'&c=(d)",
    title: 'semi;colon, "quote" -- no /* comment */ \\',
    clicks: 9,
    date: '2018-01-02 03:04:05',
  })
  t.match(await details('Q2'), { title: '日本語 🎉 line' })
  t.match(await details('Q3'), { clicks: 3 })
})

t.test('CSV of any program: other names, lines, dates and a hint for spreadsheets', async (t) => {
  const { details: counts, rows } = await run(
    'csv',
    [
      'sep=;',
      '',
      '"long_url";"SHORT CODE";"Tags, if any";"tags";"title";"Expires";"created_at";"visits"',
      'https://example.com/g1;G1;x;a|b;"multi',
      'line";2031-02-03 04:05:06+00;2022-01-02 03:04:05.678901+02;"1.234.567"',
      'https://example.com/g2;G2;;;;;2022.01.02;many',
      ';;;;;;;',
      'https://example.com/g3;"G3";;"a;b"',
      'https://example.com/g3;;;;;;;',
      'https://example.com/g3;;;;;;;',
    ].join('\r\n'),
  )
  t.match(counts, { created: 4, skipped: 1, failed: 0, total: 5 })
  t.match(await details('G1'), {
    title: 'multi line',
    expiry: '2031-02-03 04:05:06',
    date: '2022-01-02 01:04:05',
    clicks: 1_234_567,
  })
  t.match(rows[1]?.notes, [/number of clicks “many” was not understood/])
  t.match(await details('G2'), { date: '2022-01-02 00:00:00' })
  t.same(await channelsOf('G1'), ['a', 'b'])
  t.equal(rows[0]?.row, 4, 'the row of a spreadsheet')
  t.match(
    (await run('csv', 'URL,Alias\rhttps://example.com/m1,M1\rhttps://example.com/m2,M2\r')).details,
    { created: 2 },
    'lines that end in a carriage return',
  )
  t.match(
    (await run('csv', 'URL,Alias\nhttps://example.com/m3,"M3"\r\nhttps://example.com/m4,"M4"\n')).details,
    { created: 2 },
    'lines that end differently',
  )
})

t.test(
  'CSV of any program: bars, spaces before quotes, backslashes before them, and what databases write for nothing',
  async (t) => {
    const bars = await run('csv', 'Long URL|Short code|Tags\nhttps://example.com/bar|/odd-bar|one,two\n')
    t.match(bars.details, { created: 1, failed: 0 })
    await run('csv', 'URL, Short code, Title\nhttps://example.com/s, odd-space, "Hello, world"\n,odd-5,5" nails\n')
    t.match((await linkOf(client, 'odd-space'))?.details, { title: 'Hello, world' })
    await run('csv', 'URL,Alias,Title,Clicks\n"https://example.com/b","odd-back","Say \\"hi\\", \\\\o","12"\n')
    t.match((await linkOf(client, 'odd-back'))?.details, { title: 'Say "hi", \\o', clicks: 12 })
    const none = ['NULL', '\\N', 'never', 'N/A', '-', '0000-00-00 00:00:00']
    const lines = none.map((text, i) => `https://example.com/n,odd-none-${i},${text}`)
    t.match((await run('csv', `URL,Alias,Expires\n${lines.join('\n')}\n`)).details, { created: none.length, failed: 0 })
  },
)

t.test('dates: what is no date is none, and every usual way to write one is', async (t) => {
  const wrong = ['Week 5', '31 Dec', 'Never 12', 'Feb 31 2024', 'Dec 2030', 'Draft 3, 2024', '2024-02-31']
  const lines = wrong.map((text, i) => `https://example.com/d,odd-wrong-${i},"${text}"`)
  const refused = await run('csv', `URL,Alias,Expires\n${lines.join('\n')}\n`)
  t.match(refused.details, { created: 0, failed: wrong.length })
  t.match(refused.rows[0]?.errors, [{ path: '/expiry', message: /must be a date/ }])
  const times = {
    '2024-1-2 3:04': '2024-01-02 03:04:00',
    '2024-01-02 03:04:05 +0000 UTC': '2024-01-02 03:04:05',
    'Tue Jan 02 2024 03:04:05 GMT+0200 (Central European Time)': '2024-01-02 01:04:05',
    'January 2nd, 2024 at 3:04 PM': '2024-01-02 15:04:00',
    'Tuesday, 2 Jan 2024': '2024-01-02 00:00:00',
    '02-Jan-2024 03:04:05 -0500': '2024-01-02 08:04:05',
  }
  const dated = Object.keys(times).map((text, i) => `https://example.com/d,odd-time-${i},"${text}"`)
  const { rows } = await run('csv', `URL,Alias,Created\n${dated.join('\n')}\n`)
  t.same(
    rows.flatMap(({ notes }) => notes ?? []),
    [],
  )
  for (const [i, date] of Object.values(times).entries())
    t.match((await linkOf(client, `odd-time-${i}`))?.details, { date })
})

t.test('YOURLS dump: other modes and programs', async (t) => {
  const link = (alias: string) => `('${alias}','https://example.com/x','','2024-01-02 03:04:05','',3)`
  const { details, rows } = await run(
    'yourls-sql',
    `CREATE TABLE "yourls_url" ("clicks" int, "url" text, "keyword" text, PRIMARY KEY ("keyword"));
INSERT INTO "yourls_url" VALUES (7,'https://example.com/ansi','odd-ansi');
CREATE TABLE my_url (clicks int(10), url text, keyword varchar(200), PRIMARY KEY (keyword), KEY ip (clicks));
INSERT my_url VALUES (8,'https://example.com/bare','odd-bare');
DELIMITER $$
CREATE TRIGGER t BEFORE INSERT ON yourls_url FOR EACH ROW BEGIN INSERT INTO x_url VALUES (NEW.keyword); END$$
DELIMITER ;
INSERT LOW_PRIORITY INTO yourls_url (keyword, url, title, timestamp, ip, clicks) VALUES ${link('odd-dup')}
  ON DUPLICATE KEY UPDATE clicks = VALUES(clicks), url = VALUES(url);
REPLACE INTO yourls_url (keyword, url, title, timestamp, ip, clicks) VALUES ${link('odd-as')} AS new ON DUPLICATE KEY UPDATE clicks = new.clicks;
INSERT INTO yourls_url (keyword, url, title, timestamp, clicks) VALUES
  (0x6f64642d686578, X'68747470733a2f2f6578616d706c652e636f6d2f686578', CONVERT('t' USING utf8mb4), FROM_UNIXTIME(1704164645), 4);
`,
  )
  t.match(details, { created: 5, failed: 0, total: 5 })
  t.same(
    rows.map(({ alias }) => alias),
    ['odd-ansi', 'odd-bare', 'odd-dup', 'odd-as', 'odd-hex'],
  )
  t.match((await linkOf(client, 'odd-ansi'))?.details, { longurl: 'https://example.com/ansi', clicks: 7 })
  t.match((await linkOf(client, 'odd-hex'))?.details, { longurl: 'https://example.com/hex', clicks: 4, title: null })
})
