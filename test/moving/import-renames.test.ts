import t from 'tap'
import { importFile, linkOf } from '../support/imports.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t)
const header = { kind: 'export', format: 'waymark-export', version: 1 }
const fileOf = (...records: object[]) =>
  [header, ...records, { kind: 'end' }].map((record) => `${JSON.stringify(record)}\n`).join('')
const day = { kind: 'day', date: '2024-01-01', class: 'visitor', visits: 5, uniques: 2, facets: {} }
const page = (alias: string, more: object = {}) => ({
  ...{ kind: 'bio', id: 1, alias, name: 'Ada', title: 'Guide', externalid: `page-${alias}`, clicks: 7 },
  blocks: [{ type: 'text', text: 'Hello' }],
  ...more,
})
const qr = (code: string, more: object = {}) => ({
  ...{
    kind: 'qr',
    id: 1,
    code,
    type: 'wifi',
    data: { ssid: 'Hut', encryption: 'nopass' },
    externalid: `code-${code}`,
    scans: 7,
  },
  ...more,
})
const rename = async (client: Client, file: string, query = '') => {
  const { rows } = await importFile(service, client, 'waymark', file, `&conflicts=rename${query}`)
  return rows.map(({ alias, outcome }) => [alias, outcome])
}
const listOf = async (client: Client) => ({
  pages: (await client.get('/api/bios')).body.data.bios as Record<string, unknown>[],
  codes: (await client.get('/api/qr')).body.data.qrs as Record<string, unknown>[],
})

t.test('pages and codes that were renamed are found when their file is imported again', async (t) => {
  const [owner, other] = [await service.newClient(), await service.newClient()]
  // Two codes with the same content are two.
  const codes = [qr('Renamed1', { id: 1 }), qr('Renamed2', { id: 2 })]
  const file = fileOf(page('again-page'), ...codes, { ...day, subject: 'bio', id: 1 }, { ...day, subject: 'qr', id: 1 })
  await importFile(service, owner, 'waymark', file)
  t.match(await rename(other, file, '&dryrun=true'), [
    ['again-page-2', 'renamed'],
    [String, 'renamed'],
    [String, 'renamed'],
    [null, 'created'],
    [null, 'created'],
  ])
  const first = await rename(other, file)
  t.match(first, [
    ['again-page-2', 'renamed'],
    [String, 'renamed'],
    [String, 'renamed'],
    [null, 'created'],
    [null, 'created'],
  ])
  const made = await listOf(other)
  t.match(made, {
    pages: [{ alias: 'again-page-2', externalid: 'page-again-page', clicks: 7 }],
    codes: [{ scans: 7 }, { scans: 7 }],
  })
  const exported = (await other.get('/api/export')).text
  for (const query of ['&dryrun=true', '']) {
    t.strictSame(
      await rename(other, file, query),
      first.map(([alias]) => [alias, 'skipped']),
      query,
    )
    t.strictSame(await listOf(other), made)
  }
  const daysOf = (text: string) => text.split('\n').filter((line) => line.includes('"kind":"day"')).length
  t.equal(daysOf(exported), 2)
  t.equal(daysOf((await other.get('/api/export')).text), 2)

  const changed = fileOf(
    page('again-page', { title: 'Other' }),
    qr('Renamed1', { data: { ssid: 'Top', encryption: 'nopass' } }),
  )
  t.match(await rename(other, changed), [
    ['again-page-3', 'renamed'],
    [/^(?!Renamed1)/, 'renamed'],
  ])
  t.match(await rename(other, changed), [
    ['again-page-3', 'skipped'],
    [String, 'skipped'],
  ])
})

t.test(
  'a page or code of the account that differs from that of the file is kept, and that of the file renamed',
  async (t) => {
    const own = await service.newClient()
    await importFile(service, own, 'waymark', fileOf(page('differs'), qr('Differs1')))
    t.strictSame(await rename(own, fileOf(page('differs'), qr('Differs1'))), [
      ['differs', 'skipped'],
      ['Differs1', 'skipped'],
    ])
    const file = fileOf(page('differs', { name: 'Bea' }), qr('Differs1', { type: 'text', data: 'Bea' }))
    t.match(await rename(own, file), [
      ['differs-2', 'renamed'],
      [/^(?!Differs1)/, 'renamed'],
    ])
    t.match(await listOf(own), {
      pages: [
        { alias: 'differs-2', name: 'Bea', externalid: null },
        { alias: 'differs', externalid: 'page-differs' },
      ],
      codes: [{ externalid: null }, { link: /Differs1$/, externalid: 'code-Differs1' }],
    })
  },
)

t.test('with replace, an alias of the other kind fails the row, of a page as of a link', async (t) => {
  const own = await service.newClient()
  await own.post('/api/url/add', { url: 'https://example.com/', custom: 'kind-link' })
  await own.post('/api/bio/add', { name: 'Ada', custom: 'kind-page' })
  const file = fileOf(page('kind-link'), { kind: 'link', id: 1, alias: 'kind-page', url: 'https://example.com/' })
  const failed = (by: string) => ({ outcome: 'failed', errors: [{ path: '/custom', message: `is taken by a ${by}` }] })
  t.match((await importFile(service, own, 'waymark', file, '&conflicts=replace')).rows, [
    failed('link, or by another account'),
    failed('page, or by another account'),
  ])
  t.match((await linkOf(own, 'kind-link')).details, { longurl: 'https://example.com/' })
})
