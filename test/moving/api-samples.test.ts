import { createServer } from 'node:http'
import t from 'tap'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { commandLine } from '../support/command-line.ts'
import { linkOf, resultOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// Replies of other services that are legal and unusual, sent by a local server in their place.
const KEY = 'the-secret-key'
const pages: Record<string, (query: URLSearchParams) => unknown> = {}
const asked: string[] = []
const server = createServer((request, reply) => {
  const { pathname, searchParams, search } = new URL(request.url ?? '', 'http://local')
  asked.push(`${pathname}${search}`)
  const isKnown = [request.headers.authorization, request.headers['apikey'], request.headers['x-api-key']]
    .map((header) => String(header).replace('Bearer ', ''))
    .includes(KEY)
  const body = isKnown ? pages[pathname]?.(searchParams) : undefined
  reply.writeHead(isKnown ? (body === undefined ? 404 : 200) : 401, { 'content-type': 'application/json' })
  reply.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
const fetch = createSafeFetch({ allowPrivate: true })
const service = await startService(
  t,
  {},
  {
    safeFetch: (url, options) => fetch(url.startsWith('https://') ? url.replace('https://', `${base}/`) : url, options),
  },
)
const client = await service.newClient()
await client.post('/api/domain/add', { domain: 'https://brand.example' })

async function run(source: string, more: object = {}) {
  const { body, status, text } = await client.post('/api/import/service', { source, key: KEY, ...more })
  t.equal(status, 200, text)
  // Bitly is asked 25 times a minute.
  for (let tries = 0; tries < 600; tries++) {
    const { details } = (await client.get(`/api/import/${body.id}`)).body
    if (details.status !== 'reading') break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return resultOf(service, client, body.id)
}
const details = async (alias: string) => (await linkOf(client, alias))?.details

t.test('Bitly: control characters in strings, empty lists, an empty group, archived links', async (t) => {
  pages['/api-ssl.bitly.com/v4/groups'] = () => ({ groups: [{ guid: 'Gempty' }, { guid: 'Gfull' }] })
  pages['/api-ssl.bitly.com/v4/groups/Gempty/bitlinks'] = () => ({
    links: [],
    pagination: { next: '', search_after: '' },
  })
  pages['/api-ssl.bitly.com/v4/groups/Gfull/bitlinks'] = (query) =>
    query.get('search_after') === null
      ? `{"links":[{"id":"bit.ly/ab1","link":"https://bit.ly/ab1","long_url":"https://example.com/ab1","title":"two\nlines\u0007",
        "archived":true,"created_at":"2024-02-29T00:00:00+0000","custom_bitlinks":[],"tags":["a","a"," ",""],"deeplinks":[]},
        {"id":"brand.example/ab2","long_url":"https://example.com/ab2","title":null,"archived":false,"created_at":null,
        "custom_bitlinks":["https://brand.example/ab2c","http://brand.example/ab2d"],"tags":null,"deeplinks":[{"os":"ios"}]}],
        "pagination":{"next":"https://api-ssl.bitly.com/v4/groups/Gfull/bitlinks?size=100&search_after=tok%2B1"}}`
      : { links: [{ id: 'bit.ly/ab3', long_url: 'ftp://example.com/ab3' }, {}], pagination: {} }
  const { details: counts, rows } = await run('bitly')
  t.match(counts, { status: 'done', created: 2, failed: 2, total: 4 })
  t.ok(asked.some((url) => url.includes('search_after=tok%2B1')))
  t.match(await details('ab1'), { title: 'two lines', date: '2024-02-29 00:00:00' })
  t.match(await details('ab2c'), { domain: 'https://brand.example', aliases: ['ab2d', 'ab2'], title: null })
  t.match(rows[1]?.notes?.join(), /deep links/)
  t.match(rows[2]?.errors, [{ path: '/url', message: /http or https/ }])
})

t.test('Short.io: numbers, texts and nulls, app addresses, UTM parameters, root links', async (t) => {
  const link = (path: string, more: object = {}) => ({
    idString: `lnk_${path}`,
    id: 7,
    originalURL: `https://example.com/${path}?utm_source=own`,
    path,
    title: null,
    tags: null,
    secureShortURL: `https://brand.example/${path}`,
    shortURL: `http://brand.example/${path}`,
    createdAt: '2023-05-06T07:08:09.123Z',
    hasPassword: false,
    ...more,
  })
  pages['/api.short.io/api/links'] = () => ({
    count: 5,
    links: [
      link('si1', {
        expiresAt: '2031-01-02T03:04:05.000Z',
        expiredURL: 'https://example.com/over',
        clicksLimit: '9',
        redirectType: '301',
        skipQS: false,
        iphoneURL: 'itms-apps://apps.apple.com/app/id1',
        androidURL: 'https://play.google.com/store/apps/details?id=x',
        utmSource: 'news',
        utmMedium: 'mail & more',
      }),
      link('si2', {
        password: 'open sesame',
        hasPassword: true,
        redirectType: 303,
        expiresAt: 0,
        clicksLimit: 0,
        skipQS: true,
        splitURL: '',
        archived: true,
      }),
      link('si3', {
        hasPassword: true,
        expiresAt: 1_930_000_000_000,
        splitURL: 'https://example.com/b',
        splitPercent: '25',
      }),
      link('', {}),
      link('si5', { title: 'x'.repeat(600), tags: ['ü', 5, null, 'y\ny'], cloaking: true }),
    ],
    nextPageToken: null,
  })
  const { details: counts, rows } = await run('shortio', { scope: '12' })
  t.match(counts, { status: 'done', created: 4, failed: 1 })
  t.match(await details('si1'), {
    redirectstatus: 301,
    forward: true,
    expiry: '2031-01-02 03:04:05',
    clicklimit: 9,
    devicetarget: [{ device: 'android' }],
    parameters: [{ name: 'utm_medium', value: 'mail & more' }],
  })
  t.match(rows[0]?.notes?.join(), /itms-apps/)
  t.match(await details('si2'), { haspassword: true, status: 'public', redirectstatus: 302, forward: false })
  t.match(await details('si2'), { expiry: null, clicklimit: null })
  t.match(rows[1]?.notes, [/archived/, 'The redirect status “303” was not understood.'])
  t.match(await details('si3'), { status: 'private', splittarget: [{ weight: 25 }, { weight: 75 }] })
  t.match(rows[3], { outcome: 'failed', errors: [{ path: '/custom', message: /root of the domain/ }] })
  t.match(await details('si5'), { title: 'x'.repeat(255) })
  t.match(rows[4]?.notes, [/cloaked/, /^The tag “y\ny” has control/, /cut to 255/])
})

t.test('Rebrandly and Dub: missing members, other names of tags, long texts', async (t) => {
  pages['/api.rebrandly.com/v1/links'] = () => [
    {
      id: 'r1',
      slashtag: 'rb/One',
      destination: 'https://example.com/r1?a[]=1|2',
      shortUrl: 'brand.example/rb/One',
      domain: { id: 'd', fullName: 'brand.example' },
      createdAt: '2020-01-01T00:00:00.000Z',
      clicks: '1234',
      forwardParameters: true,
      tags: [{ id: 't', name: 'x|y' }, { id: 'u' }],
    },
    { id: 'r2', slashtag: 'rb2', destination: 'https://example.com/r2', shortUrl: 'rebrand.ly/rb2', clicks: null },
  ]
  t.match((await run('rebrandly')).details, { status: 'done', created: 2, failed: 0 })
  t.match(await details('rb/One'), { domain: 'https://brand.example', clicks: 1234, forward: true })
  pages['/api.dub.co/links'] = (query) =>
    query.has('startingAfter')
      ? []
      : [
          {
            id: 'link_1',
            domain: 'dub.sh',
            key: 'Dub-É',
            url: 'https://example.com/d1',
            shortLink: 'https://dub.sh/Dub-%C3%89',
            title: '',
            description: `a\r\nb\u0000${'c'.repeat(4000)}`,
            tags: [{ name: 'launch' }],
            createdAt: '2024-01-01T00:00:00.000Z',
            expiresAt: '2030-01-01T00:00:00.000Z',
            archived: true,
            clicks: 5,
          },
          { id: 'link_2', domain: 'brand.example', key: '_root', url: 'https://example.com/root' },
          { id: 'link_3', domain: 'brand.example', key: 'd3', url: 'https://example.com/d3', expiresAt: 0 },
        ]
  const { details: counts, rows } = await run('dub')
  t.match(counts, { status: 'done', failed: 1, created: 2 })
  t.match(rows[1]?.errors, [{ path: '/custom', message: /root of the domain/ }])
  t.match(await details('d3'), { domain: 'https://brand.example', expiry: null })
  t.match(await details('Dub-É'), { clicks: 5, expiry: '2030-01-01 00:00:00' })
  t.match(rows[0]?.notes?.join(), /cut to 2000.*archived|archived.*cut to 2000/)
})

t.test('Kutt and Shlink: banned, locked and multi-segment links, odd rules; also by the command', async (t) => {
  pages['/api/v2/links'] = () => ({
    data: [
      {
        id: '6c1f',
        address: 'kt1',
        target: 'https://example.com/k1',
        description: 'a\r\nb',
        domain: null,
        link: 'https://kutt.it/kt1',
        password: true,
        banned: true,
        expire_in: '2031-01-01T00:00:00.000Z',
        visit_count: '12',
        created_at: '2020-01-01T00:00:00.000Z',
      },
      { address: 'kt2', target: 'https://example.com/k2', domain: 'brand.example', password: false, visit_count: 0 },
    ],
    total: '2',
    limit: 50,
    skip: 0,
  })
  pages['/rest/v3/short-urls'] = () => ({
    shortUrls: {
      data: [
        {
          shortCode: 'sh/One',
          shortUrl: 'https://brand.example/sh/One',
          longUrl: 'https://example.com/s1',
          dateCreated: '2020-01-01T00:00:00+01:00',
          visitsSummary: { total: 9, nonBots: 4, bots: 5 },
          tags: ['a'],
          meta: { validSince: null, validUntil: '2031-01-01T00:00:00+00:00', maxVisits: null },
          domain: 'brand.example',
          title: null,
          crawlable: true,
          forwardQuery: false,
          hasRedirectRules: true,
        },
      ],
      pagination: { currentPage: 1, pagesCount: 1 },
    },
  })
  const rules = (url: string) => ({
    redirectRules: [
      { priority: 2, longUrl: url, conditions: [{ type: 'device', matchKey: null, matchValue: 'ios' }] },
      { priority: 1, longUrl: 'app://x', conditions: [{ type: 'language', matchKey: null, matchValue: 'pt-BR' }] },
      { priority: 3, longUrl: url, conditions: [{ type: 'before-date', matchKey: null, matchValue: '2030-01-01' }] },
      { priority: 4, longUrl: url, conditions: [] },
    ],
  })
  pages['/rest/v3/short-urls/sh%2FOne/redirect-rules'] = () => rules('https://example.com/rule')
  const waymark = commandLine(async () => service.services.store, { WAYMARK_IMPORT_KEY: KEY })
  const account = ['--host', base, '--username', client.username, '--json']
  t.match((await waymark(['import', '--from', 'kutt', ...account])).json.import, { created: 2, failed: 0 })
  t.match(await details('kt1'), { status: 'private', clicks: 12, description: 'a\nb', expiry: '2031-01-01 00:00:00' })
  t.match(await details('kt2'), { domain: 'https://brand.example' })
  t.match((await waymark(['import', '--from', 'shlink', ...account])).json.import, { created: 1, failed: 0 })
  t.match(await details('sh/One'), { clicks: 4, date: '2019-12-31 23:00:00', devicetarget: [{ device: 'ios' }] })
  t.match((await run('kutt', { host: base })).details, { skipped: 2, created: 0 })
})
