import sharp from 'sharp'
import t from 'tap'
import type { SafeFetch } from '../../src/net/safe-fetch.ts'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// The language and the brand that owners give their pages.

const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#ff000080' } })
  .png()
  .toBuffer()
let fetches = 0
const safeFetch: SafeFetch = async (url) => {
  fetches++
  const ok = url.endsWith('logo.png')
  return { status: ok ? 200 : 404, ok, headers: {}, body: ok ? png : Buffer.alloc(0), url, hops: [url] }
}
const service = await startService(t, { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off' }, { safeFetch })
const client = await service.newClient()
const host = 'go.example'
const domain = `https://${host}`
const get = async (path: string, language = 'en', at = host) =>
  await service.send('GET', path, {
    headers: { host: at, accept: 'text/html', 'accept-language': language },
    isElsewhere: true,
  })
const { id } = (await client.post('/api/domain/add', { domain })).body
const update = (body: object) => client.put(`/api/domain/${id}/update`, body)
const add = (body: object) => client.post('/api/url/add', { url: 'https://dest.example/', domain, ...body })
const langOf = ({ text }: { text: string }) => /<html lang="([^"]+)" dir="([^"]+)">/.exec(text)?.slice(1).join(' ')
await add({ custom: 'locked', password: 'secret-word' })
await add({ custom: 'early', start: '2090-01-01' })
const colors = { background: '#10131A', text: '#E8EAF0', button: '#FFD166', buttontext: '#1A1300' }

t.test('the pages of a domain have its language, else that of the visitor', async (t) => {
  t.equal(langOf(await get('/nothing', 'fr')), 'fr ltr')
  t.equal((await update({ language: 'ar' })).status, 200)
  for (const path of ['/nothing', '/locked', '/early']) t.equal(langOf(await get(path, 'fr')), 'ar rtl', path)
  t.equal(langOf(await get('/nothing', 'fr', 'way.example')), 'fr ltr')
  await update({ language: 'he' })
  const hebrew = await get('/nothing', 'fr')
  t.equal(langOf(hebrew), 'he rtl')
  t.match(hebrew.text, 'Nothing at this address', 'there are no texts in it')
  await update({ language: 'pt-BR' })
  t.match((await get('/nothing')).text, /<html lang="pt-BR" dir="ltr">[\s\S]*Não há nada/)
  for (const language of ['German', 'd', 'de_DE', 'x'.repeat(12), '"><script>'])
    t.match(await update({ language }), { status: 400, body: { errors: [{ path: '/language' }] } }, language)
  await update({ language: null })
  t.equal(langOf(await get('/nothing', 'fr')), 'fr ltr')
})

t.test('a bio page and a splash page have their own language', async (t) => {
  const bio = { name: 'Ada', custom: 'ada', domain, blocks: [{ type: 'text', text: 'مرحبا' }] }
  const page = (await client.post('/api/bio/add', bio)).body.id
  t.equal(langOf(await get('/ada', 'fr')), 'fr ltr')
  t.equal(langOf(await get('/ada', 'de')), 'de ltr', 'not the page that another visitor got')
  await client.put(`/api/bio/${page}/update`, { language: 'ar' })
  t.equal(langOf(await get('/ada', 'fr')), 'ar rtl')
  t.match((await client.get(`/api/bio/${page}`)).body.details, { language: 'ar' })
  const splash = (await client.post('/api/splash/add', { name: 'Wait', counter: 5, language: 'ja' })).body.id
  t.match((await client.get(`/api/splash/${splash}`)).body.details, { language: 'ja' })
  await add({ custom: 'splashed', type: splash })
  const shown = await get('/splashed', 'fr')
  t.equal(langOf(shown), 'ja ltr')
  t.match(shown.text, 'ここにとどまる')
})

t.test('pages show the name, the stored logo and the colors of their domain', async (t) => {
  const brandname = 'Alpine <Club>'
  const brandlogo = 'https://pictures.example/logo.png'
  const done = await update({ brandname, brandlogo, brandcolors: colors })
  t.strictSame(done.body, { error: 0, message: 'Domain has been updated successfully.' })
  t.match((await client.get(`/api/domain/${id}`)).body.details, { brandname, brandlogo, brandcolors: colors })
  for (const path of ['/nothing', '/locked', '/early']) {
    const { text } = await get(path)
    t.match(
      text,
      /<img class="logo" src="\/picture\/[A-Za-z0-9]+\.png" alt="Alpine &lt;Club&gt;" width="40" height="20">/,
    )
    t.notMatch(text, 'pictures.example')
    t.match(text, '--paper:#10131A')
    t.notMatch(text, 'class="blaze"')
  }
  const [path = ''] = /\/picture\/[A-Za-z0-9]+\.png/.exec((await get('/nothing')).text) ?? []
  t.equal((await get(path)).status, 200)
  t.equal(fetches, 1, 'fetched once')
  t.match((await get('/nothing', 'en', 'way.example')).text, 'class="blaze"')
  await update({ brandlogo: null })
  t.match((await get('/nothing')).text, '<p class="brand" dir="auto">Alpine &lt;Club&gt;</p>')
  t.equal((await get(path)).status, 404, 'what nothing refers to is deleted')
  await update({ brandname: null, brandcolors: null })
  t.match((await get('/nothing')).text, 'class="blaze"')
})

t.test('statistics and closed forms of a bio page show the present name of the domain', async (t) => {
  const made = await client.post('/api/bio/add', {
    name: 'Me',
    custom: 'branded-me',
    domain: `https://${host}`,
    publicstats: true,
  })
  t.equal(made.status, 200, made.text)
  for (const brandname of ['Old Club', 'New Club']) {
    await update({ brandname })
    t.match((await get('/branded-me+')).text, brandname)
    const closed = await service.send('POST', '/branded-me?form=gone', {
      headers: { host, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      raw: 'name=Ada',
      isElsewhere: true,
    })
    t.match(closed, { status: 404, text: 'This form is closed.' })
    t.match(closed.text, brandname)
  }
  await update({ brandname: null })
  t.notMatch((await get('/branded-me+')).text, 'New Club')
})

t.test('the favicon of a domain is its logo, or there is none', async (t) => {
  const icon = (at = host) => get('/favicon.ico', 'en', at)
  const bare = await icon()
  t.match(bare, { status: 204, headers: { 'content-type': undefined, 'cache-control': 'private, max-age=3600' } })
  t.equal(bare.text, '')
  await update({ brandname: 'Club', brandlogo: 'https://pictures.example/logo.png' })
  const branded = await icon()
  const location = /^\/picture\/[A-Za-z0-9]+\.png$/
  t.match(branded, { status: 302, headers: { location, 'cache-control': 'private, max-age=3600' } })
  t.match(await get(branded.headers['location'] ?? ''), { status: 200, headers: { 'content-type': 'image/png' } })
  t.match(await icon('way.example'), { status: 200, headers: { 'content-type': 'image/png' } })
  await update({ brandname: null, brandlogo: null })
  t.equal((await icon()).status, 204)
})

t.test('a logo that cannot be stored is reported, and the page shows the name', async (t) => {
  const reply = await update({ brandname: 'Club', brandlogo: 'https://pictures.example/missing.png' })
  t.match(reply.body, { warnings: [{ path: '/brandlogo', code: 'picture_not_held' }] })
  t.match((await get('/nothing')).text, '<p class="brand" dir="auto">Club</p>')
  const added = await client.post('/api/domain/add', {
    domain: 'https://new.example',
    brandlogo: 'https://x.example/logo.png',
  })
  t.strictSame(Object.keys(added.body), ['error', 'id'])
  t.match((await get('/nothing', 'en', 'new.example')).text, 'class="logo"')
})

t.test('colors that cannot be read are refused with their contrast', async (t) => {
  const bad = await update({ brandcolors: { ...colors, text: '#202020' } })
  t.match(bad, { status: 400, body: { errors: [{ path: '/brandcolors/text', message: /contrast/ }] } })
  const pale = await update({ brandcolors: { ...colors, buttontext: '#FFFFFF' } })
  t.match(pale, { status: 400, body: { errors: [{ path: '/brandcolors/buttontext' }] } })
  t.equal((await update({ brandcolors: { background: '#ffffff' } })).status, 400)
})

t.test('an export has the looks, and an import restores them', async (t) => {
  const looks = { language: 'de', brandname: 'Club', brandlogo: 'https://x.example/logo.png', brandcolors: colors }
  await update(looks)
  await client.post('/api/bio/add', { name: 'Eva', custom: 'eva', domain, language: 'it' })
  await client.post('/api/splash/add', { name: 'Wait', title: 'Exported', counter: 5, language: 'nl' })
  const file = (await client.get('/api/export')).text
  await client.delete(`/api/domain/${id}/delete`)
  await service.services.jobs.idle()
  await service.services.db.deleteFrom('reserved_hosts').execute()
  const other = await service.newClient()
  const { details } = await importFile(service, other, 'waymark', file)
  t.match(details, { status: 'done' })
  t.match(
    (await other.get('/api/domains')).body.data.domains.find((one: { domain: string }) => one.domain === domain),
    looks,
  )
  const eva = (await other.get('/api/bios')).body.data.bios.find(({ name }: { name: string }) => name === 'Eva')
  t.match((await other.get(`/api/bio/${eva.id}`)).body.details, { language: 'it' })
  const splashes = (await other.get('/api/splash')).body.data.splash as { id: number; name: string }[]
  const shown = await Promise.all(splashes.map(async (one) => (await other.get(`/api/splash/${one.id}`)).body.details))
  t.match(
    shown.find(({ title }) => title === 'Exported'),
    { language: 'nl' },
  )
})
