import t from 'tap'
import { deleteOldBans } from '../../db/queries/bans.ts'
import { deleteOldHeld } from '../../db/queries/held-aliases.ts'
import { cardPath } from '../../src/links/public-urls.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { commandLine } from '../support/command-line.ts'
import { settleEvents } from '../support/events.ts'
import { importFile } from '../support/imports.ts'
import { patience, startService } from '../support/service.ts'

// Links that the operator quarantines and accounts that it suspends: visitors get a page, the owner sees it and cannot
// lift it.

const settings = { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off' }
const service = await startService(t, settings)
const { services } = service
const client = await service.newClient()
const waymark = commandLine(async () => services.store, settings)
const visit = (path: string, sent = {}) => service.send('GET', path, { isElsewhere: true, ...sent })
const created = async (path: string, body: object, by = client): Promise<number> => {
  const reply = await by.post(path, body)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.body.id
}
const url = 'https://dest.example/'
const abuse = async (...args: string[]) => {
  const { code, json, err } = await waymark(['abuse', ...args, '--json'])
  if (code !== 0) throw new Error(err)
  await services.changes.settle()
  return json
}
const detailsOf = async (id: number) => (await client.get(`/api/url/${id}`)).body.details
const blocked = { status: 403, text: /This link is blocked/ }

t.test('a quarantined link shows a page at all of its addresses, and its owner sees why', async (t) => {
  const id = await created('/api/url/add', {
    ...{ url, custom: 'caught', aliases: ['caught-too'], publicstats: true, password: null },
  })
  const campaign = await client.post('/api/campaign/add', { name: 'C', slug: 'caught', public: true })
  await client.post(`/api/campaign/${campaign.body.id}/assign/${id}`)
  t.equal((await visit('/caught')).status, 302)
  t.equal((await detailsOf(id)).quarantine, null)
  const before = (await detailsOf(id)).clicks

  await abuse('ban', '--link', 'https://way.example/caught', '--reason', 'phishing', '--until', '2999-01-31')
  for (const path of ['/caught', '/caught-too', '/caught+', '/caught/qr']) t.match(await visit(path), blocked, path)
  const post = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: 'password=x',
    isElsewhere: true,
  }
  t.match(await service.send('POST', '/caught', post), blocked)
  t.match(await visit('/caught', { headers: { 'accept-language': 'fr' } }), { text: /Ce lien est bloqué/ })
  const details = await detailsOf(id)
  t.match(details.quarantine, { since: /^\d{4}-/, until: '2999-01-31 00:00:00', reason: 'phishing' })
  t.equal(details.clicks, before, 'nothing is counted')
  const bans = [{ link: id, shorturl: 'https://way.example/caught', host: null, account: null, reason: 'phishing' }]
  t.match((await abuse('list')).bans, bans)

  // A second time only changes the reason; the owner gets no other event.
  await abuse('ban', '--link', String(id), '--reason', 'malware')
  t.match((await detailsOf(id)).quarantine, { until: null, reason: 'malware' })
  await abuse('lift', '--link', 'caught')
  t.equal((await visit('/caught')).status, 302)
  t.equal((await detailsOf(id)).quarantine, null)
  await settleEvents(services.db)
  const { events } = (await client.get('/api/events?direction=asc')).body.data
  const ours = events.filter(({ type }: { type: string }) => /quarantined|released/.test(type))
  t.match(ours, [
    {
      type: 'link.quarantined',
      actor: { type: 'command' },
      data: { id, cause: 'phishing', shorturl: 'https://way.example/caught' },
    },
    { type: 'link.released', actor: { type: 'command' }, data: { id } },
  ])
  t.equal(ours.length, 2)
})

t.test(
  'the owner can neither change nor delete a quarantined link, alone or in bulk; others learn nothing',
  async (t) => {
    const id = await created('/api/url/add', { url, custom: 'kept', externalid: 'kept-1' })
    const free = await created('/api/url/add', { url, custom: 'free' })
    await abuse('ban', '--link', 'kept')
    const refused = { status: 403, body: { code: 'link_quarantined' } }
    const changes = [
      { metatitle: 'x' },
      { custom: 'elsewhere' },
      { url: 'https://other.example/' },
      { custom: 'x', keepalias: true },
    ]
    for (const change of changes)
      t.match(await client.put(`/api/url/${id}/update`, change), refused, JSON.stringify(change))
    t.match(await client.put('/api/url/ext_kept-1/update', { metatitle: 'x' }), refused)
    t.match(await client.delete(`/api/url/${id}/delete`), refused)
    const items = [
      { id, custom: 'elsewhere' },
      { id: free, metatitle: 'x' },
    ]
    const updated = await client.post('/api/url/bulk/update', { atomic: false, items })
    t.match(updated.body.results, [{ code: 'link_quarantined' }, { id: free }])
    t.match(await client.post('/api/url/bulk/update', { items }), refused)
    t.match(await client.post('/api/url/bulk/delete', { ids: [id, free] }), refused)
    const removed = await client.post('/api/url/bulk/delete', { atomic: false, ids: [id, free] })
    t.match(removed.body.results, [{ code: 'link_quarantined' }, { id: free }])
    t.match(await client.post('/api/url/add', { url, custom: 'kept' }), { status: 409 })
    t.match(await visit('/kept'), blocked)
    const other = await service.newClient()
    t.match(await other.put(`/api/url/${id}/update`, { metatitle: 'x' }), { status: 404 })
    t.match(await other.delete(`/api/url/${id}/delete`), { status: 404 })
    t.match(await other.post('/api/url/bulk/delete', { ids: [id] }), { status: 404 })
    await abuse('lift', '--link', 'kept')
    t.match(await client.delete(`/api/url/${id}/delete`), { status: 200 })
  },
)

t.test('a link that is deleted with its account keeps its addresses until it is released', async (t) => {
  const owner = await service.newClient()
  const other = await service.newClient()
  await created('/api/domain/add', { domain: 'https://held.example' }, owner)
  const first = { url, custom: 'held', aliases: ['held/too'] }
  const branded = { url, custom: 'held', domain: 'https://held.example' }
  await created('/api/url/add', first, owner)
  await created('/api/url/add', branded, owner)
  await created('/api/url/add', { url, custom: 'freed' }, owner)
  const ended = await created('/api/url/add', { url, custom: 'ended' }, owner)
  await abuse('ban', '--link', 'https://way.example/held')
  await abuse('ban', '--link', 'https://held.example/held')
  await abuse('ban', '--link', String(ended), '--until', '2999-01-01')
  t.equal((await owner.delete('/api/account', { body: { password: 'correct horse battery' } })).status, 200)
  const taken = { status: 409, body: { code: 'alias_taken' } }
  t.match(await other.post('/api/url/add', first), taken, 'while the deletion is under way')
  await services.jobs.idle()
  const { held } = await abuse('list')
  t.same(held, [
    { address: 'https://way.example/ended', until: '2999-01-01 00:00:00' },
    { address: 'https://way.example/held', until: null },
    { address: 'https://way.example/held/too', until: null },
    { address: 'https://held.example/held', until: null },
  ])
  t.equal((await visit('/held')).status, 404)
  for (const custom of ['held', 'held/too', 'ended'])
    t.match(await other.post('/api/url/add', { url, custom }), taken, custom)
  t.match(await other.post('/api/bio/add', { name: 'B', custom: 'held' }), taken)
  t.match(await other.post('/api/url/add', { url, aliases: ['held'] }), taken)
  const moved = await created('/api/url/add', { url, custom: 'freed' }, other)
  t.match(await other.put(`/api/url/${moved}/update`, { custom: 'held' }), taken)
  t.match(await other.post('/api/url/bulk', { items: [{ url, custom: 'held' }] }), { text: /alias_taken/ })
  const csv = `url,alias\n${url}other,held\n`
  t.match((await importFile(service, other, 'csv', csv, '&conflicts=replace')).rows, [{ outcome: 'failed' }])
  t.match((await importFile(service, other, 'csv', csv, '&conflicts=rename')).rows, [{ alias: 'held-2' }])

  await services.db.deleteFrom('reserved_hosts').execute()
  await created('/api/domain/add', { domain: 'https://held.example' }, other)
  t.match(await other.post('/api/url/add', branded), taken, 'on a domain that is added later')
  t.match(await abuse('lift', '--link', 'https://held.example/held'), { address: 'https://held.example/held' })
  await created('/api/url/add', branded, other)
  t.match(await other.post('/api/url/add', { url, custom: 'held' }), taken, 'the own host still holds it')
  await abuse('lift', '--link', 'https://way.example/held')
  await created('/api/url/add', { url, custom: 'held' }, other)

  const past = new Date(Date.now() - 1000)
  await services.db.updateTable('held_aliases').set({ until: past }).where('alias', '=', 'ended').execute()
  await created('/api/url/add', { url, custom: 'ended' }, other)
  t.equal(await deleteOldHeld(services.db, 100), 1)
})

t.test('an import does not replace a quarantined link', async (t) => {
  const id = await created('/api/url/add', { url, custom: 'imported' })
  await abuse('ban', '--link', 'imported')
  const csv = 'url,alias\nhttps://other.example/,imported\nhttps://other.example/,imported-2\n'
  const { rows } = await importFile(service, client, 'csv', csv, '&conflicts=replace')
  t.match(rows, [
    { alias: 'imported', outcome: 'failed', errors: [{ path: '/custom', message: /quarantined/ }] },
    { alias: 'imported-2', outcome: 'created' },
  ])
  t.match(await detailsOf(id), { longurl: url, quarantine: {} })
})

t.test('an alias on several domains is not guessed', async (t) => {
  await created('/api/domain/add', { domain: 'https://go.example' })
  await created('/api/url/add', { url, custom: 'twice' })
  const branded = await created('/api/url/add', { url, custom: 'twice', domain: 'https://go.example' })
  t.match(await waymark(['abuse', 'ban', '--link', 'twice']), {
    code: 2,
    err: /one of these links.*go\.example\/twice/,
  })
  t.match(await abuse('ban', '--link', 'https://go.example/twice'), { link_id: branded })
  t.match(await visit('/twice', { headers: { host: 'go.example' } }), blocked)
  t.equal((await visit('/twice')).status, 302)
})

t.test('rotators, lists, cards and `reuse` leave a quarantined link out', async (t) => {
  const campaign = (await client.post('/api/campaign/add', { name: 'C', slug: 'drawn', public: true })).body
  const ids: number[] = []
  for (const name of ['drawn-1', 'drawn-2']) {
    ids.push(await created('/api/url/add', { url: `https://${name}.example/`, custom: name, campaign: campaign.id }))
  }
  const [first = 0, second = 0] = ids
  const list = new URL(campaign.list).pathname
  const card = cardPath(services.signer, 'link', first, 'png')
  const drawn = async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 30; i++) {
      const { status, headers } = await visit('/r/drawn')
      seen.add(`${status} ${headers['location'] ?? ''}`)
    }
    return [...seen].sort()
  }
  const both = ['302 https://drawn-1.example/', '302 https://drawn-2.example/']
  t.strictSame(await drawn(), both)
  t.match(await visit(list), { text: /drawn-1/ })
  t.equal((await visit(card)).status, 200)
  const reuse = { url: 'https://drawn-1.example/', reuse: true }
  t.equal(await created('/api/url/add', reuse), first)

  await abuse('ban', '--link', 'drawn-1')
  t.strictSame(await drawn(), both.slice(1))
  t.notMatch((await visit(list)).text, 'drawn-1')
  t.equal((await visit(card)).status, 404)
  const fresh = await created('/api/url/add', reuse)
  t.not(fresh, first)
  t.equal(await created('/api/url/add', reuse), fresh)
  await abuse('ban', '--link', String(second))
  t.strictSame(await drawn(), ['404 '])
  await abuse('lift', '--link', 'drawn-1')
  t.strictSame(await drawn(), both.slice(0, 1))
  t.equal((await visit(card)).status, 200)
})

t.test('digits that are an id and an alias are not guessed', async (t) => {
  const first = await created('/api/url/add', { url, custom: 'by-id' })
  const second = await created('/api/url/add', { url, custom: String(first) })
  t.match(await waymark(['abuse', 'ban', '--link', String(first)]), {
    code: 2,
    err: new RegExp(`one of these links.*way\\.example/by-id.*way\\.example/${first}`),
  })
  t.match(await abuse('ban', '--link', `https://way.example/${first}`), { link_id: second })
  t.match([await visit(`/${first}`), await visit('/by-id')], [blocked, { status: 302 }])
  t.match(await abuse('ban', '--link', 'by-id'), { link_id: first })
  t.match(await abuse('lift', '--link', String(second)), { link_id: second })
})

t.test('another instance knows at once, and one that starts later', async (t) => {
  const start = async () => {
    const started = await createServices(services.config, { ...services.store, close: async () => {} }, { patience })
    t.teardown(started.close)
    return started.services
  }
  const second = await start()
  const id = await created('/api/url/add', { url, custom: 'everywhere' })
  await abuse('ban', '--link', 'everywhere')
  t.ok(second.blocklist.quarantines(id), 'the change of the first one has settled')
  await abuse('lift', '--link', 'everywhere')
  t.notOk(second.blocklist.quarantines(id))
  await abuse('ban', '--link', 'everywhere')
  const third = await start()
  t.ok(third.blocklist.quarantines(id))
})

t.test('maintenance deletes what is over, with an event', async (t) => {
  const id = await created('/api/url/add', { url, custom: 'over' })
  await abuse('ban', '--link', 'over', '--until', '2999-01-01')
  await services.db
    .updateTable('bans')
    .set({ until: new Date(Date.now() - 1000) })
    .where('link_id', '=', id)
    .execute()
  await services.changes.settle()
  t.equal((await visit('/over')).status, 302)
  t.equal(await deleteOldBans(services.db, 100), 1)
  await settleEvents(services.db)
  const { events } = (await client.get('/api/events?type=link.released')).body.data
  t.match(events[0], { type: 'link.released', actor: { type: 'system' }, data: { id } })
})

t.test('a quarantine after one that is over is a new one, and the owner is told both', async (t) => {
  const id = await created('/api/url/add', { url, custom: 'banned-again' })
  await abuse('ban', '--link', 'banned-again', '--until', '2999-01-01')
  await services.db
    .updateTable('bans')
    .set({ until: new Date(Date.now() - 1000), created_at: new Date('2026-01-02') })
    .where('link_id', '=', id)
    .execute()
  await abuse('ban', '--link', 'banned-again')
  await settleEvents(services.db)
  const { events } = (await client.get(`/api/events?link=${id}`)).body.data
  t.strictSame(events.map(({ type }: { type: string }) => type).slice(0, 3), [
    'link.quarantined',
    'link.released',
    'link.quarantined',
  ])
  const { quarantine } = (await client.get(`/api/url/${id}`)).body.details
  t.notMatch(quarantine.since, '2026-01-02')
  await abuse('lift', '--link', 'banned-again')
})

t.test('nothing of a suspended account is served, and its keys get 403', async (t) => {
  const owner = await service.newClient()
  const sus = await created('/api/url/add', { url, custom: 'sus' }, owner)
  const bio = await created('/api/bio/add', { name: 'B', custom: 'sus-bio', published: true }, owner)
  await created('/api/domain/add', { domain: 'https://sus.example', redirectroot: url, redirect404: url }, owner)
  await created('/api/url/add', { url, custom: 'sus', domain: 'https://sus.example' }, owner)
  const cardOf = {
    link: cardPath(services.signer, 'link', sus, 'svg'),
    bio: cardPath(services.signer, 'bio', bio, 'svg'),
  }
  const code = await owner.post('/api/qr/add', { type: 'text', data: 'Call me' })
  const picture = new URL(code.body.link).pathname
  const campaign = await owner.post('/api/campaign/add', { name: 'C', slug: 'sus', public: true })
  const list = new URL(campaign.body.list).pathname
  const elsewhere = { headers: { host: 'sus.example' } }
  const seen: [string, object][] = [
    ...['/sus', '/sus-bio', picture, picture.replace('/qr/', '/q/'), list].map((path): [string, object] => [path, {}]),
    ...['/', '/sus'].map((path): [string, object] => [path, elsewhere]),
  ]
  for (const [path, sent] of seen) t.not((await visit(path, sent)).status, 403, `${path} works before`)
  const key = 'abcdefghijklmnop'
  const stored = { key, source: 'https://pictures.example/a.png', type: 'png' as const, width: 1, height: 1 }
  await services.db
    .insertInto('pictures')
    .values({ ...stored, account_id: owner.id, body: Buffer.from('x') })
    .execute()
  const pictures = [`/picture/${key}.png`, ...(['link', 'bio'] as const).map((kind) => cardOf[kind])]
  for (const path of pictures) t.equal((await visit(path)).status, 200, `${path} is served before`)
  t.match(await abuse('ban', '--account', `${owner.username}@example.com`), { account_id: owner.id })
  for (const [path, sent] of seen) t.match(await visit(path, sent), blocked, path)
  t.match(await visit('/nothing', elsewhere), { status: 404 })
  for (const path of pictures) t.equal((await visit(path)).status, 404, path)
  const refused = { status: 403, body: { code: 'account_suspended' } }
  t.match(await owner.get('/api/account'), refused)
  t.match(await owner.post('/api/url/add', { url }), refused)
  const login = { username: owner.username, password: 'correct horse battery' }
  t.match(await service.send('POST', '/login', { body: login }), refused)
  const wrong = { ...login, password: 'not the password' }
  t.match(
    await service.send('POST', '/login', { body: wrong }),
    { status: 401 },
    'who does not know the password learns nothing',
  )
  t.equal((await client.get('/api/account')).status, 200, 'other accounts go on')
  await abuse('lift', '--account', String(owner.id))
  for (const [path, sent] of seen) t.not((await visit(path, sent)).status, 403, `${path} works again`)
  t.equal((await owner.get('/api/account')).status, 200)
})
