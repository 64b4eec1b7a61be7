import t from 'tap'
import { bestLanguageIndex, preferredLanguages } from '../../src/locale/languages.ts'
import { extendDestination, safeDestination } from '../../src/routing/destinations.ts'
import type { RuleLink, RuleVisit } from '../../src/routing/rule-input.ts'
import { decide, type Step } from '../../src/routing/rules.ts'
import { asciiQuery } from '../../src/routing/visit-query.ts'

const link: RuleLink = {
  url: 'https://example.com/',
  status: 'public',
  password_hash: null,
  starts_at: null,
  startredirect: null,
  expires_at: null,
  expirationredirect: null,
  clicklimit: null,
  geotarget: [],
  devicetarget: [],
  languagetarget: [],
  timetarget: [],
  splittarget: [],
  parameters: [],
  deeplink: null,
  forward: false,
  pathforward: false,
}
const visit: RuleVisit = {
  at: new Date('2026-11-21T12:00:00Z'),
  country: () => 'DE',
  agent: '',
  languages: [],
  query: '',
  path: '',
  appSchemes: new Set(['myapp']),
  isOwner: false,
  isUnlocked: false,
  isExhausted: false,
  draw: 0,
}
const to = (path: string) => `https://example.com/${path}`
const ruleOf = (link: RuleLink, more: Partial<RuleVisit> = {}) => decide(link, { ...visit, ...more })

t.test('the state of a link is evaluated before its targets, in order', async (t) => {
  const everything: RuleLink = {
    ...link,
    status: 'private',
    expires_at: new Date(0),
    expirationredirect: to('over'),
    clicklimit: 1,
    password_hash: 'x',
    geotarget: [{ location: 'DE', link: to('de') }],
  }
  t.match(ruleOf(everything), { action: 'hidden', rule: 'private' })
  t.match(ruleOf(everything, { isOwner: true }), { action: 'expired', rule: 'expired', destination: to('over') })
  const live = { ...everything, expires_at: null }
  t.match(ruleOf(live, { isOwner: true, isExhausted: true }), { action: 'expired', rule: 'clicklimit' })
  const open = { ...live, status: 'public' as const }
  t.match(ruleOf(open), { action: 'password', rule: 'password' })
  t.match(ruleOf(open, { isUnlocked: true }), { action: 'redirect', rule: 'country', destination: to('de') })
})

t.test('targets are evaluated in order: country, device, language, time, split, app, default', async (t) => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.1 Mobile/15E148 Safari/604.1'
  let full: RuleLink = {
    ...link,
    geotarget: [{ location: 'DE', link: to('country') }],
    devicetarget: [{ device: 'iPhone', link: to('device') }],
    languagetarget: [{ language: 'German', link: to('language') }],
    timetarget: [{ from: '00:00', to: '00:00', days: [1, 2, 3, 4, 5, 6, 7], timezone: 'UTC', link: to('time') }],
    splittarget: [{ weight: 1, link: to('split') }],
    deeplink: { auto: true, apple: to('deeplink'), google: null },
  }
  const order = [
    ['country', { geotarget: [] }],
    ['device', { devicetarget: [] }],
    ['language', { languagetarget: [] }],
    ['time', { timetarget: [] }],
    ['split', { splittarget: [] }],
    ['deeplink', { deeplink: null }],
  ] as const
  const asked = { agent: iphone, languages: ['de'] }
  for (const [rule, without] of order) {
    t.match(ruleOf(full, asked), { rule, destination: to(rule) })
    full = { ...full, ...without } as RuleLink
  }
  t.match(ruleOf(full, asked), { rule: 'default', destination: to('') })
})

t.test('every evaluated rule has a reason, up to the one that matched', async (t) => {
  const steps: Step[] = []
  decide(
    { ...link, geotarget: [{ location: 'FR', link: to('fr') }], languagetarget: [{ language: 'de', link: to('de') }] },
    { ...visit, languages: ['de-at'] },
    steps,
  )
  t.strictSame(
    steps.map(({ rule, matched }) => [rule, matched]),
    [
      ['private', false],
      ['start', false],
      ['expired', false],
      ['clicklimit', false],
      ['password', false],
      ['country', false],
      ['language', true],
    ],
  )
  t.match(steps[5]?.why, /DE.*not among/)
})

t.test('device words match the user agents of those devices', async (t) => {
  const agents: Record<string, string> = {
    ipad: 'Mozilla/5.0 (iPad; CPU OS 16_1 like Mac OS X) AppleWebKit/605.1.15 Version/16.1 Mobile/15E148 Safari/604.1',
    android: 'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/116.0.0.0 Mobile Safari/537.36',
    windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0',
    macos: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
    linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
  }
  const fits = (device: string, agent: string | undefined) =>
    ruleOf({ ...link, devicetarget: [{ device, link: to('hit') }] }, { agent: agent ?? '' }).rule === 'device'
  for (const [device, agent] of Object.entries(agents)) {
    for (const other of Object.keys(agents)) t.equal(fits(other, agent), other === device, `${other} for ${device}`)
    t.equal(fits('desktop', agent), ['windows', 'macos', 'linux'].includes(device), `desktop for ${device}`)
  }
  t.ok(fits('mobile', agents['android']))
  t.ok(fits('tablet', agents['ipad']))
  t.ok(fits('ios', agents['ipad']))
  t.notOk(fits('iphone', agents['ipad']))
  t.notOk(fits('android', ''))
})

t.test('a time window applies in its zone, on its days, and past midnight', async (t) => {
  const window = (from: string, until: string, days: number[], timezone: string) => ({
    ...link,
    timetarget: [{ from, to: until, days, timezone, link: to('time') }],
  })
  const within = (target: RuleLink, at: string) => ruleOf(target, { at: new Date(at) }).rule === 'time'
  const berlin = window('09:00', '17:00', [6], 'Europe/Berlin')
  t.ok(within(berlin, '2026-11-21T08:00:00Z'))
  t.notOk(within(berlin, '2026-11-21T07:59:59Z'))
  t.notOk(within(berlin, '2026-11-21T16:00:00Z'), 'the end is not in it')
  t.notOk(within(berlin, '2026-11-20T10:00:00Z'), 'not on Fridays')
  const night = window('22:00', '04:00', [5], 'UTC')
  t.ok(within(night, '2026-11-20T23:00:00Z'))
  t.ok(within(night, '2026-11-21T03:59:00Z'), 'belongs to the day it began on')
  t.notOk(within(night, '2026-11-20T03:00:00Z'))
  t.notOk(within(window('00:00', '24:00', [6], 'Not/AZone'), '2026-11-21T08:00:00Z'))
})

t.test('a split follows its weights', async (t) => {
  const split = {
    ...link,
    splittarget: [
      { weight: 1, link: to('a') },
      { weight: 3, link: to('b') },
    ],
  }
  const hits = { a: 0, b: 0 }
  for (let i = 0; i < 1000; i++) {
    const outcome = ruleOf(split, { draw: i / 1000 })
    if (outcome.action === 'redirect') hits[outcome.destination.at(-1) as 'a' | 'b']++
  }
  t.strictSame(hits, { a: 250, b: 750 })
})

t.test('a target that is not an http or https URL is skipped', async (t) => {
  const target = { ...link, geotarget: [{ location: 'DE', link: 'javascript:alert(1)' }] }
  t.match(ruleOf(target), { rule: 'default', destination: to('') })
  t.match(ruleOf({ ...link, url: 'javascript:alert(1)' }), { action: 'hidden' })
})

t.test('languages are parsed by q-value, without excluded ones, and by name', async (t) => {
  t.strictSame(preferredLanguages('en;q=0.5, DE-at, *;q=0.1, fr;q=0, xx!'), ['de-at', 'en'])
  t.strictSame(preferredLanguages(''), [])
  t.match(preferredLanguages('de, en, '.repeat(100)), { length: 20 })
  t.equal(bestLanguageIndex(['de'], ['en', 'de-at']), 0)
  t.equal(bestLanguageIndex(['pt-BR'], ['pt-pt']), -1)
  t.equal(bestLanguageIndex(['Portuguese'], ['pt-pt']), 0)
  t.equal(bestLanguageIndex(['Klingonese', 'x'], ['de']), -1)
  t.equal(bestLanguageIndex(['zh', 'zh-Hant'], ['zh-tw']), 1, 'a script that the region implies')
  t.equal(bestLanguageIndex(['zh-Hant', 'zh-Hans'], ['zh-cn']), 1)
  t.equal(bestLanguageIndex(['zh-Hant'], ['zh']), -1)
  t.equal(bestLanguageIndex(['en', 'en-GB'], ['en-gb', 'en']), 1, 'the target that says most')
  t.equal(bestLanguageIndex(['en', 'de'], ['fr', 'de-ch', 'en']), 1, 'the visitor comes first')
  for (const own of ['nb', 'nb-no', 'nn', 'no'])
    t.equal(bestLanguageIndex(['sv', 'Norwegian'], [own]), 1, `${own} is Norwegian`)
  t.equal(bestLanguageIndex(['no', 'nn'], ['nn-no']), 1)
  t.equal(bestLanguageIndex(['nb'], ['no']), 0)
  t.equal(bestLanguageIndex(['nb'], ['nn']), -1)
  const both = {
    ...link,
    languagetarget: [
      { language: 'de', link: to('de') },
      { language: 'fr', link: to('fr') },
    ],
  }
  t.match(ruleOf(both, { languages: ['fr', 'de'] }), { destination: to('fr') }, 'the visitor’s order decides')
})

t.test('only http and https URLs are destinations, and no value can break out of the header', async (t) => {
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:x',
    'file:///etc/passwd',
    '//evil.example',
    'x',
    '',
  ]
  for (const url of refused) t.equal(safeDestination(url), null, url)
  t.equal(safeDestination('HTTPS://example.com/%61?x={}'), 'HTTPS://example.com/%61?x={}', 'as it was given')
  t.equal(safeDestination('https://example.com/a\r\nSet-Cookie: x'), 'https://example.com/aSet-Cookie:%20x')
  t.equal(safeDestination('https:\\\\example.com\\a'), 'https://example.com/a')
  t.equal(safeDestination('https://münchen.example/ä'), 'https://xn--mnchen-3ya.example/%C3%A4')
})

t.test("parameters are appended, and the visit's query replaces parameters of the same name", async (t) => {
  const url = 'https://example.com/a?utm_source=own&b=%7E&&c#frag?x'
  t.equal(extendDestination(url, [], ''), url)
  t.equal(
    extendDestination(url, [{ name: 'k k', value: 'ü&#' }], ''),
    'https://example.com/a?utm_source=own&b=%7E&c&k+k=%C3%BC%26%23#frag?x',
  )
  t.equal(
    extendDestination(url, [], 'utm%5Fsource=x&d=%FF&&flag'),
    'https://example.com/a?b=%7E&c&utm%5Fsource=x&d=%FF&&flag#frag?x',
  )
  t.equal(extendDestination('https://example.com', [{ name: 'a', value: '' }], ''), 'https://example.com?a=')
})

t.test('a query keeps every byte that a Location header can contain; others are percent-encoded', async (t) => {
  const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('')
  t.equal(asciiQuery(visible, 'latin1'), visible.replace('#', '%23'))
  t.equal(asciiQuery('a=\u00c3\u00a4\u0000\r\n b', 'latin1'), 'a=%C3%A4%00%0D%0A%20b')
  t.equal(asciiQuery('ä\ud83d\ude00', 'utf8'), '%C3%A4%F0%9F%98%80')
})
