import t from 'tap'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const header = '{"kind":"export","format":"waymark-export","version":1}'
const fileOf = (...records: object[]) =>
  [header, ...records.map((record) => JSON.stringify(record)), '{"kind":"end"}', ''].join('\n')

t.test('the report says where links, pages and codes of a domain are that the account does not have', async (t) => {
  const client = await service.newClient()
  const domain = 'https://go.lost.example'
  const link = { kind: 'link', id: 1, alias: 'lost-link', domain, url: 'https://example.com/' }
  const bio = { kind: 'bio', id: 1, alias: 'lost-bio', domain, name: 'Ada' }
  const qr = { kind: 'qr', id: 1, code: 'LostCode', domain, type: 'link', data: 'https://example.com/' }
  const { rows } = await importFile(service, client, 'waymark', fileOf(link, bio, qr))
  t.match(
    rows.map(({ outcome, notes }) => [outcome, notes]),
    ['; localhost is used instead', ': the page is on localhost', ': the code is on localhost'].map((place) => [
      'created',
      [`The account has no domain go.lost.example${place}.`],
    ]),
  )
  const own = { ...bio, alias: 'own-bio', domain: 'http://localhost:3000' }
  t.equal((await importFile(service, client, 'waymark', fileOf(own))).rows[0]?.notes, null)
})

t.test("links and pages of the service's own host stay there if others go to a domain", async (t) => {
  const client = await service.newClient()
  await client.post('/api/domain/add', { domain: 'https://others.example' })
  const domain = 'http://localhost:3000'
  const link = { kind: 'link', id: 1, alias: 'own-link', domain, url: 'https://example.com/' }
  const bio = { kind: 'bio', id: 1, alias: 'own-page', domain, name: 'Ada' }
  const without = { kind: 'bio', id: 2, alias: 'any-page', name: 'Ada' }
  await importFile(service, client, 'waymark', fileOf(link, bio, without), '&domain=others.example')
  const { urls } = (await client.get('/api/urls')).body.data
  t.match(urls, [{ domain: null, alias: 'own-link' }])
  const { bios } = (await client.get('/api/bios')).body.data
  const shown = bios.map(({ link }: { link: string }) => link)
  t.strictSame(shown.toSorted(), ['http://localhost:3000/own-page', 'https://others.example/any-page'])
})
