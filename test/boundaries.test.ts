import t, { type Test } from 'tap'
import { FetchError } from '../src/net/fetch-error.ts'
import type { Schema } from '../src/openapi/model.ts'
import { entriesOf } from '../src/openapi/model.ts'
import { fieldOf, type Place, placesOf, textsOf } from './support/boundaries.ts'
import { documentOf } from './support/document.ts'
import {
  addressOf,
  choicesOf,
  exampleOf,
  idParams,
  nounOf,
  type Operation,
  operationsOf,
} from './support/operations.ts'
import { type Reply, startService } from './support/service.ts'
import { runsAllVariants, someOf } from './support/variants.ts'

// Tests the last allowed and the first forbidden value of every text, number and array in the document.

t.setTimeout(280_000)

const refuse = async () => {
  throw new FetchError('fetch_address')
}
const service = await startService(t, {}, { safeFetch: refuse })
const document = documentOf(service.app)
const operations = operationsOf(document).filter(({ template }) => !template.startsWith('/webhook'))
const client = await service.newClient()

const owned: Record<string, number> = {}
for (const operation of operations.filter(({ template }) => /^\/api\/.*\/add$/.test(template))) {
  const { body, text } = await client.post(operation.template, exampleOf(document, operation.body ?? {}))
  if (typeof body.id !== 'number') throw new Error(text)
  owned[operation.template.split('/')[2] ?? ''] = body.id
}

// A rotated key cannot be used again, so every rotation gets its own.
async function addressFor(operation: Operation): Promise<string> {
  if (operation.id === 'rotateKey') return `/api/key/${(await client.post('/api/key/add', {})).body.id}/rotate`
  const choice = choicesOf(operation)[0] ?? {}
  const ids = idParams(operation).map(({ name }) => [name, owned[nounOf(operation, name, choice['type'])] ?? 1])
  return addressOf(operation, { ...Object.fromEntries(ids), ...choice })
}

// An account has 25 keys and 12 webhooks at most.
const limited: Record<string, string> = { createKey: 'key', rotateKey: 'key', createWebhook: 'webhook' }

// The components of contents whose type has another name.
const contentTypes: Record<string, string> = { QrContent: 'text', QrCalendarEvent: 'event', QrPlace: 'geo' }

async function send(operation: Operation, { path, component, bodyWith }: Place, value: unknown): Promise<Reply> {
  const body = bodyWith(value) as Record<string, unknown>
  // The type of a QR code determines the schema of its data; a text may have any length.
  if (path.includes('data')) {
    const code = path[0] === 'items' ? (body['items'] as Record<string, unknown>[])[0] : body
    if (code) code['type'] = contentTypes[component] ?? component.replace(/^Qr/, '').toLowerCase()
  }
  // Without a type, the type that the code has by then decides whether its data are valid.
  if (operation.id === 'updateQrCode' && !['data', 'type'].includes(String(path[0]))) body['type'] = 'text'
  if (operation.id === 'updateLinks' && path.length > 2 && path[2] !== 'externalid')
    body['items'] = (body['items'] as object[]).map((item) => ({ id: owned['url'], ...item }))
  if (operation.id === 'deleteLinks') body['dryRun'] = true
  const reply = await service.send(operation.method, await addressFor(operation), { key: client.apikey, body })
  const noun = limited[operation.id]
  if (noun && typeof reply.body?.id === 'number') await client.delete(`/api/${noun}/${reply.body.id}/delete`)
  return reply
}

const faultAt = ({ body }: Reply, path: Place['path']): string | undefined =>
  body?.errors?.find((fault: { path: string }) => fault.path === `/${path.join('/')}`)?.message

// Fields with rules beyond their schema, whose messages also give the expected form.
const withRules = new Set(['data', 'domain', 'logo'])
const isBound = (message: string, path: Place['path'] = []) =>
  /^must (have|not have|be (text|an? whole|one line|\d|true))|allowed$/.test(message) ||
  (!path.some((step) => withRules.has(String(step))) && /^must be .*such as/.test(message))

// Fields with rules beyond their length: countries, devices, hosts, pictures, references, captions, lists of two at least.
const meant = new Set([
  'domain',
  'location',
  'device',
  'language',
  'timezone',
  'country',
  'logo',
  'data',
  'type',
  'channel',
  'campaign',
  'pixels',
  'ips',
  'domains',
  'password',
  'currentpassword',
  'name',
  'caption',
  'template',
  'stops',
])

// Components with such rules: players of a closed list of sites, and fields of forms.
const meantIn = new Set(['BioVideoBlock', 'BioMusicBlock', 'BioFormField'])

// Links with these ids do not exist.
const isListOfIds = ({ id }: Operation, path: Place['path']) =>
  ['updateLinks', 'deleteLinks'].includes(id) && (path.length === 1 || path[0] === 'ids' || path[2] === 'id')

/** The value fits the schema: it is accepted, a duplicate, or refused for its meaning. */
function expectTaken(t: Test, reply: Reply, operation: Operation, { path, component }: Place, what: string): void {
  const fault = faultAt(reply, path)
  const where = `${operation.id} ${path.join('.')}`
  if (reply.status >= 500 || (fault !== undefined && isBound(fault, path)))
    return void t.fail(`${where} with ${what} answers ${reply.text.slice(0, 300)}`)
  const isMeant =
    path.some((step) => meant.has(String(step))) ||
    meantIn.has(component) ||
    operation.id === 'login' ||
    isListOfIds(operation, path)
  if (reply.status !== 200 && reply.status !== 409 && !isMeant)
    t.fail(`${where} with ${what} answers ${reply.status} ${reply.text.slice(0, 300)}`)
}

function expectRefused(t: Test, reply: Reply, operation: Operation, { path }: Place, what: string): void {
  if (reply.status !== 400 || faultAt(reply, path) === undefined)
    t.fail(`${operation.id} ${path.join('.')} with ${what} answers ${reply.status} ${reply.text.slice(0, 300)}`)
}

const withBody = operations.filter(({ body }) => body)

// Operations of a resource have fields in common: a sample has each in one of them.
const sampled = new Set<string>()
const places = withBody.flatMap((operation) =>
  placesOf(document, operation.body ?? {})
    .map((place) => ({ operation, place }))
    .filter(({ place }) => {
      const field = `${operation.template.split('/')[2]},${fieldOf(place)}`
      return runsAllVariants || sampled.size < sampled.add(field).size
    }),
)
// Operations that delete the resource they are called with.
const ends = ({ method, id }: Operation) => method === 'DELETE' || id === 'rotateKey'

t.test('every text is accepted at its maximum length in code points, and refused with one more', async (t) => {
  let tried = 0
  for (const { operation, place } of places) {
    const { path, schema } = place
    const most = schema['maxLength'] as number | undefined
    // A logo of the maximum length would exceed the body limit.
    if (schema.type !== 'string' || most === undefined || schema.enum || most > 1_000_000) continue
    // A sample: accepted ones of surrogate pairs, where they fit, and refused ones of either in turn.
    for (const text of textsOf(schema, most).slice(runsAllVariants ? 0 : -1)) {
      expectTaken(t, await send(operation, place, text), operation, place, `${most} × ${text.slice(-2)}`)
      tried++
    }
    // Invalid parameters are left out, not refused.
    if (path.includes('parameters')) continue
    for (const filler of someOf(['x', '😀'], 2, tried))
      expectRefused(
        t,
        await send(operation, place, filler.repeat(most + 1)),
        operation,
        place,
        `${most + 1} × ${filler}`,
      )
  }
  t.ok(tried > 90, `${tried} texts`)
})

t.test('every number is accepted at its bounds, and refused beyond them', async (t) => {
  let tried = 0
  for (const { operation, place } of places) {
    const { path, schema } = place
    if (schema.type !== 'integer' && schema.type !== 'number') continue
    // The values of a content sent as a list have the types of its fields.
    if (path.at(-2) === 'data' && typeof path.at(-1) === 'number') continue
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema as Record<string, never>
    for (const value of [minimum, maximum])
      expectTaken(t, await send(operation, place, value), operation, place, String(value))
    const fraction = schema.type === 'integer' ? [1.5] : []
    for (const value of [minimum - 1, maximum + 1, ...fraction, 1e308, -1e308, String(minimum)])
      if (path.at(-1) !== 'type') expectRefused(t, await send(operation, place, value), operation, place, String(value))
    tried++
  }
  t.ok(tried > 10, `${tried} numbers`)
})

t.test('every array is accepted with the maximum number of items, and refused with one more', async (t) => {
  let tried = 0
  for (const { operation, place } of places) {
    const { schema } = place
    const most = schema['maxItems'] as number | undefined
    if (schema.type !== 'array' || most === undefined || schema['uniqueItems']) continue
    const list = (length: number) => Array.from({ length }, () => exampleOf(document, schema.items ?? {}))
    expectTaken(t, await send(operation, place, list(most)), operation, place, `${most} items`)
    expectRefused(t, await send(operation, place, list(most + 1)), operation, place, `${most + 1} items`)
    tried++
  }
  t.ok(tried > 10, `${tried} lists`)
})

t.test('every query parameter is accepted at its bounds, and refused beyond them', async (t) => {
  let tried = 0
  const seen = new Set<string>()
  for (const { method, path, operation } of entriesOf(document)) {
    const known = operations.find(({ id }) => id === operation.operationId)
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'query' || method !== 'GET' || !known) continue
      const { type, minimum, maximum, maxLength } = parameter.schema as Schema & Record<string, number | undefined>
      // Operations have parameters in common: a sample has each in one of them.
      const common = [parameter.name, type, minimum, maximum, maxLength].join()
      if (!runsAllVariants && seen.size === seen.add(common).size) continue
      const address = await addressFor(known)
      const ask = (value: unknown) =>
        client.get(
          `${address}${address.includes('?') ? '&' : '?'}${parameter.name}=${encodeURIComponent(String(value))}`,
        )
      const taken = type === 'integer' ? [minimum, maximum ?? Number.MAX_SAFE_INTEGER] : []
      const refused = type === 'integer' ? [(minimum ?? 0) - 1, maximum === undefined ? '1.5' : maximum + 1] : []
      if (type === 'string' && maxLength !== undefined && !parameter.schema.enum) {
        taken.push(...(textsOf(parameter.schema, maxLength) as never[]))
        refused.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1))
      }
      for (const value of taken) {
        const reply = await ask(value)
        const fault = reply.body?.errors?.find(({ path }: { path: string }) => path === `query/${parameter.name}`)
        if (reply.status >= 500 || isBound(fault?.message ?? ''))
          t.fail(`${path} ${parameter.name}=${String(value).slice(0, 20)} answers ${reply.text.slice(0, 300)}`)
        tried++
      }
      for (const value of refused) {
        const reply = await ask(value)
        if (reply.status !== 400)
          t.fail(`${path} ${parameter.name}=${String(value).slice(0, 20)} answers ${reply.status}`)
      }
    }
  }
  t.ok(tried > 30, `${tried} values`)
})

t.test('a path id is an integer from 1 to 2^53 - 1', async (t) => {
  const numbers = ['1', '01', '0001', '9007199254740991']
  const others = [
    '0',
    '-0',
    '-1',
    '9007199254740992',
    '9007199254740993',
    '1e3',
    '%201',
    '1%20',
    '+1',
    '%2B1',
    '1.0',
    '0x1',
  ]
  others.push('%D9%A1', '1,2', '1_0', 'NaN', 'Infinity', '1%0A', '9'.repeat(20), '9'.repeat(400), '-9007199254740991')
  for (const [turn, operation] of operations.entries())
    for (const { name } of idParams(operation)) {
      const ask = (id: string) => {
        const ids = Object.fromEntries(idParams(operation).map((param) => [param.name, Number.MAX_SAFE_INTEGER]))
        const address = addressOf(operation, { ...ids, ...choicesOf(operation)[0], [name]: id })
        const body = operation.body ? exampleOf(document, operation.body) : undefined
        return service.send(operation.method, address, { key: client.apikey, ...(body ? { body } : {}) })
      }
      for (const id of ends(operation) ? numbers.slice(-1) : someOf(numbers, 4, turn)) {
        const { status, text } = await ask(id)
        if (status !== 200 && status !== 404) t.fail(`${operation.id} ${name}=${id} answers ${text}`)
      }
      for (const id of someOf(others, 21, turn)) {
        const { status, text } = await ask(id)
        if (status !== 400) t.fail(`${operation.id} ${name}=${id} answers ${status} ${text}`)
      }
    }
})

t.test('a timestamp must be a valid calendar date, from year 1 to 9999', async (t) => {
  const nowhere = [
    '10000-01-01',
    '-0001-01-01',
    '+002030-01-01',
    '0000-01-01',
    '2027-02-29',
    '2100-02-29',
    '2030-04-31',
  ]
  nowhere.push('2030-12-31 24:00', '2030-12-31 24:00:00', '2030-12-31 23:60', '2030-12-31 23:59:60', '2030-1-1')
  nowhere.push('2030-01-01T00:00:00', '2030-01-01 00:00:00Z', '2030-01-01 00:00:00.5', '2030-13-01', '2030-00-01')
  const past = ['0001-01-01', '0001-01-01 00:00:00', '0099-12-31', '1969-12-31 23:59:59', '2000-02-29']
  const coming = [
    '2028-02-29',
    '2400-02-29',
    '9999-12-31',
    '9999-12-31 23:59',
    '9999-12-31 23:59:59',
    '2038-01-19 03:14:08',
  ]
  const status = async (field: 'expiry' | 'expires' | 'time', moment: string) => {
    if (field === 'time') return (await client.post(`/api/url/${owned['url']}/explain`, { time: moment })).status
    const reply = await (field === 'expiry'
      ? client.post('/api/url/add', { url: 'https://example.com/', expiry: moment })
      : client.post('/api/key/add', { expires: moment }))
    const { id } = reply.body
    if (reply.status === 200 && field === 'expires') await client.delete(`/api/key/${id}/delete`)
    if (reply.status === 200 && field === 'expiry') {
      const whole = `${moment}${moment.length === 10 ? ' 00:00:00' : moment.length === 16 ? ':00' : ''}`
      t.equal((await client.get(`/api/url/${id}`)).body.details.expiry, whole)
    }
    return reply.status
  }
  for (const field of ['expiry', 'expires', 'time'] as const) {
    for (const moment of nowhere) t.equal(await status(field, moment), 400, `${field} ${moment}`)
    for (const moment of past) t.equal(await status(field, moment), field === 'time' ? 200 : 400, `${field} ${moment}`)
    for (const moment of coming) t.equal(await status(field, moment), 200, `${field} ${moment}`)
  }
  const ask = async (query: string) =>
    (await client.get(`/api/url/${owned['url']}/stats?interval=month&${query}`)).status
  for (const moment of [...nowhere, ...past.slice(0, 4), '9999-12-31', '2201-01-01', '1999-12-31'])
    for (const name of ['from', 'to'])
      t.equal(await ask(`${name}=${encodeURIComponent(moment)}`), 400, `${name} ${moment}`)
  for (const span of [
    'from=2000-01-01&to=2000-02-29',
    'from=2200-12-01&to=2200-12-31',
    'from=2028-02-29&to=2028-02-29',
  ])
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      t.equal(await ask(`${span}&timezone=${zone}`), 200, `${span} ${zone}`)
})

t.test('every time zone of Node is accepted for statistics and links', async (t) => {
  const zones = [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'Etc/GMT+12',
    'Etc/GMT-14',
    'Europe/Kyiv',
    'Asia/Calcutta',
  ]
  t.ok(zones.length > 400)
  for (const [i, zone] of someOf([...zones.entries()], 9)) {
    const [subject, interval] = i % 2 === 0 ? ['url', 'month'] : ['qr', 'week']
    const span = `from=2026-03-01&to=2026-04-02&interval=${interval}`
    const reply = await client.get(
      `/api/${subject}/${owned[subject as string]}/stats?${span}&timezone=${encodeURIComponent(zone)}`,
    )
    if (reply.status !== 200 || reply.body.data.timezone !== zone)
      t.fail(`${subject} in ${zone} answers ${reply.text.slice(0, 200)}`)
  }
  for (let i = 0; i < zones.length; i += 50) {
    const timetarget = zones
      .slice(i, i + 50)
      .map((timezone) => ({ from: '09:00', to: '17:00', days: [1], timezone, link: 'https://example.com/' }))
    const reply = await client.post('/api/url/add', { url: 'https://example.com/', timetarget })
    t.equal(reply.status, 200, reply.text.slice(0, 300))
    t.equal((await client.post(`/api/url/${reply.body.id}/explain`, {})).status, 200)
  }
})
