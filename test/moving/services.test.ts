import { createServer, type IncomingMessage } from 'node:http'
import t from 'tap'
import { asActor } from '../../db/queries/events.ts'
import type { ApiSource } from '../../schemas/imports.ts'
import { createImports, isInternal } from '../../src/import/imports.ts'
import { createRecordCheck } from '../../src/import/record-check.ts'
import { createSafeFetch, type SafeFetch } from '../../src/net/safe-fetch.ts'
import { createChecks } from '../../src/validation/checks.ts'
import { linkOf, resultOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// Services whose addresses are fixed: their requests are sent to a local server, which answers in their shapes.
const service = await startService(t)
const client = await service.newClient()
const KEY = 'the-secret-key'
const asked: string[] = []
let refusals = 4
type Answer = { status?: number; headers?: Record<string, string>; body: unknown }
const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
const created = '2021-02-03T04:05:06.000Z'

const bitlink = (i: number) => ({
  id: `bit.ly/bl-${i}`,
  link: `https://bit.ly/bl-${i}`,
  long_url: `https://example.com/bitly/${i}`,
  title: 'A title',
  archived: false,
  created_at: '2021-02-03T04:05:06+0000',
  custom_bitlinks: i === 1 ? ['https://bit.ly/bl-custom'] : [],
  tags: ['one'],
  deeplinks: [],
})
const answers: Record<string, (url: URL) => Answer> = {
  '/api-ssl.bitly.com/v4/groups': () => ({ body: { groups: [{ guid: 'Ga1' }, { guid: 'Gb2' }] } }),
  '/api-ssl.bitly.com/v4/groups/Ga1/bitlinks': ({ searchParams }) =>
    searchParams.get('search_after') === null
      ? { body: { links: numbers(0, 100).map(bitlink), pagination: { next: '', search_after: 'after-99' } } }
      : { body: { links: numbers(100, 103).map(bitlink), pagination: { next: '', search_after: '' } } },
  '/api-ssl.bitly.com/v4/groups/Gb2/bitlinks': () => ({
    body: { links: [bitlink(103)], pagination: { next: '', search_after: '' } },
  }),
  '/api.short.io/api/links': ({ searchParams }) => {
    const from = Number(searchParams.get('pageToken') ?? 0)
    const links = numbers(from, Math.min(from + 150, 160)).map((i) => ({
      idString: `lnk_${i}`,
      originalURL: `https://example.com/short/${i}`,
      path: `si-${i}`,
      title: 'A title',
      tags: ['two'],
      shortURL: `http://s.test/si-${i}`,
      secureShortURL: `https://s.test/si-${i}`,
      expiresAt: i === 1 ? 2_208_988_800_000 : null,
      expiredURL: null,
      clicksLimit: i === 1 ? 9 : null,
      hasPassword: i === 2,
      iphoneURL: i === 1 ? 'https://example.com/iphone' : null,
      splitURL: i === 1 ? 'https://example.com/split' : null,
      splitPercent: i === 1 ? 30 : null,
      createdAt: created,
    }))
    return { body: { count: 160, links, nextPageToken: from === 0 ? '150' : undefined } }
  },
  '/api.rebrandly.com/v1/links': ({ searchParams }) => {
    const from = searchParams.has('last') ? Number(searchParams.get('last')?.slice(2)) + 1 : 0
    return {
      body: numbers(from, Math.min(from + 25, 30)).map((i) => ({
        id: `rb${i}`,
        title: 'A title',
        slashtag: `rb-${i}`,
        destination: `https://example.com/rebrandly/${i}`,
        shortUrl: `rebrand.ly/rb-${i}`,
        domain: { id: 'd1', fullName: 'rebrand.ly' },
        createdAt: created,
        clicks: 7,
        favourite: false,
        forwardParameters: i === 1,
        tags: [{ id: 't1', name: 'three', color: 'red' }],
      })),
    }
  },
  '/api.dub.co/links': ({ searchParams }) => {
    const from = searchParams.has('startingAfter') ? Number(searchParams.get('startingAfter')?.slice(5)) + 1 : 0
    return {
      body: numbers(from, Math.min(from + 100, 105)).map((i) => ({
        id: `link_${i}`,
        domain: 'dub.sh',
        key: `dub-${i}`,
        url: `https://example.com/dub/${i}`,
        shortLink: `https://dub.sh/dub-${i}`,
        title: 'A title',
        archived: i === 1,
        clicks: 3,
        createdAt: created,
        tags: [{ id: 't1', name: 'four' }],
      })),
    }
  },
}
const isAllowed = ({ headers }: IncomingMessage, path: string) =>
  path.includes('rebrandly')
    ? headers['apikey'] === KEY
    : headers.authorization === (path.includes('short.io') ? KEY : `Bearer ${KEY}`)

const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '', 'http://local')
  asked.push(`${url.pathname}${url.search}`)
  const send = ({ status = 200, headers = {}, body }: Answer) =>
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  if (!isAllowed(request, url.pathname)) return send({ status: 401, body: {} })
  // The second page of each service is refused once.
  const isLater = /search_after|pageToken|last=|startingAfter/.test(url.search)
  if (isLater && asked.filter((one) => one === asked.at(-1)).length === 1 && refusals-- > 0)
    return send({ status: 429, headers: { 'retry-after': '0' }, body: {} })
  return send(answers[url.pathname]?.(url) ?? { status: 404, body: {} })
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
const fetch = createSafeFetch({ allowPrivate: true })
const { config, reservedAliases, blocklist, db, jobs } = service.services
const importsWith = (fetch: SafeFetch) =>
  createImports({
    db,
    check: createRecordCheck(
      createChecks({ config, reservedAliases, pixelTemplates: config.pixelTemplates, blocklist }),
    ),
    fetch,
    wake: () => jobs.wake(),
  })
const imports = importsWith((url, options) => fetch(url.replace('https://', `${base}/`), options))
const plain = { conflicts: 'skip', isDryRun: false, domain: '', withWebhooks: false } as const
async function read(source: ApiSource, scope = '') {
  const { jobId, done } = await imports.readService(asActor('system', client.id), source, plain, {
    key: KEY,
    base: '',
    scope,
  })
  await done
  return resultOf(service, client, jobId)
}
const wasRefused = (part: string) => asked.filter((url) => url.includes(part)).length === 2

t.test('Bitly: groups, pages and custom links', async (t) => {
  t.match((await read('bitly')).details, { status: 'done', total: 104, created: 104, failed: 0 })
  t.ok(wasRefused('search_after=after-99'))
  t.match((await linkOf(client, 'bl-custom')).details, {
    longurl: 'https://example.com/bitly/1',
    aliases: ['bl-1'],
    title: 'A title',
    date: '2021-02-03 04:05:06',
  })
  t.ok(await linkOf(client, 'bl-103'))
})

t.test('Short.io: pages, targets, and a password that its API does not return', async (t) => {
  t.match((await read('shortio', '77')).details, { status: 'done', total: 160, created: 160, failed: 0 })
  t.ok(wasRefused('domain_id=77&limit=150&pageToken=150'))
  t.match((await linkOf(client, 'si-1')).details, {
    expiry: '2040-01-01 00:00:00',
    clicklimit: 9,
    devicetarget: [{ device: 'iphone', link: 'https://example.com/iphone' }],
    splittarget: [{ link: 'https://example.com/split', weight: 30 }, { weight: 70 }],
  })
  t.match((await linkOf(client, 'si-2')).details, { status: 'private' })
  t.ok(await linkOf(client, 'si-159'))
})

t.test('Rebrandly: pages by the last id', async (t) => {
  t.match((await read('rebrandly')).details, { status: 'done', total: 30, created: 30, failed: 0 })
  t.ok(wasRefused('last=rb24'))
  t.match((await linkOf(client, 'rb-1')).details, { clicks: 7, forward: true, date: '2021-02-03 04:05:06' })
  t.ok(await linkOf(client, 'rb-29'))
})

t.test('Dub: pages by cursor', async (t) => {
  t.match((await read('dub')).details, { status: 'done', total: 105, created: 105, failed: 0 })
  t.ok(wasRefused('startingAfter=link_99'))
  t.match((await linkOf(client, 'dub-1')).details, { clicks: 3, title: 'A title' })
  t.ok(await linkOf(client, 'dub-104'))
})

t.test('a page with far more links than were asked for is refused before any of it is stored', async (t) => {
  answers['/api.dub.co/links'] = () => ({ body: Array(1001).fill({}) })
  const { jobId, done } = await imports.readService(asActor('system', client.id), 'dub', plain, {
    key: KEY,
    base: '',
    scope: '',
  })
  await t.rejects(done, { message: /1001 items/ })
  t.match((await client.get(`/api/import/${jobId}`)).body.details, {
    status: 'interrupted',
    total: 0,
    message: /1001 items/,
  })
})

t.test('what fails within this service is for the log, not for the account', async (t) => {
  const broken = importsWith(() => Promise.reject(new Error('relation "secret" at 10.0.0.1')))
  const { jobId, done } = await broken.readService(asActor('system', client.id), 'dub', plain, {
    key: KEY,
    base: '',
    scope: '',
  })
  const error = await done.catch((error) => error)
  t.ok(isInternal(error))
  t.match((await client.get(`/api/import/${jobId}`)).body.details, {
    status: 'interrupted',
    message: 'Reading was interrupted: send the key again.',
  })
})

t.test('a service that does not answer does not hold up a stop', async (t) => {
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const stopped = importsWith(() => {
    isAsked()
    return new Promise(() => {})
  })
  const { jobId, done } = await stopped.readService(asActor('system', client.id), 'dub', plain, {
    key: KEY,
    base: '',
    scope: '',
  })
  await asked
  const failed = done.catch((error) => error)
  await stopped.close()
  t.notOk(isInternal(await failed))
  t.match((await client.get(`/api/import/${jobId}`)).body.details, { status: 'interrupted' })
})
