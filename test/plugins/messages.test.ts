import t from 'tap'
import { entriesOf, type Schema } from '../../src/openapi/model.ts'
import { SUPPORTED_KEYWORDS } from '../../src/validation/messages.ts'
import { fieldOf, placesOf } from '../support/boundaries.ts'
import { documentOf } from '../support/document.ts'
import { addressOf, choicesOf, exampleOf, idParams, operationsOf } from '../support/operations.ts'
import { type Reply, startService } from '../support/service.ts'
import { runsAllVariants, someOf } from '../support/variants.ts'

// Messages of faults say what is valid, with an example, for every schema keyword.

t.setTimeout(200_000)
const service = await startService(t)
const document = documentOf(service.app)
const client = await service.newClient()
const operations = operationsOf(document).filter(({ template }) => !template.startsWith('/webhook'))

const GENERIC =
  /must NOT|must match|characters or a form|text of another form|is not valid|shapes that|[<>]=|must be (string|integer|number|boolean|object|array|null)\b|undefined|(\ban? \w+)(, | or )\2\b/

const faultsOf = ({ body }: Reply): { path: string; message: string }[] => body?.errors ?? []

t.test('the message for an invalid value says what is valid, with an example', async (t) => {
  const fault = async (address: string, body: object) => faultsOf(await client.post(address, body)).at(-1)?.message
  const link = (body: object) => fault('/api/url/add', { url: 'https://example.com/', ...body })
  t.equal(await link({ url: 'ftp://x' }), 'must be an http or https URL, such as https://example.com/page')
  t.equal(await link({ url: '' }), 'must be an http or https URL, such as https://example.com/page')
  t.match(await link({ custom: 'a b c' }), /^must be 1 to 255 .*, such as /)
  const aUrl = 'must be text: an http or https URL, such as https://example.com/page'
  for (const value of [null, 5, {}]) t.equal(await link({ url: value }), aUrl)
  t.equal(await link({ status: 5 }), 'must be one of public, private')
  for (const name of [null, 1])
    t.match(
      await fault('/api/pixel/add', { type: 'vendor09', tag: 'x', name }),
      /^must be text: one line without control characters, such as /,
    )
  t.match(await fault('/api/channel/add', { name: 'x', description: 1 }), /^must be text without control characters /)
  t.equal(await link({ forward: 'yes' }), 'must be true or false')
  t.equal(await link({ clicklimit: 0 }), 'must be a whole number from 1 to 1000000000')
  t.equal(await link({ pixels: [1, 1] }), 'must not have an item twice: 0 and 1 are the same')
  t.equal(await link({ pixels: 1 }), 'must be a list')
  t.equal(await link({ deeplink: 1 }), 'must be an object')
  t.equal(
    await link({ expiry: 'tomorrow' }),
    'must be a date, such as 2030-01-01, or a date and time, such as 2030-01-01 09:30:00',
  )
  t.equal(await fault('/api/pixel/add', { type: 'vendor09', tag: 'x', name: '' }), 'must have at least 1 character')
  t.equal(
    await fault('/api/pixel/add', { type: 'vendor09', tag: 'x', name: 'x'.repeat(256) }),
    'must have at most 255 characters',
  )
  const bio = await client.post('/api/bio/add', { name: 'Ada', blocks: [{ type: 'contact' }] })
  t.match(bio.body, { message: 'blocks/0 must have at least one of name, email, phone, address.' })
})

t.test('a message names every type once, and its example is not refused in its turn', async (t) => {
  const messages = async (address: string, body: object) =>
    faultsOf(await client.post(address, body)).map(({ message }) => message)
  for (const block of [5, 'link', null, []])
    t.same(await messages('/api/bio/add', { name: 'Ada', blocks: [block] }), ['must be an object'])
  for (const [type, name] of [
    ['phone', 'phone'],
    ['sms', 'phone'],
    ['email', 'email'],
    ['link', 'link'],
    ['vcard', 'site'],
  ] as const) {
    const dataWith = (value: string) => (type === 'vcard' ? { fname: 'Ada', [name]: value } : { [name]: value })
    const [message = ''] = await messages('/api/qr/add', { type, data: dataWith('a\nb') })
    const example = / such as (.+)$/.exec(message)?.[1] ?? ''
    t.same(await messages('/api/qr/add', { type, data: dataWith(example) }), [], `${type}: ${message}`)
  }
  for (const [domain, reason] of [
    ['https://localhost', /top-level domain/],
    ['https:///x', /host name/],
    ['http://1.2.3.4', /not an IP address/],
    ['http://a..example.com', /labels/],
    ['https://go.example.com:8080', /no port/],
    ['https://go.example.com/path', /nothing after the host/],
    ['https://münchen .de', /no spaces/],
  ] as const) {
    const [message = ''] = await messages('/api/domain/add', { domain })
    t.match(message, reason, domain)
    t.match(message, /^(must|is not) .*, such as https:\/\/go\.example\.com$/, domain)
  }
  t.same(await messages('/api/qr/add', { type: 'text', data: 'x', logo: 'ftp://x/y.png' }), [
    'must be a path, a data URI, or an http or https URL, such as https://example.com/logo.png',
  ])
  for (const body of [[1], [], [{ id: 'evt_1', type: 'x' }]]) {
    const reply = await service.send('POST', '/webhook/stripe', { body })
    t.match(reply, { status: 400, body: { errors: [{ path: '', message: 'must be a JSON object' }] } })
    t.equal(faultsOf(reply).length, 1)
  }
})

const CONTROL = '\u0007'

/** Invalid values of a schema, by the keyword that refuses them. */
function wrongValues(schema: Schema): [keyword: string, value: unknown][] {
  const { type, enum: values, format } = schema
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema as Record<string, never>
  const found: [string, unknown][] = [['type', type === 'string' ? 5 : 'none']]
  if (values) found.push(['enum', 'none such'])
  if (format !== undefined) found.push(['format', 'x'.repeat(minLength ?? 1)])
  if (pattern !== undefined)
    for (const text of ['x y', 'none such', 'é!', `a${CONTROL}`, '\t'])
      if (!new RegExp(pattern, 'u').test(text)) found.push(['pattern', text])
  if (minLength !== undefined) found.push(['minLength', ''])
  if (maxLength !== undefined && maxLength < 1e6) found.push(['maxLength', 'x'.repeat(maxLength + 1)])
  if (minimum !== undefined) found.push(['minimum', minimum - 1])
  if (maximum !== undefined) found.push(['maximum', maximum + 1])
  const items = (length: number) => Array.from({ length }, () => exampleOf(document, schema.items ?? {}))
  if (minItems !== undefined) found.push(['minItems', []])
  if (maxItems !== undefined) found.push(['maxItems', items(maxItems + 1)])
  if (schema['uniqueItems']) found.push(['uniqueItems', items(2)])
  return found
}

const isExplained = ({ message }: { message: string }, keyword: string) =>
  !GENERIC.test(message) && (!['pattern', 'format'].includes(keyword) || /such as|one of|^is /.test(message))

t.test('every fault of a body has one of our messages', async (t) => {
  const seen = new Set<string>()
  const sampled = new Set<string>()
  for (const [turn, operation] of operations.entries()) {
    if (!operation.body) continue
    const ids = Object.fromEntries(idParams(operation).map(({ name }) => [name, Number.MAX_SAFE_INTEGER]))
    const address = addressOf(operation, { ...ids, ...choicesOf(operation)[0] })
    const ask = async (body: object, keyword: string, what: string) => {
      const faults = faultsOf(await service.send(operation.method, address, { key: client.apikey, body }))
      if (faults.length > 0) seen.add(keyword)
      for (const fault of faults)
        if (!isExplained(fault, keyword)) t.fail(`${operation.id} ${what} ${keyword}: ${fault.path} ${fault.message}`)
    }
    await ask({}, 'required', 'empty')
    const wrong = [5, 'none', {}, [], [5], [{}], { type: 'contact' }, [{ type: 'contact' }]]
    for (const [place, name] of Object.keys(operation.body.properties ?? {}).entries())
      for (const value of someOf(wrong, 8, turn + place))
        await ask({ ...(exampleOf(document, operation.body) as object), [name]: value }, 'type', name)
    for (const place of placesOf(document, operation.body)) {
      // Operations have fields in common: by default each is tried in the first operation that has it.
      if (sampled.size === sampled.add(fieldOf(place)).size && !runsAllVariants) continue
      for (const [keyword, value] of wrongValues(place.schema))
        await ask(place.bodyWith(value) as object, keyword, place.path.join('.'))
    }
  }
  t.same([...SUPPORTED_KEYWORDS].filter((keyword) => !seen.has(keyword)).sort(), ['anyOf', 'minProperties'])
})

t.test('every fault of a query or path has one of our messages', async (t) => {
  let tried = 0
  for (const { path, method, operation } of entriesOf(document)) {
    const known = operations.find(({ id }) => id === operation.operationId)
    for (const { name, in: where, schema } of (operation.parameters ?? []).filter((one) => one.in !== 'header'))
      for (const [keyword, value] of known ? wrongValues(schema) : []) {
        if (value === '' || known === undefined) continue
        const text = encodeURIComponent(String(value))
        const ids = Object.fromEntries(known.params.map((param) => [param.name, 1]))
        const given = { ...ids, ...choicesOf(known)[0], ...(where === 'path' ? { [name]: text } : {}) }
        const address = addressOf(known, given) + (where === 'query' ? `?${name}=${text}` : '')
        const body = known.body ? exampleOf(document, known.body) : undefined
        // Nothing is to be changed where the parameter passes.
        if (where === 'query' && method !== 'GET' && String(value) === '5') continue
        const reply = await service.send(known.method, address, { key: client.apikey, ...(body ? { body } : {}) })
        for (const fault of faultsOf(reply).filter((one) => one.path === `${where}/${name}`)) {
          tried++
          if (!isExplained(fault, keyword)) t.fail(`${method} ${path} ${keyword}: ${fault.path} ${fault.message}`)
        }
      }
  }
  t.ok(tried > 100, `${tried} values`)
})

// What a schema says beyond what it refuses.
const ANNOTATIONS = [
  ...['$ref', 'description', 'examples', 'properties', 'items', 'anyOf', 'oneOf', 'discriminator', 'default'],
  ...['x-clears', 'x-addition', 'additionalProperties'],
  // Only in the document (publishedWith): a check refuses the same bodies, in its own words.
  'not',
]

t.test('schemas of requests use no keyword that has no message', async (t) => {
  const known = new Set([...SUPPORTED_KEYWORDS, ...ANNOTATIONS])
  const visit = (schema: Schema, where: string): void => {
    for (const keyword of Object.keys(schema)) if (!known.has(keyword)) t.fail(`${where} has ${keyword}`)
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined && !visited.has(name)) {
      visited.add(name)
      visit(document.components.schemas[name] ?? {}, name)
    }
    for (const [field, member] of Object.entries(schema.properties ?? {})) visit(member, `${where}.${field}`)
    for (const branch of schema.anyOf ?? schema.oneOf ?? []) visit(branch, where)
    if (schema.items) visit(schema.items, `${where}[]`)
  }
  const visited = new Set<string>()
  for (const { operation } of entriesOf(document)) {
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) visit(schema, operation.operationId)
    for (const { name, schema } of operation.parameters ?? []) visit(schema, `${operation.operationId} ${name}`)
  }
  t.ok(visited.size > 30)
})
