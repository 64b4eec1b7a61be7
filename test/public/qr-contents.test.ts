import t from 'tap'
import { startService } from '../support/service.ts'

// Calendar events, places, WhatsApp chats and apps.

const service = await startService(t)
const client = await service.newClient()

const add = (type: string, data: unknown, more = {}) => client.post('/api/qr/add', { type, data, ...more })
const codeOf = async (type: string, data: unknown, more = {}): Promise<string> => {
  const reply = await add(type, data, more)
  t.equal(reply.status, 200, reply.text)
  return reply.body.link.split('/').at(-1)
}
const faultsOf = async (type: string, data: unknown, more = {}) => {
  const { status, body } = await add(type, data, more)
  t.equal(status, 400)
  return (body.errors as { path: string; message: string }[]).map(({ path, message }) => `${path} ${message}`)
}
const scan = (code: string, agent = '') =>
  service.app.inject({ url: `/q/${code}`, headers: { host: 'localhost:3000', 'user-agent': agent } })
const text = (markup: string) => markup.replace(/&#39;/g, "'").replace(/&amp;/g, '&')

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

t.test('a scan of an event shows it and offers a calendar file', async (t) => {
  const data = {
    title: 'Opening; with soup, and more',
    start: '2030-05-01 10:00',
    end: '2030-05-01 18:30:00',
    timezone: 'europe/berlin',
    location: 'Hut',
    description: `Line one\nLine two ${'ä'.repeat(60)}`,
    url: 'https://example.com/opening',
  }
  const code = await codeOf('event', data)
  const page = (await scan(code)).payload
  t.match(text(page), /2030-05-01 10:00 \(Europe\/Berlin\)/)
  t.match(page, `href="/q/${code}.ics"`)
  t.match(page, 'href="https://example.com/opening"')
  const file = await service.app.inject({ url: `/q/${code}.ics`, headers: { host: 'localhost:3000' } })
  t.equal(file.headers['content-type'], 'text/calendar; charset=utf-8')
  t.match(file.headers['content-disposition'], /filename="Opening; with soup, and more\.ics"/)
  for (const line of file.payload.split('\r\n')) t.ok(Buffer.byteLength(line) <= 75, line)
  const lines = file.payload.replaceAll('\r\n ', '').split('\r\n')
  t.match(lines[4], /^UID:[0-9a-f]{16}$/)
  t.strictSame(
    [...lines.slice(0, 4), ...lines.slice(5)],
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Waymark//EN',
      'BEGIN:VEVENT',
      'DTSTAMP:20300501T080000Z',
      'DTSTART:20300501T080000Z',
      'DTEND:20300501T163000Z',
      'SUMMARY:Opening\\; with soup\\, and more',
      'LOCATION:Hut',
      `DESCRIPTION:Line one\\nLine two ${'ä'.repeat(60)}`,
      'URL:https://example.com/opening',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ],
  )
  t.equal((await service.app.inject(`/q/${code}.vcf`)).statusCode, 404)
})

t.test('dates without a time are whole days', async (t) => {
  const fileOf = async (data: object) => (await service.app.inject(`/q/${await codeOf('event', data)}.ics`)).payload
  t.match(
    await fileOf({ title: 'x', start: '2030-12-31' }),
    /DTSTART;VALUE=DATE:20301231\r\nDTEND;VALUE=DATE:20310101\r\n/,
  )
  const days = { title: 'x', start: '2030-12-24', end: '2030-12-26' }
  t.match(await fileOf(days), /DTSTART;VALUE=DATE:20301224\r\nDTEND;VALUE=DATE:20301227\r\n/)
})

t.test('a place opens in the map of the phone', async (t) => {
  const code = await codeOf('geo', { lat: 46.5586, lng: -7.9006001, name: 'Hut & more' })
  t.match((await scan(code, ANDROID)).payload, 'href="geo:46.5586,-7.9006?q=46.5586,-7.9006(Hut%20%26%20more)"')
  t.match(
    text((await scan(code, PHONE)).payload),
    'href="https://maps.apple.com/?ll=46.5586,-7.9006&q=Hut%20%26%20more"',
  )
  const page = text((await scan(code, DESKTOP)).payload)
  t.match(page, 'class="plank" href="https://www.openstreetmap.org/?mlat=46.5586&mlon=-7.9006#map=16/46.5586/-7.9006"')
  t.match(page, 'Hut & more')
  t.match((await scan(await codeOf('geo', [0, 180]), ANDROID)).payload, 'href="geo:0,180"')
})

t.test('a WhatsApp code opens the chat', async (t) => {
  const code = await codeOf('whatsapp', { phone: '+49 (30) 90-1820', message: 'Is it open?\nThanks & bye' })
  t.match(await scan(code), {
    statusCode: 302,
    headers: { location: 'https://wa.me/4930901820?text=Is%20it%20open%3F%0D%0AThanks%20%26%20bye' },
  })
  t.equal((await scan(await codeOf('whatsapp', '0049 30 901820'))).headers['location'], 'https://wa.me/4930901820')
})

t.test('an app code leads to the store of the phone', async (t) => {
  const [apple, google] = ['https://apps.apple.com/app/id1', 'https://play.google.com/store/apps/details?id=a']
  const pair = await codeOf('app', { apple, google })
  t.match(await scan(pair, PHONE), { statusCode: 302, headers: { location: apple } })
  t.match(await scan(pair, ANDROID), { statusCode: 302, headers: { location: google } })
  const both = await scan(pair, DESKTOP)
  t.equal(both.statusCode, 200)
  t.match(both.payload, `href="${apple}"`)
  t.match(both.payload, `href="${google}"`)
  const other = await codeOf('app', { apple, google, other: 'https://example.com/app' })
  t.match(await scan(other, DESKTOP), { statusCode: 302, headers: { location: 'https://example.com/app' } })
  t.match(await scan(other, PHONE), { headers: { location: apple } })
})

t.test('content that is not valid is refused with the expected form', async (t) => {
  const start = '2030-05-01 10:00'
  for (const [type, data, ...expected] of [
    ['event', 'Opening', '/data must be an object with title and start'],
    ['event', { title: 'x' }, '/data/start is required'],
    [
      'event',
      { title: 'x', start: '2030-02-30' },
      '/data/start must be a date, such as 2030-05-01, or a date and time, such as 2030-05-01 10:00',
    ],
    ['event', { title: 'x', start, end: start }, '/data/end must be after the start'],
    ['event', { title: 'x', start, end: '2030-05-02' }, '/data/end must be a date and time, as the start is'],
    ['event', ['x', '2030-05-02', '2030-05-01'], '/data/2 must be the day of the start or later'],
    [
      'event',
      { title: 'x', start, timezone: 'Mars/Base' },
      '/data/timezone must be an IANA time zone, such as Europe/Berlin',
    ],
    [
      'event',
      { title: 'x', start, url: 'javascript:alert(1)' },
      '/data/url must be an http or https URL, such as https://example.com/menu',
    ],
    ['geo', '1,2', '/data must be an object with lat and lng'],
    [
      'geo',
      { lat: 91, lng: '7' },
      '/data/lat must be a number from -90 to 90, such as 46.5586',
      '/data/lng must be a number from -180 to 180, such as 7.9006',
    ],
    ['whatsapp', '030 901820', '/data must be a phone number with its country code, such as +49 30 901820'],
    ['whatsapp', { phone: '+123' }, '/data/phone must be a phone number with its country code, such as +49 30 901820'],
    ['app', { apple: 'https://apps.apple.com/app/id1' }, '/data/google is required'],
  ] as const)
    t.strictSame(await faultsOf(type, data), expected, `${type} ${JSON.stringify(data)}`)
  const pair = { apple: 'https://a.example', google: 'https://b.example' }
  t.strictSame(await faultsOf('app', pair, { static: true }), ['/static cannot be true: app codes always are dynamic'])
})

t.test('a change that printed pictures do not follow gives a warning', async (t) => {
  const warningsOf = async (id: number, body: object) => {
    const { body: reply } = await client.put(`/api/qr/${id}/update?strict=true`, body)
    return ((reply.warnings ?? []) as { code: string }[]).map(({ code }) => code)
  }
  const fixed = (await add('link', 'https://example.com/1', { static: true })).body.id
  t.strictSame(await warningsOf(fixed, { data: 'https://example.com/1', name: 'Same' }), [])
  t.strictSame(await warningsOf(fixed, { data: 'https://example.com/2' }), ['printed_fixed'])
  t.strictSame(await warningsOf(fixed, { data: 'https://example.com/2', static: false }), [], 'they lead there still')
  t.strictSame(await warningsOf(fixed, { data: 'https://example.com/3' }), [])
  const note = (await add('text', 'Open')).body.id
  t.strictSame(await warningsOf(note, { data: 'Closed' }), ['printed_fixed'])
})
