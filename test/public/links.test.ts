import type { Insertable } from 'kysely'
import t from 'tap'
import { totalOf } from '../../db/queries/visit-totals.ts'
import type { Links } from '../../db/tables/links.ts'
import { quickHash } from '../support/passwords.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { services, send } = service
const client = await service.newClient()
const { db } = services
let made = 0

const newLink = async (link: Partial<Insertable<Links>> = {}, domainId: number | null = null) => {
  const alias = `link-${++made}`
  const { id } = await db
    .insertInto('links')
    .values({ account_id: client.id, url: 'https://example.com/page', ...link })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('aliases').values({ alias, link_id: id, domain_id: domainId }).execute()
  await services.changes.settle()
  return { id, alias, path: `/${alias}` }
}
const clicksOf = async (id: number) =>
  (
    await db
      .selectFrom('link_totals')
      .select(totalOf('link', 'visits').as('clicks'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).clicks

t.test('a redirect is 302, not cacheable, has the version headers and is counted', async (t) => {
  const { id, path } = await newLink()
  const reply = await send('GET', path)
  t.match(reply, {
    status: 302,
    headers: {
      location: 'https://example.com/page',
      'cache-control': 'private, no-store',
      'api-version': 'v1',
      'app-version': '7.3.1',
    },
  })
  t.equal(await clicksOf(id), 1)
  const head = await send('HEAD', path)
  t.match(head, { status: 302, headers: { location: 'https://example.com/page' }, text: '' })
  t.equal(await clicksOf(id), 1, 'HEAD is answered alike and not counted')
})

t.test('an unknown alias is a 404 page, or JSON if Accept prefers it', async (t) => {
  const page = await send('GET', '/nothing-here', { headers: { accept: 'text/html' } })
  t.match(page, { status: 404, headers: { 'content-type': /text\/html/, 'content-security-policy': String } })
  t.match(page.headers, { 'api-version': 'v1' })
  const json = await send('GET', '/nothing-here', { headers: { accept: 'application/json' } })
  t.match(json, { status: 404, body: { error: 1, code: 'not_found' } })
  t.equal((await send('GET', '/a/b/c', { headers: { accept: 'text/html' } })).status, 404)
  t.equal((await send('GET', '/%00%ff', { headers: { accept: 'text/html' } })).status < 500, true)
})

t.test('after many unknown aliases an address gets 429, but existing links still redirect', async (t) => {
  const { path } = await newLink()
  const ip = '203.0.113.9'
  const statuses = []
  for (let i = 0; i < 62; i++) statuses.push((await send('GET', `/guess-${i}`, { ip })).status)
  t.strictSame([statuses[0], statuses[59], statuses[60]], [404, 404, 429])
  const limited = await send('GET', '/guess-again', { ip, headers: { accept: 'application/json' } })
  t.match(limited, { status: 429, headers: { 'retry-after': /^\d+$/ }, body: { error: 1, code: 'too_many_unknown' } })
  t.equal((await send('GET', path, { ip })).status, 302)
  t.equal((await send('GET', '/guess-1', { ip: '203.0.113.10' })).status, 404)
})

t.test('a change of a link takes effect at once, and a deleted one is 404', async (t) => {
  const { id, path } = await newLink()
  t.equal((await send('GET', path)).headers.location, 'https://example.com/page')
  await db.updateTable('links').set({ url: 'https://example.com/other' }).where('id', '=', id).execute()
  await services.changes.settle()
  t.equal((await send('GET', path)).headers.location, 'https://example.com/other')
  await db.deleteFrom('links').where('id', '=', id).execute()
  await services.changes.settle()
  t.equal((await send('GET', path)).status, 404)
  const late = `link-${made + 1}`
  t.equal((await send('GET', `/${late}`)).status, 404, 'an address may be asked for before it exists')
  const born = await newLink()
  t.equal(born.alias, late)
  t.equal((await send('GET', born.path)).status, 302)
})

t.test('an expired link shows a page or redirects to expirationredirect, without counting', async (t) => {
  const expired = await newLink({ expires_at: new Date(Date.now() - 1000) })
  t.match(await send('GET', expired.path), { status: 410, headers: { 'content-type': /html/ } })
  const json = { headers: { accept: 'application/json' } }
  t.match(await send('GET', expired.path, json), { status: 410, body: { error: 1, code: 'link_expired' } })
  const early = await newLink({ starts_at: new Date(Date.now() + 60_000) })
  t.match(await send('GET', early.path, json), { status: 404, body: { error: 1, code: 'link_not_started' } })
  t.equal(await clicksOf(expired.id), 0)
  const led = await newLink({
    expires_at: new Date(Date.now() - 1000),
    expirationredirect: 'https://example.com/over',
  })
  t.match(await send('GET', led.path), { status: 302, headers: { location: 'https://example.com/over' } })
  const soon = await newLink({ expires_at: new Date(Date.now() + 60_000) })
  t.equal((await send('GET', soon.path)).status, 302)
})

t.test('a click limit is exact, and crawlers use no clicks', async (t) => {
  const { id, path } = await newLink({ clicklimit: 3 })
  await send('GET', path, { headers: { 'user-agent': 'Googlebot/2.1' } })
  const replies = await Promise.all(Array.from({ length: 8 }, () => send('GET', path)))
  t.equal(replies.filter(({ status }) => status === 302).length, 3)
  t.equal(replies.filter(({ status }) => status === 410).length, 5)
  t.equal(await clicksOf(id), 3)
})

t.test("a private link is a 404 page, except with the owner's signed URL", async (t) => {
  const { id, path } = await newLink({ status: 'private', expires_at: null })
  t.equal((await send('GET', path)).status, 404)
  const access = services.signer.sign(['owner', 'link', String(id)], new Date(Date.now() + 60_000))
  t.equal((await send('GET', `${path}?access=${access}`)).status, 302)
  t.equal((await send('GET', `${path}?access=${access}x`)).status, 404)
  const other = services.signer.sign(['owner', 'link', '999999'], new Date(Date.now() + 60_000))
  t.equal((await send('GET', `${path}?access=${other}`)).status, 404)
  const old = services.signer.sign(['owner', 'link', String(id)], new Date(Date.now() - 1))
  t.equal((await send('GET', `${path}?access=${old}`)).status, 404)
})

t.test('the password of a link opens it for a while, and a new password invalidates that', async (t) => {
  const { id, path } = await newLink({ password_hash: quickHash('open sesame') })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const asked = await send('GET', `${path}?a=1`)
  t.match(asked, { status: 200, headers: { 'cache-control': /no-store/ } })
  t.match(asked.text, /<form method="post"/)
  t.equal(await clicksOf(id), 0)
  t.match(await send('POST', path, { raw: 'password=wrong', headers: form }), { status: 403, text: /not right/ })
  const packed = { ...form, 'content-encoding': 'gzip' }
  t.match(await send('POST', path, { raw: 'password=open+sesame', headers: packed }), { status: 415, text: /<html/ })
  const opened = await send('POST', `${path}?a=1`, { raw: 'password=open+sesame', headers: form })
  t.match(opened, { status: 303, headers: { location: `${path}?a=1`, 'cache-control': 'no-store' } })
  const [cookie = '', known = ''] = opened.headers['set-cookie'] as unknown as string[]
  t.match(cookie, /^wm_\d+=\d+\.[\w-]+; Path=\/link-\d+; Max-Age=900; HttpOnly; SameSite=Lax$/)
  t.match(known, /^wm_known_\d+=[\w.-]+; Path=\/link-\d+; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  const onlyKnown = { headers: { cookie: known.split(';')[0] ?? '' } }
  t.equal((await send('GET', path, onlyKnown)).status, 200, 'a known device is asked for the password')
  const sent = { headers: { cookie: cookie.split(';')[0] ?? '' } }
  t.match(await send('GET', path, sent), { status: 302, headers: { location: 'https://example.com/page' } })
  t.equal(await clicksOf(id), 1)
  await db
    .updateTable('links')
    .set({ password_hash: quickHash('another') })
    .where('id', '=', id)
    .execute()
  await services.changes.settle()
  t.equal((await send('GET', path, sent)).status, 200, 'asked again')
})

const tryPassword = (path: string, ip: string, password: string) =>
  send('POST', path, {
    raw: `password=${password}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ip,
  })

t.test('correct passwords never count as attempts, also for many visitors behind one address', async (t) => {
  const { path } = await newLink({ password_hash: quickHash('open sesame') })
  for (let i = 0; i < 60; i++) t.equal((await tryPassword(path, '203.0.113.6', 'open+sesame')).status, 303)
  t.equal((await tryPassword(path, '203.0.113.6', 'wrong')).status, 403)
  t.equal((await tryPassword(path, '203.0.113.6', 'open+sesame')).status, 303)
})

t.test('a link that many addresses guess at still opens with the correct password', async (t) => {
  const { path } = await newLink({ password_hash: quickHash('open sesame') })
  const guesses = Array.from({ length: 40 }, (_, i) => tryPassword(path, `198.51.100.${i}`, 'guess'))
  t.strictSame([...new Set((await Promise.all(guesses)).map(({ status }) => status))], [403])
  const before = Date.now()
  t.equal((await tryPassword(path, '203.0.113.99', 'open+sesame')).status, 303)
  const waited = Date.now() - before
  t.ok(waited < 10_000, `after ${waited} ms`)
})

t.test('only http and https destinations are sent, whatever the row contains', async (t) => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/x', 'not a url']) {
    const { path } = await newLink({ url })
    const reply = await send('GET', path)
    t.equal(reply.status, 404, url)
    t.equal(reply.headers.location, undefined)
  }
  const { path } = await newLink({ url: 'https://example.com/über?q=日本#ä' })
  t.equal((await send('GET', path)).headers.location, 'https://example.com/%C3%BCber?q=%E6%97%A5%E6%9C%AC#%C3%A4')
})

t.test('parameters are appended, and the query of the visit is forwarded with forward', async (t) => {
  const parameters = [{ name: 'ref', value: 'a b&c' }]
  const kept = await newLink({ url: 'https://example.com/?utm_source=own&x=%7e#top', parameters })
  t.equal(
    (await send('GET', `${kept.path}?utm_source=visit`)).headers.location,
    'https://example.com/?utm_source=own&x=%7e&ref=a+b%26c#top',
  )
  const led = await newLink({ url: 'https://example.com/?utm_source=own&x=%7e#top', parameters, forward: true })
  t.equal(
    (await send('GET', `${led.path}?utm_source=visit&y=1`)).headers.location,
    'https://example.com/?x=%7e&ref=a+b%26c&utm_source=visit&y=1#top',
  )
})

t.test('targets are evaluated in order: country, device, language', async (t) => {
  const { path } = await newLink({
    geotarget: [{ location: 'US', link: 'https://example.com/us' }],
    devicetarget: [{ device: 'iphone', link: 'https://example.com/iphone' }],
    languagetarget: [{ language: 'de', link: 'https://example.com/de' }],
  })
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.1 Mobile/15E148 Safari/604.1'
  const to = async (ip: string, headers: Record<string, string>) =>
    (await send('GET', path, { ip, headers })).headers.location
  t.equal(await to('8.8.8.8', { 'user-agent': iphone, 'accept-language': 'de' }), 'https://example.com/us')
  t.equal(await to('127.0.0.1', { 'user-agent': iphone, 'accept-language': 'de' }), 'https://example.com/iphone')
  t.equal(await to('127.0.0.1', { 'accept-language': 'en;q=0.4, de-CH;q=0.8' }), 'https://example.com/de')
  t.equal(await to('127.0.0.1', { 'accept-language': 'de;q=0, en' }), 'https://example.com/page')
})

t.test('a browser always gets the same side of a split; across many browsers the weights apply', async (t) => {
  const splittarget = [
    { link: 'https://example.com/a', weight: 3 },
    { link: 'https://example.com/b', weight: 1 },
  ]
  const [one, other] = [await newLink({ splittarget }), await newLink({ splittarget })]
  const agent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const to = async (path: string, ip: string, headers: Record<string, string>) =>
    (await send('GET', path, { ip, headers })).headers.location
  const ips = Array.from({ length: 240 }, (_, i) => `198.51.100.${i}`)
  const first = await Promise.all(ips.map((ip) => to(one.path, ip, { 'user-agent': agent })))
  t.strictSame(await Promise.all(ips.map((ip) => to(one.path, ip, { 'user-agent': agent }))), first)
  const share = first.filter((url) => url === 'https://example.com/a').length
  t.ok(share > 140 && share < 220, `${share} of 240 went to the side of weight 3 of 4`)
  t.notSame(
    await Promise.all(ips.map((ip) => to(other.path, ip, { 'user-agent': agent }))),
    first,
    'each link by itself',
  )
  const program = await Promise.all(ips.map(() => to(one.path, '203.0.113.77', { 'user-agent': 'curl/8.9' })))
  t.equal(new Set(program).size, 2, 'a program is drawn anew each time')
})

t.test('a preview request for a link without preview texts is redirected to the destination', async (t) => {
  const headers = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }
  const plain = await newLink({ type: 'splash' })
  t.equal((await send('GET', plain.path)).status, 200)
  t.match(await send('GET', plain.path, { headers }), {
    status: 302,
    headers: { location: 'https://example.com/page' },
  })
})

t.test('while the database is down, cached links redirect and their visits are counted later', async (t) => {
  const { id, path } = await newLink()
  await send('GET', path)
  const image = 'http://127.0.0.1/none.png'
  const splash = (await client.post('/api/splash/add', { name: 's', image })).body
  const shown = await newLink({ type: 'splash', splash_id: splash.id })
  const named = await newLink({ metaimage: image })
  const wrong = 'data:image/png;base64,AAAA'
  const bio = new URL((await client.post('/api/bio/add', { name: 'b', image: wrong })).body.link).pathname
  for (const one of [shown.path, named.path, bio]) await send('GET', one)
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  // The database connections of visitors, API and jobs.
  const { store } = services
  const executors = [...new Set([store.visitors, store.api, store.db])].map(
    (db) => db.getExecutor() as { executeQuery: unknown },
  )
  const real = executors.map(({ executeQuery }) => executeQuery)
  for (const executor of executors)
    executor.executeQuery = async () => {
      throw away
    }
  t.equal((await send('GET', path)).status, 302)
  t.equal((await send('GET', path)).status, 302)
  t.equal((await send('GET', shown.path)).status, 200, 'a splash page that was opened before')
  t.equal((await send('GET', bio)).status, 200, 'a bio page whose picture can never be had')
  const preview = await send('GET', named.path, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })
  t.equal(preview.status, 200, 'a preview whose picture was never looked up')
  t.equal((await send('GET', '/never-seen', { headers: { accept: 'application/json' } })).status, 503)
  t.match(services.visitWriter.metrics(), { buffered: 5 })
  executors.forEach((executor, i) => {
    executor.executeQuery = real[i]
  })
  while (services.visitWriter.metrics().buffered > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  while ((await clicksOf(id)) < 3) await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(await clicksOf(id), 3)
})
