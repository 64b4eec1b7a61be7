import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { commandLine } from '../support/command-line.ts'
import { startWays } from '../support/command-ways.ts'
import { settleEvents } from '../support/events.ts'

const { service, base, ways } = await startWays(t)
const noDatabase = async () => t.fail('the database is opened') as never
const onServer = (key: string, more = {}) =>
  commandLine(noDatabase, { WAYMARK_SERVER: base, WAYMARK_KEY: key, ...more })
const folder = t.testdir({})
const file = (name: string) => join(folder, name)

t.test('a file is imported on a server, with its report, and exported again', async (t) => {
  const client = await service.newClient()
  const waymark = onServer(client.apikey)
  const rows = ['Long URL,Short code', 'https://example.com/1,one', 'https://example.com/2,two', 'nowhere,three']
  writeFileSync(file('links.csv'), rows.join('\n'))
  const tried = await waymark(['import', file('links.csv'), '--dry-run', '--json'])
  t.match(tried, { code: 0, json: { error: 0, import: { dryrun: true, created: 2, failed: 1, status: 'done' } } })
  const done = await waymark(['import', file('links.csv'), '--report', file('report.csv')])
  t.match(done, { code: 0, err: '', out: /^Import \d+: 2 created, 0 replaced, 0 renamed, 0 left out, 1 invalid\.\n$/ })
  t.match(readFileSync(file('report.csv'), 'utf8'), /^row,kind,alias,outcome,errors,notes\r\n[^\n]*one,created/)
  const [, id = ''] = /^Import (\d+)/.exec(done.out) ?? []
  t.match(await waymark(['import', '--resume', id, '--json']), { code: 0, json: { import: { created: 2 } } })
  t.match(
    await waymark(['import', '-', '--from', 'csv', '--conflicts', 'rename'], `${rows[0]}\nhttps://example.com/3,one\n`),
    {
      code: 0,
      out: /1 renamed/,
    },
  )

  const exported = await waymark(['export', '--out', file('all.ndjson'), '--json'])
  t.match(exported, { code: 0, json: { error: 0, file: file('all.ndjson') } })
  t.equal(statSync(file('all.ndjson')).mode & 0o077, 0, 'only the user can read it')
  t.match(readFileSync(file('all.ndjson'), 'utf8'), /"alias":"two"[\s\S]*\n\{"kind":"end"/)
  t.match((await waymark(['export', '--format', 'csv'])).out, /^Short URL,[\s\S]*two/)

  const other = onServer((await service.newClient()).apikey)
  t.match((await other(['import', file('all.ndjson')])).out, /^Import \d+: \d+ created/)
})

t.test('what imports and exports refuse on a server', async (t) => {
  const waymark = onServer((await service.newClient()).apikey)
  for (const [args, message] of [
    [['import', '--verify', 'https://old.example'], '--verify works on the database'],
    [['import', file('none.csv')], 'There is no file'],
    [['import'], 'Name a file'],
    [['import', '--from', 'dub'], 'WAYMARK_IMPORT_KEY'],
    [['export', '--static', folder], '--static works on the database'],
    [['export', '--format', 'xml'], '--format must be'],
    [['export', '--json'], '--json needs --out'],
  ] as const)
    t.match(await waymark([...args]), { code: 2, out: '', err: message }, args.join(' '))
  writeFileSync(file('odd.sql'), 'no dump')
  t.match(await waymark(['import', file('odd.sql'), '--json']), { code: 1, json: { code: 'invalid_request' } })
  t.match(await waymark(['import', '--resume', '999999']), { code: 1, err: 'Import not found.\n' })
})

t.test('an export that is cut off leaves no file, and nothing is taken for complete', async (t) => {
  const cut = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/x-ndjson' }).end('{"kind":"export"}\n{"kind":"link"}\n')
  })
  cut.listen(0, '127.0.0.1')
  await once(cut, 'listening')
  t.teardown(() => cut.close())
  const server = `http://127.0.0.1:${(cut.address() as AddressInfo).port}`
  const args = ['export', '--server', server, '--out', file('cut.ndjson'), '--json']
  t.match(await onServer('wm_x')(args), { code: 1, json: { code: 'export_cut_off' } })
  t.notOk(existsSync(file('cut.ndjson')))
})

t.test('an import that is followed waits as long as the server says', async (t) => {
  const asked: string[] = []
  const busy = createServer((request, reply) => {
    asked.push(request.method ?? '')
    request.resume()
    const isFirst = asked.length === 2
    reply.writeHead(isFirst ? 429 : 200, {
      'content-type': 'application/json',
      ...(isFirst ? { 'retry-after': '1' } : {}),
    })
    if (asked.length === 1) reply.end('{"error":0,"id":7}')
    else if (isFirst) reply.end('{"error":1,"message":"Wait.","code":"rate_limited"}')
    else
      reply.end(
        JSON.stringify({ error: 0, details: { id: 7, status: 'done', created: 4, finished: '2026-01-01 00:00:00' } }),
      )
  })
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  t.teardown(() => busy.close())
  writeFileSync(file('one.csv'), 'Long URL,Short code\nhttps://example.com/9,nine\n')
  const server = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
  const { code, out } = await onServer('wm_x')(['import', file('one.csv'), '--server', server])
  t.match({ code, out }, { code: 0, out: /^Import 7: 4 created/ })
  t.strictSame(asked, ['POST', 'GET', 'GET'])
})

for (const { name, client, waymark } of ways) {
  t.test(`nothing is imported ${name} if its file or report cannot be used`, async (t) => {
    const rows = file('rows.csv')
    writeFileSync(rows, `Long URL,Short code\nhttps://example.com/,unread-${client.id}\n`)
    const report = join(folder, 'none', 'report.csv')
    const message = `${report} cannot be written: name a file in an existing directory.\n`
    for (const path of [report, join(rows, 'report.csv')])
      t.match(await waymark(['import', rows, '--report', path]), { err: message.replace(report, path) })
    t.match(await waymark(['import', folder]), { code: 2, err: `${folder} is a directory: name a file` })
    t.equal((await client.get('/api/urls')).body.data.result, 0)
    symlinkSync('/dev/null', file(`null-${client.id}`))
    t.match(await waymark(['import', rows, '--report', file(`null-${client.id}`)]), { code: 0, out: /1 created/ })
    t.ok(lstatSync(file(`null-${client.id}`)).isSymbolicLink(), 'a device is written to')
    t.match(
      readdirSync(folder).filter((name) => name.includes('.part')),
      [],
    )
  })

  t.test(`what changed is listed ${name}`, async (t) => {
    await client.post('/api/url/add', { url: 'https://example.com/', custom: `changed-${client.id}` })
    await client.post('/api/campaign/add', { name: 'Spring' })
    await settleEvents(service.services.db)
    const { json } = await waymark(['events', 'changes', '--json'])
    t.match(json, { error: 0, more: false, events: [{ type: 'campaign.created' }, { type: 'link.created' }] })
    t.match(
      (await waymark(['events', 'changes', '--limit', '1'])).out,
      /campaign\.created +\d+ {2}Spring .*\n1 events; --limit shows more\.\n$/,
    )
    t.match((await waymark(['events', 'changes', 'link.created'])).out, `${base}/changed-${client.id}`)
    t.match(await waymark(['events', 'changes', '--link', '0']), { code: 2, err: /link/ })
  })
}
