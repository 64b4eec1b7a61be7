import t from 'tap'
import type { QrData, QrType } from '../../schemas/qr-content.ts'
import { readContent } from '../../src/qr/content.ts'
import { nameOf, payloadOf, tapLink } from '../../src/qr/payload.ts'

function read(type: QrType, data: unknown) {
  const result = readContent(type, data)
  if ('faults' in result) throw new Error(JSON.stringify(result.faults))
  return result
}
const payload = (type: QrType, data: unknown) => payloadOf(read(type, data).content)
const kept = (type: QrType, data: unknown): QrData => read(type, data).data
const faults = (type: QrType, data: unknown) => {
  const result = readContent(type, data)
  return 'faults' in result ? result.faults : []
}
const card = (...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].map((line) => `${line}\r\n`).join('')

t.test('a string is the main field of its type', async (t) => {
  t.equal(payload('text', 'Hello\nworld'), 'Hello\nworld')
  t.equal(payload('link', 'https://example.com'), 'https://example.com')
  t.equal(payload('email', 'ada@example.com'), 'mailto:ada@example.com')
  t.equal(payload('phone', '+15551234567'), 'tel:+15551234567')
  t.equal(payload('sms', '+15551234567'), 'SMSTO:+15551234567')
})

t.test('a string of a wifi or vcard code is the payload', async (t) => {
  t.equal(payload('wifi', 'WIFI:T:WPA;S:home;P:secret;;'), 'WIFI:T:WPA;S:home;P:secret;;')
  t.equal(payload('vcard', 'BEGIN:VCARD\nFN:Ada\nEND:VCARD'), 'BEGIN:VCARD\nFN:Ada\nEND:VCARD')
})

t.test('an array has the values in the order of the fields', async (t) => {
  t.equal(payload('email', ['ada@example.com', 'Hi', 'Body']), 'mailto:ada@example.com?subject=Hi&body=Body')
  t.equal(payload('sms', ['+15551234567', 'Hello: there']), 'SMSTO:+15551234567:Hello: there')
  t.equal(payload('wifi', ['home', 'secret', 'WPA', true]), 'WIFI:T:WPA;S:home;P:secret;H:true;;')
  t.equal(payload('wifi', ['home', null, 'nopass']), 'WIFI:T:nopass;S:home;;')
  t.equal(
    payload('vcard', ['Ada', 'Lovelace', '+44 20', 'ada@example.com', 'Engines', 'https://example.com', 'London']),
    card(
      'FN:Ada Lovelace',
      'N:Lovelace;Ada;;;',
      'TEL:+44 20',
      'EMAIL:ada@example.com',
      'ORG:Engines',
      'URL:https://example.com',
      'ADR:;;London;;;;',
    ),
  )
  t.equal(payload('text', ['one']), 'one')
})

t.test('data is returned as it was sent, without unknown fields', async (t) => {
  t.equal(kept('text', 'x'), 'x')
  t.same(kept('sms', { phone: '123', message: 'hi', color: 'red' }), { phone: '123', message: 'hi' })
  t.same(kept('sms', ['123', 'hi', 'more']), ['123', 'hi'])
  t.same(kept('wifi', ['home', '', 'wpa']), ['home', null, 'WPA'])
})

t.test('null and empty values are absent', async (t) => {
  t.equal(payload('email', { email: 'a@b.c', subject: '', body: null }), 'mailto:a@b.c')
  t.equal(payload('vcard', { fname: 'Ada', lname: null, phone: '', site: null }), card('FN:Ada', 'N:;Ada;;;'))
  t.equal(payload('wifi', { ssid: 'x', encryption: 'WEP', pass: null, hidden: false }), 'WIFI:T:WEP;S:x;;')
})

t.test('mailto is encoded according to RFC 6068', async (t) => {
  t.equal(
    payload('email', { email: 'a+b@example.com', subject: 'Q&A = 100 %?', body: 'line 1\nline 2\r\nçé' }),
    'mailto:a+b@example.com?subject=Q%26A%20%3D%20100%20%25%3F&body=line%201%0D%0Aline%202%0D%0A%C3%A7%C3%A9',
  )
  t.equal(payload('email', 'a&b?c@example.com'), 'mailto:a%26b%3Fc@example.com')
})

t.test('wifi and vCard values are escaped', async (t) => {
  t.equal(
    payload('wifi', { ssid: 'a;b,c:d"e\\f', pass: '\\;:,"', encryption: 'WPA' }),
    'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:\\\\\\;\\:\\,\\";;',
  )
  t.equal(
    payload('vcard', {
      fname: 'A;B',
      lname: 'C,D\\',
      address: 'Street 1\nTown; Land',
      site: 'https://x.example/a;b,c',
    }),
    card(
      'FN:A\\;B C\\,D\\\\',
      'N:C\\,D\\\\;A\\;B;;;',
      'URL:https://x.example/a;b,c',
      'ADR:;;Street 1\\nTown\\; Land;;;;',
    ),
  )
})

t.test('a line break cannot add a property to a vCard', async (t) => {
  t.same(faults('vcard', { fname: 'A\r\nTEL:666' }), [
    { path: '/data/fname', message: 'must be one line without control characters, such as Ada Lovelace' },
  ])
  t.notMatch(payload('vcard', { fname: 'A', address: 'x\r\nTEL:666' }), /^TEL/m)
})

t.test('spaces are removed from phone numbers', async (t) => {
  t.equal(payload('phone', '+1 (555) 123-45/67'), 'tel:+1(555)123-4567')
  t.equal(payload('phone', '*100#'), 'tel:*100%23')
})

t.test('the (0) after a country code is not dialled, other brackets are', async (t) => {
  t.equal(payload('phone', '+49 (0)30 901820'), 'tel:+4930901820')
  t.equal(payload('phone', '0049 (0) 30/901820'), 'tel:004930901820')
  t.equal(payload('sms', '+44(0)20 7946 0000'), 'SMSTO:+442079460000')
  t.equal(payload('whatsapp', '+49 (0)30 901820'), 'https://wa.me/4930901820')
  t.match(payload('vcard', { fname: 'Ada', phone: '+49 (0)30 12' }), 'TEL:+49 30 12\r\n')
  for (const phone of ['(0)30 12', '(030) 12', '+1 (555) 12 (0)', '030 (0) 12'])
    t.equal(payload('phone', phone), `tel:${phone.replace(/ /g, '')}`)
})

t.test('a website without a scheme becomes https', async (t) => {
  t.match(payload('vcard', { fname: 'A', site: 'example.com/me' }), 'URL:https://example.com/me\r\n')
})

t.test('every invalid field is reported with its path', async (t) => {
  t.same(faults('email', { subject: 5, body: 'a\u0000' }), [
    { path: '/data/email', message: 'is required' },
    { path: '/data/subject', message: 'must be text' },
    {
      path: '/data/body',
      message: 'must be text without control characters other than tab and newline, such as Boil the water first',
    },
  ])
  t.same(
    faults('wifi', ['', 1, 'WPA9', 'yes']).map(({ path }) => path),
    ['/data/0', '/data/1', '/data/2', '/data/3'],
  )
})

t.test('hostile data is refused and never throws', async (t) => {
  const hostile: [QrType, unknown][] = [
    ['link', 'javascript:alert(1)'],
    ['link', 'https://'],
    ['link', 'http:///x'],
    ['link', 'https://exa mple.com'],
    ['link', ' https://example.com'],
    ['link', 'https://example.com\\@evil.example'],
    ['link', `https://example.com/${'x'.repeat(8192)}`],
    ['link', 'ftp://example.com'],
    ['link', ['data:text/html,x']],
    ['vcard', { fname: 'A', site: 'javascript:alert(1)' }],
    ['email', 'not an address'],
    ['email', 'a@b@c'],
    ['email', 'a@b?bcc=x@y'],
    ['phone', 'call me'],
    ['phone', '+'],
    ['phone', 5551234],
    ['sms', { phone: '1', message: '\u0000' }],
    ['sms', { phone: '1', message: '\ud800' }],
    ['text', ''],
    ['text', null],
    ['text', 5],
    ['text', true],
    ['text', {}],
    ['text', []],
    ['text', [['x']]],
    ['text', { text: { text: 'x' } }],
    ['text', 'x'.repeat(8193)],
    ['text', Object.create(null)],
    ['text', JSON.parse('{"__proto__": {"text": "x"}}')],
    ['wifi', { ssid: 'x' }],
    ['wifi', { ssid: 'x', encryption: 'WPA', hidden: 'true' }],
    ['vcard', 'x\u0007'],
  ]
  for (const [type, data] of hostile)
    t.ok(faults(type, data).length > 0, `${type} ${JSON.stringify(data)?.slice(0, 60)}`)
})

t.test('a default name is generated from the data', async (t) => {
  const name = (type: QrType, data: unknown) => nameOf(read(type, data).content)
  t.equal(name('link', 'https://example.com/a/'), 'example.com/a')
  t.equal(name('text', '\n  first line \nsecond'), 'first line')
  t.equal(name('text', '   '), 'text')
  t.equal(name('wifi', { ssid: 'Home', encryption: 'nopass' }), 'Home')
  t.equal(name('wifi', 'WIFI:T:WPA;S:My\\;Net;P:x;;'), 'My;Net')
  t.equal(name('vcard', 'BEGIN:VCARD\r\nFN;CHARSET=UTF-8:Ada\\, L\r\nEND:VCARD'), 'Ada, L')
  t.equal(name('vcard', { fname: 'Ada', lname: 'L' }), 'Ada L')
  t.equal(name('email', ['a@b.c']), 'a@b.c')
  t.equal(name('sms', ['+1 2']), '+1 2')
  t.ok(name('text', '😀'.repeat(400)).isWellFormed())
  t.equal(name('text', 'x'.repeat(300)).length <= 255, true)
})

t.test('email, phone and sms payloads have a URL', async (t) => {
  const tap = (type: QrType, data: unknown) => tapLink(read(type, data).content)
  t.equal(tap('email', 'a@b.c'), 'mailto:a@b.c')
  t.equal(tap('phone', '+1 2'), 'tel:+12')
  t.equal(tap('sms', ['+1 2', 'a & b']), 'sms:+12?body=a%20%26%20b')
  t.equal(tap('sms', '112'), 'sms:112')
  t.equal(tap('text', 'x'), null)
  t.equal(tap('vcard', 'x'), null)
})
