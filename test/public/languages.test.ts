import t from 'tap'
import { languageOf, PAGE_LANGUAGES, visitorLanguage } from '../../src/locale/page-language.ts'
import type { Plural, Texts } from '../../src/locale/texts/texts.ts'
import { startService } from '../support/service.ts'

// Public pages are written in the language that the visitor prefers.

const service = await startService(t)
const client = await service.newClient()
const get = (path: string, language: string, accept = 'text/html') =>
  service.send('GET', path, { headers: { accept, 'accept-language': language }, isElsewhere: true })
const add = async (body: object) => (await client.post('/api/url/add', { url: 'https://dest.example/', ...body })).body

/** Every text of a language by its path; functions are called with marked arguments. */
function textsOf(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const at = `${path}/${name}`
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'object' && value !== null) return textsOf(value, at)
    const make = value as (...given: string[]) => string
    return [[at, make(...['⟦1⟧', '⟦2⟧', '⟦3⟧'].slice(0, make.length))]]
  })
}

const argumentsOf: Record<string, number> = Object.fromEntries(
  textsOf(languageOf('en').texts).map(([path, text]) => [path, text.match(/⟦\d⟧|\{\w+\}/g)?.length ?? 0]),
)

t.test('every language has every text, with the same values in it, and all plural forms', async (t) => {
  t.same([...PAGE_LANGUAGES].sort(), ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'zh'])
  for (const tag of PAGE_LANGUAGES) {
    const { texts } = languageOf(tag)
    for (const [path, text] of textsOf(texts)) {
      t.ok(text.trim() !== '', `${tag} ${path}`)
      if (path in argumentsOf && !/^\/campaign\/(links|moreThan)/.test(path))
        t.equal(text.match(/⟦\d⟧|\{\w+\}/g)?.length ?? 0, argumentsOf[path], `${tag} ${path}: ${text}`)
    }
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
    const forms: Plural[] = [texts.campaign.links, texts.campaign.moreThan]
    // "More than no links" is never said.
    const wanted = pluralCategories.filter((category) => category !== 'zero')
    for (const plural of forms)
      t.same(
        wanted.filter((category) => plural[category] === undefined),
        [],
        tag,
      )
  }
})

t.test('the language is that of the first preferred one that there is', async (t) => {
  for (const [header, tag] of [
    ['', 'en'],
    ['*', 'en'],
    ['xx', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fi,sv;q=0.9,tr;q=0.8,en;q=0.7', 'tr'],
    ['en-US,en;q=0.9,de;q=0.3', 'en'],
    ['zh-TW', 'zh'],
    ['pt-PT', 'pt'],
    ['ar-EG', 'ar'],
    [`${'xx,'.repeat(1000)}de`, 'en'],
  ] as const)
    t.equal(visitorLanguage(header).tag, tag, header.slice(0, 40))
})

t.test('each page has the language and direction of the visitor', async (t) => {
  const texts = (tag: string): Texts => languageOf(tag).texts
  await add({ custom: 'locked', password: 'secret-word' })
  await add({ custom: 'early', start: '2090-01-01' })
  const splash = (await client.post('/api/splash/add', { name: 'S', counter: 5 })).body.id
  await add({ custom: 'splashed', type: splash })
  const overlay = (await client.post('/api/overlay/add', { type: 'contact', name: 'O', link: 'tel:+15551' })).body.id
  await add({ custom: 'covered', type: `overlay-${overlay}` })
  await add({ custom: 'counted', publicstats: true })
  const campaign = (await client.post('/api/campaign/add', { name: 'Round', public: true })).body.id
  for (const custom of ['one', 'two', 'three']) await add({ custom, campaign })
  const phone = (await client.post('/api/qr/add', { type: 'phone', data: '+15551' })).body.id
  const { link } = (await client.get(`/api/qr/${phone}`)).body.details
  const code = new URL(link).pathname.replace('/qr/', '/q/')
  const pages: [path: string, (texts: Texts) => string][] = [
    ['/nothing', ({ notFound }) => notFound.title],
    ['/locked', ({ password }) => password.hint],
    ['/early', ({ early }) => early.text],
    ['/splashed', ({ continueTo }) => continueTo('⟦⟧').split('⟦⟧')[0] as string],
    ['/splashed', ({ countdown }) => countdown.stay],
    ['/covered', ({ overlay }) => overlay.contact],
    ['/counted+', ({ statistics }) => statistics.visitors],
    [`/u/${client.username}/${campaign}`, ({ campaign }) => campaign.maintainedBy('', '').slice(-3)],
    [code, ({ code }) => code.actions.phone],
    ['/', ({ home }) => home.docs],
  ]
  for (const tag of PAGE_LANGUAGES)
    for (const [path, textOf] of pages) {
      const { text, headers } = await get(path, `${tag},en;q=0.1`)
      t.match(text, `<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`, `${tag} ${path}`)
      t.ok(text.includes(textOf(texts(tag)).replaceAll("'", '&#39;')), `${tag} ${path}`)
      t.match(headers['vary'], /Accept-Language/)
    }
})

t.test('numbers, dates, plurals and names are those of the language', async (t) => {
  const list = async (tag: string) => (await get(`/u/${client.username}/1`, tag)).text
  t.match(await list('en'), '3 links')
  t.match(await list('pl'), '3 linki')
  t.match(await list('ja'), 'リンク3件')
  const ar = languageOf('ar')
  t.match(await list('ar'), ar.count(ar.texts.campaign.links, 3))
  for (const country of ['DE', 'JP'])
    for (let visit = 0; visit < 2; visit++)
      await service.send('GET', '/counted', {
        headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0' },
        ip: country === 'DE' ? '85.214.132.117' : '202.32.211.142',
      })
  const { text } = await get('/counted+', 'de')
  t.match(text, '30 Tage')
  t.match(text, 'Deutschland')
  t.match(text, 'Japan')
  t.match(text, 'Computer')
  t.match((await get('/counted+', 'ja')).text, 'ドイツ')
  t.match((await get('/counted+', 'ar')).text, ar.country('DE'))
  t.equal(languageOf('de').number(27_412), '27.412')
  t.match((await get('/counted+?days=365', 'fr')).text, /1\san</)
  t.match(languageOf('pl').wait(5), '5 sekund')
})

t.test('the replies of programs stay in English', async (t) => {
  const { body } = await get('/nothing', 'de', 'application/json')
  t.strictSame(body, { error: 1, message: 'There is nothing at this address.', code: 'not_found' })
})
