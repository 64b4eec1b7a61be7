import t from 'tap'
import { countryName, languageName, socialNetwork } from '../../src/locale/labels.ts'
import { openCountryLookup, unmapIpv4 } from '../../src/visits/country-lookup.ts'
import { referrerHost, visitHeaders } from '../../src/visits/describe-visits.ts'
import { classifyVisit, parseUserAgent, type VisitHeaders } from '../../src/visits/user-agents.ts'

const headers = (agent: string, more: Partial<VisitHeaders> = {}): VisitHeaders => ({
  agent,
  referer: '',
  language: '',
  purpose: '',
  optedOut: false,
  ...more,
})
const classOf = (agent: string) => classifyVisit('GET', headers(agent)).class

t.test('the first 512 characters of a user agent are used', async (t) => {
  const long = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 ${'x'.repeat(600)}`
  t.equal(classOf(`${long} Googlebot/2.1`), 'visitor')
  t.equal(classOf(`Googlebot/2.1 ${long}`), 'bot')
  t.equal(parseUserAgent(long).browser, 'Chrome')
})

t.test('browsers, programs and HTTP libraries are visitors', async (t) => {
  for (const agent of [
    '',
    ' ',
    'curl/8.1.2',
    'Wget/1.21.3 (linux-gnu)',
    'python-requests/2.31.0',
    'Python/3.11 aiohttp/3.9.1',
    'Python-urllib/3.12',
    'node',
    'axios/1.6.2',
    'Go-http-client/2.0',
    'okhttp/4.12.0',
    'Java/17.0.1',
    'Apache-HttpClient/4.5.14 (Java/17)',
    'PostmanRuntime/7.36.1',
    'Dart/3.3 (dart:io)',
    'GuzzleHttp/7',
    'test-visitor/1.0',
    'Mozilla/5.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; Cubot X30) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/400]',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 255.0',
    'x'.repeat(9000),
  ])
    t.equal(classOf(agent), 'visitor', agent.slice(0, 60))
})

t.test('known crawlers and preview fetchers have their own classes', async (t) => {
  for (const agent of [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'GPTBot/1.0',
    'Scrapy/2.5.0 (+https://scrapy.org)',
    'python-requests/2.3 mybot/1.0',
    'ia_archiver',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0.0.0 Safari/537.36 Proofpoint',
    'BarracudaCentral',
    'Microsoft-ATP',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Microsoft Defender SafeLinks)',
    'Mimecast-Scanner/1.0',
    'Sophos-EmailSecurity/1.0',
  ])
    t.equal(classOf(agent), 'bot', agent)
  for (const agent of [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  ])
    t.equal(classOf(agent), 'preview', agent)
})

t.test('method and purpose headers take precedence over the user agent', async (t) => {
  t.match(classifyVisit('HEAD', headers('Googlebot/2.1')), { class: 'head', reason: 'method_head' })
  for (const purpose of ['prefetch', 'prefetch;prerender', 'Prefetch', 'preview'])
    t.match(classifyVisit('GET', headers('', { purpose })), { class: 'prefetch', reason: 'purpose_header' }, purpose)
  t.equal(classifyVisit('GET', headers('', { purpose: 'something' })).class, 'visitor')
  t.equal(visitHeaders({ 'sec-purpose': 'prefetch' }).purpose, 'prefetch')
  t.equal(visitHeaders({ 'x-moz': 'prefetch' }).purpose, 'prefetch')
})

t.test('browser, operating system and device are named, or null if unknown', async (t) => {
  t.strictSame(parseUserAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0'), {
    browser: 'Firefox',
    os: 'Windows',
    device: 'Desktop',
  })
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0'
  for (const [agent, os, device] of [
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome OS', 'Desktop'],
    [`Mozilla/5.0 (Linux; HarmonyOS; NOH-AN00) ${chrome} Mobile Safari/537.36`, 'HarmonyOS', 'Mobile'],
    [`Mozilla/5.0 (Tablet; OpenHarmony 5.0) ${chrome} Safari/537.36 ArkWeb/4.1.6.1`, 'HarmonyOS', 'Tablet'],
    ['Mozilla/5.0 (X11; FreeBSD amd64; rv:120.0) Gecko/20100101 Firefox/120.0', 'FreeBSD', 'Desktop'],
    [`Mozilla/5.0 (Linux; Android 11; BRAVIA 4K VH2 Build/RP1A) ${chrome} Safari/537.36`, 'Android', 'TV'],
    [`Mozilla/5.0 (Linux; Android 9; SHIELD Android TV Build/PPR1) ${chrome} Safari/537.36`, 'Android', 'TV'],
    [`Mozilla/5.0 (Linux; Android 12; Chromecast) ${chrome} Safari/537.36`, 'Android', 'TV'],
    [`Mozilla/5.0 (Linux; Android 14; Google TV Streamer) ${chrome} Mobile Safari/537.36`, 'Android', 'TV'],
    [`Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7; wv) ${chrome} Mobile Safari/537.36`, 'Android', 'TV'],
    [
      `Mozilla/5.0 (Linux; Android 7.1.2; AFTS) AppleWebKit/537.36 Silk/108.4 like Chrome/108 Safari/537.36`,
      'Android',
      'TV',
    ],
    ['Mozilla/5.0 (Apple TV; CPU OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)', null, 'TV'],
    ['AppleTV11,1/11.1', null, 'TV'],
    [
      'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 Silk/108 like Chrome/108 Safari/537.36',
      'Android',
      'Tablet',
    ],
    [`Mozilla/5.0 (Linux; Android 13; SM-X900) ${chrome} Safari/537.36`, 'Android', 'Tablet'],
  ] as const)
    t.match(parseUserAgent(agent), { os, device }, agent)
  t.strictSame(parseUserAgent('curl/8.1.2'), { browser: 'curl', os: null, device: null })
  for (const agent of ['', '(', '<script>alert(1)</script>', '__proto__', '\u0000'])
    t.doesNotThrow(() => parseUserAgent(agent))
})

t.test('a referrer is reduced to its host; own pages are no referrer', async (t) => {
  t.equal(referrerHost('https://www.Example.com:8080/a?b'), 'example.com')
  t.equal(referrerHost('android-app://com.slack'), 'com.slack')
  for (const referer of ['', 'x', 'about:blank', 'data:text/html,x']) t.equal(referrerHost(referer), null, referer)
  t.equal(visitHeaders({ host: 'Go.example', referer: 'https://go.example/sale' }).referer, '')
  t.equal(visitHeaders({ host: 'go.example', referer: 'https://go.example.org/' }).referer, 'https://go.example.org/')
})

t.test('social networks are recognized by host, countries and languages by code', async (t) => {
  t.equal(socialNetwork('m.facebook.com'), 'facebook')
  t.equal(socialNetwork('l.instagram.com'), 'instagram')
  t.equal(socialNetwork('t.co'), 'twitter')
  t.equal(socialNetwork('x.com'), 'twitter')
  t.equal(socialNetwork('notfacebook.com'), null)
  t.equal(socialNetwork('facebook.com.evil.example'), null)
  t.equal(socialNetwork('__proto__'), null)
  t.equal(countryName('DE'), 'Germany')
  t.equal(countryName('not a code'), 'not a code')
  t.equal(languageName('pt'), 'Portuguese')
})

t.test('an address has a country, also IPv4-mapped IPv6; private and invalid ones have none', async (t) => {
  const countryLookup = await openCountryLookup('')
  t.equal(countryLookup.country('8.8.8.8'), 'US')
  t.equal(countryLookup.country('::ffff:8.8.8.8'), 'US')
  t.equal(countryLookup.country('::FFFF:8.8.8.8'), 'US')
  t.equal(unmapIpv4('::1'), '::1')
  for (const ip of ['127.0.0.1', '10.0.0.1', '::1', '', 'x', '999.1.1.1', 'fe80::1%eth0'])
    t.equal(countryLookup.country(ip), null, ip)
  await t.rejects(openCountryLookup('/nowhere.mmdb'), /GEO_DB: \/nowhere.mmdb/)
})
