import { sql } from 'kysely'
import t from 'tap'
import { importFile } from '../support/imports.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t)
const header = { kind: 'export', format: 'waymark-export', version: 1 }
const fileOf = (...records: object[]) =>
  [header, ...records, { kind: 'end' }].map((record) => `${JSON.stringify(record)}\n`).join('')
const settings = {
  redirectroot: 'https://example.com/root',
  redirect404: 'https://example.com/lost',
  caseinsensitive: true,
  apple: [{ app: 'ABCDE12345.com.example.app', paths: ['/promo/*'] }],
  android: [{ package: 'com.example.app', fingerprints: [Array(32).fill('0F').join(':')], exclude: ['/terms'] }],
  language: 'de',
  brandname: 'Club',
  brandlogo: 'https://example.com/logo.png',
  brandcolors: { background: '#10131A', text: '#E8EAF0', button: '#FFD166', buttontext: '#1A1300' },
}
const add = async (client: Client, host: string, more: object = {}): Promise<number> =>
  (await client.post('/api/domain/add', { domain: `https://${host}`, ...more })).body.id
const detailsOf = async (client: Client, id: number) => (await client.get(`/api/domain/${id}`)).body.details
const domain = (host: string, more: object) => ({ kind: 'domain', id: 1, domain: `https://${host}`, ...more })
const outcomeOf = async (client: Client, file: string, query: string) => {
  const { rows } = await importFile(service, client, 'waymark', file, query)
  return [rows[0]?.outcome, rows[0]?.notes]
}

t.test('a domain that was added before gets the settings of the file that it does not have', async (t) => {
  for (const conflicts of ['skip', 'replace', 'rename']) {
    const client = await service.newClient()
    const host = `bare-${conflicts}.example`
    const id = await add(client, host)
    const file = fileOf(domain(host, settings))
    const query = `&conflicts=${conflicts}`
    const visit = () => service.send('GET', '/unknown', { headers: { host }, isElsewhere: true })
    t.equal((await visit()).status, 404)
    t.strictSame(await outcomeOf(client, file, `${query}&dryrun=true`), ['replaced', null])
    t.match(await detailsOf(client, id), { redirectroot: null, caseinsensitive: false, apple: [] })
    t.strictSame(await outcomeOf(client, file, query), ['replaced', null])
    t.match(await detailsOf(client, id), settings)
    await service.services.changes.settle()
    t.match(await visit(), { status: 302, headers: { location: settings.redirect404 } })
    t.strictSame(await outcomeOf(client, file, query), ['skipped', null])
    const { rows } = await sql<{ changed: string[] }>`
      select data->'changed' as changed from events where account_id = ${client.id}::bigint and type = 'domain.updated'`.execute(
      service.services.db,
    )
    t.equal(rows.length, 1)
    t.same(rows[0]?.changed.toSorted(), Object.keys(settings).sort())
  }
})

t.test('settings of its own are kept, with a note, unless they are to be replaced', async (t) => {
  const client = await service.newClient()
  const own = { redirectroot: 'https://example.com/own', brandname: 'Own', language: 'fr' }
  const id = await add(client, 'kept.example', { ...own, caseinsensitive: true })
  const sent = {
    redirectroot: null,
    brandname: 'Club',
    redirect404: 'https://example.com/lost',
    caseinsensitive: false,
  }
  const file = fileOf(domain('kept.example', sent))
  const note = 'The domain has its own brandname, which is kept.'
  for (const query of ['&dryrun=true', '']) t.strictSame(await outcomeOf(client, file, query), ['replaced', [note]])
  t.strictSame(await outcomeOf(client, file, '&conflicts=rename'), ['skipped', [note]])
  t.match(await detailsOf(client, id), { ...own, redirect404: sent.redirect404, caseinsensitive: true })
  t.strictSame(await outcomeOf(client, file, '&conflicts=replace'), ['replaced', null])
  t.match(await detailsOf(client, id), { ...own, brandname: 'Club', caseinsensitive: false })
})

t.test('a setting that the domain cannot have is left out, with the reason', async (t) => {
  const client = await service.newClient()
  const host = 'faults.example'
  const id = await add(client, host)
  const link = (custom: string) =>
    client.post('/api/url/add', { url: 'https://example.com/', custom, domain: `https://${host}` })
  await link('Sale')
  await link('sale')
  const sent = { ...settings, redirectroot: `https://${host}/`, redirect404: `https://${host}/lost` }
  const file = fileOf(domain(host, sent))
  for (const conflicts of ['replace&dryrun=true', 'replace'])
    t.match(await outcomeOf(client, file, `&conflicts=${conflicts}`), [
      'replaced',
      [
        'The redirectroot of the file is left out: it must not be the bare domain itself.',
        /^The redirect404 of the file is left out: it must not be a path of the domain itself at which there is no link/,
        'The caseinsensitive of the file is left out: the domain has aliases that differ only in case: Sale, sale.',
      ],
    ])
  t.match(await detailsOf(client, id), {
    redirectroot: null,
    redirect404: null,
    caseinsensitive: false,
    brandname: 'Club',
  })
  await link('lost')
  t.match(await outcomeOf(client, file, ''), ['replaced', [/redirectroot/, /caseinsensitive/]])
  t.match(await detailsOf(client, id), { redirect404: `https://${host}/lost` })
})
