import t from 'tap'
import { usesServer } from '../support/database.ts'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const header = '{"kind":"export","format":"waymark-export","version":1}'
const fileOf = (...records: object[]) =>
  [header, ...records.map((record) => JSON.stringify(record)), '{"kind":"end"}', ''].join('\n')
const made = (rows: { outcome?: string }[]) => rows.filter(({ outcome }) => outcome === 'created').length

t.test('records that differ in one field are two, and what refers to them keeps its own', async (t) => {
  const client = await service.newClient()
  const make = async (path: string, body: object): Promise<number> => {
    const { status, text, body: reply } = await client.post(path, body)
    t.equal(status, 200, text)
    return reply.id
  }
  for (const starred of [true, false]) await make('/api/channel/add', { name: 'News', starred })
  for (const name of ['Menu', 'Menu']) await make('/api/qrtemplate/add', { name })
  for (const [i, is] of [true, false].entries()) {
    const campaign = await make('/api/campaign/add', { name: 'Summer', public: is })
    const overlay = { type: 'message', name: 'Offer', text: 'Buy', position: is ? 'top' : 'bottom' }
    const type = `overlay-${await make('/api/overlay/add', overlay)}`
    const splash = await make('/api/splash/add', { name: 'Wait', counter: is ? 3 : 5 })
    await make('/api/url/add', { url: 'https://example.com/o', custom: `differ-o-${i}`, type, campaign })
    await make('/api/url/add', { url: 'https://example.com/s', custom: `differ-s-${i}`, type: splash })
  }
  await make('/api/overlay/add', {
    type: 'message',
    name: 'Offer',
    text: 'Buy',
    position: 'top',
    colors: { background: '#101010' },
  })
  const file = (await client.get('/api/export')).text
  const other = await startService(t)
  const newcomer = await other.newClient()
  const { rows } = await importFile(other, newcomer, 'waymark', file)
  t.same(
    rows.filter(({ outcome }) => outcome !== 'created'),
    [],
  )
  const listOf = async (path: string, collection: string) =>
    (await newcomer.get(`${path}?limit=100`)).body.data[collection]
  t.same(
    (await listOf('/api/channels', 'channels')).map(({ starred }: { starred: boolean }) => starred),
    [false, true],
  )
  t.equal((await listOf('/api/qrtemplates', 'templates')).length, 2)
  const links = await listOf('/api/urls', 'urls')
  for (const [i, is] of [true, false].entries()) {
    const detailsOf = async (alias: string) => {
      const { id } = links.find((link: { alias: string }) => link.alias === alias)
      return (await newcomer.get(`/api/url/${id}`)).body.details
    }
    const { type, campaign } = await detailsOf(`differ-o-${i}`)
    t.match((await newcomer.get(`/api/overlay/${type.slice(8)}`)).body.details, {
      position: is ? 'top' : 'bottom',
      colors: {},
    })
    t.equal((await newcomer.get(`/api/campaign/${campaign}`)).body.details.public, is)
    const splashed = await detailsOf(`differ-s-${i}`)
    t.equal((await newcomer.get(`/api/splash/${splashed.type}`)).body.details.counter, is ? 3 : 5)
  }
  const again = await importFile(other, newcomer, 'waymark', file)
  t.equal(made(again.rows), 0)
})

// More than a step of an import writes together.
const MANY = usesServer ? 1050 : 250

t.test('equal records stay as many as they are, also over groups of rows', async (t) => {
  const client = await service.newClient()
  const campaigns = Array.from({ length: MANY }, (_, i) => ({ kind: 'campaign', id: i + 1, name: 'Campaign' }))
  const { rows } = await importFile(service, client, 'waymark', fileOf(...campaigns))
  t.equal(made(rows), MANY)
  t.equal((await client.get('/api/campaigns')).body.data.result, MANY)
  t.equal(made((await importFile(service, client, 'waymark', fileOf(...campaigns))).rows), 0)
})

t.test('a dry run counts equal records as the import does, also over groups of rows', async (t) => {
  const client = await service.newClient()
  const campaigns = Array.from({ length: MANY + 100 }, (_, i) => ({ kind: 'campaign', id: i + 1, name: 'Campaign' }))
  await importFile(service, client, 'waymark', fileOf(...campaigns.slice(0, MANY)))
  for (const query of ['&dryrun=true', '']) {
    const { details } = await importFile(service, client, 'waymark', fileOf(...campaigns), query)
    t.match(details, { created: 100, skipped: MANY }, query)
  }
})

t.test('a channel takes the one that is starred as it is, and another one only if there is none', async (t) => {
  const client = await service.newClient()
  await client.post('/api/channel/add', { name: 'News', starred: true })
  const link = (id: number) => ({ kind: 'link', id, alias: `star-${id}`, url: 'https://example.com/', channels: [id] })
  const file = fileOf(
    { kind: 'channel', id: 1, name: 'News', starred: false },
    { kind: 'channel', id: 2, name: 'News', starred: true },
    { kind: 'channel', id: 3, name: 'Sports', starred: false },
    ...[1, 2, 3].map(link),
  )
  t.equal(made((await importFile(service, client, 'waymark', file)).rows), 5)
  const channels = (await client.get('/api/channels')).body.data.channels as Record<string, unknown>[]
  const itemsOf = async (name: string, starred: boolean) => {
    const [id, ...others] = channels.filter((one) => one['name'] === name && one['starred'] === starred)
    t.same(others, [])
    const { items } = (await client.get(`/api/channel/${id?.['id']}`)).body.data
    return items.map(({ title }: { title: string }) => title)
  }
  t.strictSame(await itemsOf('News', false), ['star-1'])
  t.strictSame(await itemsOf('News', true), ['star-2'])
  const sports = channels.find(({ name }) => name === 'Sports')?.['id']
  await client.put(`/api/channel/${sports}/update`, { starred: true })
  t.equal(
    made((await importFile(service, client, 'waymark', file)).rows),
    0,
    'a star that was given later is no other channel',
  )
})

t.test('a slug tells which campaign is meant, even if it was made private', async (t) => {
  const client = await service.newClient()
  const file = fileOf({ kind: 'campaign', id: 1, name: 'Autumn', slug: `autumn-${client.id}`, public: true })
  const [row] = (await importFile(service, client, 'waymark', file)).rows
  t.equal(row?.outcome, 'created')
  const { campaigns } = (await client.get('/api/campaigns')).body.data
  await client.put(`/api/campaign/${campaigns[0].id}/update`, { name: 'Autumn', public: false })
  t.equal((await importFile(service, client, 'waymark', file)).rows[0]?.outcome, 'skipped')
  t.equal((await client.get('/api/campaigns')).body.data.result, 1)
})

t.test('an item of several hundred channels is in all of them after an import', async (t) => {
  const client = await service.newClient()
  const ids = Array.from({ length: 205 }, (_, i) => i + 1)
  const channels = ids.map((id) => ({ kind: 'channel', id, name: `Channel ${id}` }))
  const link = { kind: 'link', id: 1, alias: 'in-many', url: 'https://example.com/', channels: ids }
  const { rows } = await importFile(service, client, 'waymark', fileOf(...channels, link))
  t.same(
    rows.filter(({ outcome }) => outcome !== 'created'),
    [],
  )
  const line = (await client.get('/api/export')).text.split('\n').find((text) => text.includes('in-many')) ?? '{}'
  t.equal(JSON.parse(line).channels.length, 205)
})
