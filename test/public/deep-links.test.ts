import t from 'tap'
import { importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t, { APP_SCHEMES: 'myapp, Spotify://' })
const client = await service.newClient()
const plain = await startService(t)
const stranger = await plain.newClient()

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const PREVIEW = 'facebookexternalhit/1.1 (iPhone; CPU iPhone OS 17_1 like Mac OS X)'
const BOT = `${ANDROID} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`

let links = 0
const add = async (more: object) => {
  const custom = `deep${++links}`
  const { status, body } = await client.post('/api/url/add', { url: 'https://dest.example/p', custom, ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { id: body.id as number, path: `/${custom}` }
}
const visit = (path: string, agent: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
  service.send(method, path, { headers: { 'user-agent': agent, accept: 'text/html', ...headers } })
const both = { deeplink: { apple: 'myapp://product/42?x="><script>', google: 'spotify:track:7' } }

t.test('a deep link accepts the schemes that the operator allows, in upper and lower case', async (t) => {
  const deeplink = { auto: true, apple: 'MyApp://product/42', google: 'spotify:track:7' }
  const { id } = await add({ deeplink })
  t.strictSame((await client.get(`/api/url/${id}`)).body.details.deeplink, deeplink)
  const changed = await client.put(`/api/url/${id}/update`, { deeplink: { google: 'https://play.google.com/x' } })
  t.equal(changed.status, 200)
  const refused = [
    'other://x',
    'javascript:alert(1)',
    'data:text/html,x',
    'intent://x#Intent;end',
    'myapp:',
    ' myapp://x y',
  ]
  for (const apple of refused)
    for (const [account, message] of [
      [client, /^must be an http or https URL, such as \S+(, or a URL with one of the schemes myapp, spotify)?$/],
      [stranger, /^must be an http or https URL, such as \S+$/],
    ] as const)
      t.match(
        await account.post('/api/url/add', { url: 'https://dest.example', deeplink: { apple } }),
        { status: 400, body: { errors: [{ path: '/deeplink/apple', message }] } },
        apple,
      )
  for (const apple of ['myapp://x', 'ftp://x', 'https:x'])
    t.equal((await stranger.post('/api/url/add', { url: 'https://dest.example', deeplink: { apple } })).status, 400)
  t.equal((await client.post('/api/url/add', { url: 'myapp://x' })).status, 400, 'the URL of the link is a web page')
  t.equal(
    (
      await client.post('/api/url/add', {
        url: 'https://x.example',
        devicetarget: [{ device: 'ios', link: 'myapp://x' }],
      })
    ).status,
    400,
  )
})

t.test('phones get a page that opens the app or the URL of the link, all others a redirect', async (t) => {
  const { path } = await add(both)
  const apple = await visit(path, IPHONE)
  t.match(apple, {
    status: 200,
    headers: { 'content-type': /html/, 'cache-control': 'private, no-store', location: undefined },
  })
  t.match(apple.text, 'href="myapp://product/42?x=&quot;&gt;&lt;script&gt;" data-app')
  t.match(apple.text, 'href="https://dest.example/p" data-go')
  t.match(apple.text, '<noscript><meta http-equiv="refresh" content="3;url=https://dest.example/p">')
  t.match(apple.headers['content-security-policy'], /script-src 'sha256-[^']+'(;|$)/)
  t.match((await visit(path, ANDROID)).text, 'href="spotify:track:7" data-app')
  for (const agent of [DESKTOP, PREVIEW, BOT, ''])
    t.match(await visit(path, agent), { status: 302, headers: { location: 'https://dest.example/p' } }, agent)
  t.match(await visit(path, IPHONE, 'HEAD'), { status: 302, headers: { location: 'https://dest.example/p' } })
  const prefetch = await visit(path, IPHONE, 'GET', { 'sec-purpose': 'prefetch' })
  t.match(prefetch, { status: 302, headers: { location: 'https://dest.example/p' } })
  const { path: manual } = await add({ deeplink: { ...both.deeplink, auto: false } })
  t.equal((await visit(manual, IPHONE)).headers['location'], 'https://dest.example/p')
})

t.test('parameters and a forwarded query are added to both URLs, a forwarded path only to the web page', async (t) => {
  const { path } = await add({
    deeplink: { apple: 'myapp://open#end' },
    parameters: [{ name: 'aff', value: '3' }],
    forward: true,
    pathforward: true,
  })
  const { text } = await visit(`${path}/a/b?q=1&r="<x>`, IPHONE)
  t.match(text, 'href="myapp://open?aff=3&amp;q=1&amp;r=%22%3Cx%3E#end" data-app')
  t.match(text, 'href="https://dest.example/p/a/b?aff=3&amp;q=1&amp;r=%22%3Cx%3E" data-go')
})

t.test('other rules come first, and the app before frame and splash page', async (t) => {
  const { path } = await add({
    ...both,
    geotarget: [{ location: 'DE', link: 'https://dest.example/de' }],
    type: 'splash',
  })
  t.match((await visit(path, IPHONE)).text, 'data-app')
  const { path: guarded } = await add({ ...both, password: 'open sesame' })
  t.match((await visit(guarded, IPHONE)).text, /type="password"/)
  const { path: targeted } = await add({ ...both, devicetarget: [{ device: 'ios', link: 'https://dest.example/ios' }] })
  t.equal((await visit(targeted, IPHONE)).headers['location'], 'https://dest.example/ios')
})

t.test('explain shows the app and the destination of those who do not have it', async (t) => {
  const { id } = await add(both)
  t.match((await client.post(`/api/url/${id}/explain`, { agent: IPHONE })).body, {
    rule: 'deeplink',
    action: 'redirect',
    app: both.deeplink.apple,
    destination: 'https://dest.example/p',
  })
  t.match((await client.post(`/api/url/${id}/explain`, { agent: DESKTOP })).body, { rule: 'default', app: null })
})

t.test('a stored scheme that the operator allows no longer leads to the URL of the link', async (t) => {
  const { id, path } = await add({ deeplink: { apple: 'myapp://x' } })
  for (const url of ['gone://x', 'javascript:alert(1)']) {
    await service.services.db
      .updateTable('links')
      .set({ deeplink: { auto: true, apple: url, google: null } })
      .where('id', '=', id)
      .execute()
    const { rule, steps } = (await client.post(`/api/url/${id}/explain`, { agent: IPHONE })).body
    t.match(
      { rule, step: steps.at(-2) },
      { rule: 'default', step: { why: /does not allow the scheme (gone|javascript)/ } },
    )
    t.equal((await visit(path, IPHONE)).headers['location'], 'https://dest.example/p')
  }
})

t.test('an export keeps a deep link, which an import takes where its scheme is allowed', async (t) => {
  const lone = await service.newClient()
  await lone.post('/api/url/add', { url: 'https://dest.example/moved', custom: 'moved', ...both })
  const file = (await lone.get('/api/export')).text
  const newcomer = await service.newClient()
  t.match((await importFile(service, newcomer, 'waymark', file, '&conflicts=rename')).rows, [{ outcome: 'renamed' }])
  t.strictSame((await linkOf(newcomer, 'moved-2'))?.details.deeplink, { auto: true, ...both.deeplink })
  t.match((await importFile(plain, stranger, 'waymark', file)).rows, [
    { outcome: 'failed', errors: [{ path: '/deeplink/apple' }, { path: '/deeplink/google' }] },
  ])
})
