import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { parse } from 'yaml'
import { QR_CONTENTS } from '../schemas/qr-content.ts'
import { exampleOf } from '../src/openapi/example-values.ts'
import { entriesOf, type OpenApi, resolve, resolveResponse, type Schema } from '../src/openapi/model.ts'
import { startService } from './support/service.ts'
import { someOf } from './support/variants.ts'

// Checks the description, limits and example of every field.

const document = parse(readFileSync('openapi.yaml', 'utf8'), { version: '1.1' }) as OpenApi
const entries = entriesOf(document)
const { schemas, headers } = document.components

// Most schemas are used once, so that their code is not optimized.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
ajv.addFormat('uri', (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text))
ajv.addFormat('date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/)
ajv.addSchema({ components: { schemas } }, 'document')
const absolute = (schema: unknown): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as Schema

const validators = new Map<string, ReturnType<typeof ajv.compile>>()

function complaint(schema: Schema, value: unknown): string | undefined {
  const text = JSON.stringify(schema)
  const validate = validators.get(text) ?? ajv.compile(absolute(schema))
  validators.set(text, validate)
  return validate(value) ? undefined : `${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`
}

interface Field {
  where: string
  name: string
  schema: Schema
  description: string | undefined
  /** Whether clients send it. */
  isInput: boolean
}

const branchesOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf ?? []

/** Every named member of a schema and of the inline schemas in it. */
function fieldsOf(schema: Schema, where: string, isInput: boolean): Field[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      // A reference, or a choice of one or nothing, says what the component says, unless it has words of its own.
      const target = property.$ref ? property : branchesOf(property).find(({ $ref }) => $ref)
      const description = property.description ?? (target && resolve(document, target).description)
      return [
        { where, name, schema: property, description, isInput },
        ...fieldsOf(property, `${where}.${name}`, isInput),
      ]
    }),
    ...branchesOf(schema).flatMap((branch) => fieldsOf(branch, where, isInput)),
    ...(schema.items ? fieldsOf(schema.items, `${where}[]`, isInput) : []),
  ]
}

const sentNames = new Set<string>()
function collect(schema: unknown): void {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (sentNames.has(name)) continue
    sentNames.add(name)
    collect(schemas[name])
  }
}
for (const { operation } of entries) if (operation.requestBody) collect(operation.requestBody)

const parameters: Field[] = entries.flatMap(({ operation }) =>
  (operation.parameters ?? []).map(({ name, schema, description }) => ({
    where: operation.operationId,
    name,
    schema,
    description,
    isInput: true,
  })),
)
const members = Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name, sentNames.has(name)))
const fields = [...parameters, ...members]

t.test('every schema is valid', async (t) => {
  const inline = [...entries, ...entriesOf({ ...document, paths: document.webhooks ?? {} })].flatMap(
    ({ operation }) => [
      ...(operation.parameters ?? []),
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap((given) =>
        Object.values(resolveResponse(document, given).content ?? {}),
      ),
    ],
  )
  const given = [...inline, ...Object.values(headers)].map(({ schema }) => schema)
  for (const schema of [...given, ...Object.values(schemas)])
    if (!ajv.validateSchema(schema)) t.fail(`${ajv.errorsText()}: ${JSON.stringify(schema).slice(0, 300)}`)
  t.notOk(ajv.validateSchema({ type: 'none' }))
})

const OPTIONAL = ['Content-Disposition', 'Idempotent-Replayed', 'Retry-After-In-Progress', 'X-RateLimit-Cost']

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

t.test('every field has a description that says more than its name', async (t) => {
  t.ok(fields.length > 500)
  for (const { where, name, description = '' } of fields) {
    if (!/^\S.*[^.]\.$/s.test(description)) t.fail(`${where}.${name}: "${description}" is no sentence`)
    if (plain(description) === plain(name) || plain(description) === `the${plain(name)}`)
      t.fail(`${where}.${name}: "${description}" only repeats its name`)
  }
  for (const [name, { description, required }] of Object.entries(headers)) {
    t.match(description, /^\S.{10,}\.$/, name)
    t.equal(required, !OPTIONAL.includes(name), `${name} always comes where it is named`)
  }
})

t.test('fields of requests and replies have limits', async (t) => {
  const isLimited = (schema: Schema): boolean => {
    if (branchesOf(schema).length > 0) return branchesOf(schema).every(isLimited)
    if (schema.$ref || schema.enum || schema.const !== undefined) return true
    // Texts for people have no maximum length.
    if (schema.type === 'string')
      return ['minLength', 'maxLength', 'pattern', 'format'].some((limit) => schema[limit] !== undefined)
    if (schema.type === 'integer' || schema.type === 'number') return schema['minimum'] !== undefined
    return true
  }
  const hasMost = (schema: Schema): boolean =>
    branchesOf(schema).every(hasMost) &&
    (schema.type !== 'string' || ['maxLength', 'pattern', 'format', 'enum'].some((most) => schema[most] !== undefined))
  const isBounded = (schema: Schema): boolean =>
    branchesOf(schema).every(isBounded) && (schema.type !== 'array' || schema['maxItems'] !== undefined)
  for (const { where, name, schema, isInput } of fields) {
    if (!isLimited(schema)) t.fail(`${where}.${name} has no limits: ${JSON.stringify(schema)}`)
    if (isInput && !hasMost(schema)) t.fail(`${where}.${name} may be of any length: ${JSON.stringify(schema)}`)
    if (isInput && !isBounded(schema)) t.fail(`${where}.${name} may have any number of items`)
  }
})

t.test('every scalar field has an example, and all examples are valid', async (t) => {
  const isPlain = (schema: Schema): boolean =>
    branchesOf(schema).length > 0
      ? branchesOf(schema).every((branch) => isPlain(branch) || branch.type === 'null')
      : ['string', 'integer', 'number', 'boolean'].includes(String(schema.type))
  for (const { where, name, schema } of members) {
    if (isPlain(schema) && !schema.examples?.length) t.fail(`${where}.${name} has no example`)
    for (const example of schema.examples ?? []) t.equal(complaint(schema, example), undefined, `${where}.${name}`)
  }
  for (const { operation } of entries)
    for (const { name, schema, example } of operation.parameters ?? []) {
      const shown = example ?? schema.examples?.[0]
      t.ok(shown !== undefined, `${operation.operationId} ${name}`)
      t.equal(complaint(schema, shown), undefined, `${operation.operationId} ${name}`)
    }
  for (const [name, { schema }] of Object.entries(headers))
    for (const example of schema.examples ?? [undefined]) t.equal(complaint(schema, example), undefined, name)
  for (const name of Object.keys(schemas)) {
    const schema = { $ref: `#/components/schemas/${name}` }
    t.equal(complaint(schema, exampleOf(document, schema, true)), undefined, `${name}, as its parts make it`)
  }
})

t.test('every example body is valid', async (t) => {
  for (const { operation } of entries) {
    const answers = Object.values(operation.responses).map((given) => resolveResponse(document, given))
    for (const { content } of [operation.requestBody, ...answers].filter((part) => part !== undefined))
      for (const [type, { schema, example, examples }] of Object.entries(content ?? {}))
        for (const shown of examples ? Object.values(examples).map(({ value }) => value) : [example])
          t.equal(complaint(schema, shown), undefined, `${operation.operationId} ${type}`)
  }
})

t.test('every object schema is a named component', async (t) => {
  const visit = (schema: Schema, where: string): void => {
    if (schema.properties && where.includes('.')) t.fail(`${where} is an object without a name`)
    for (const [name, property] of Object.entries(schema.properties ?? {})) visit(property, `${where}.${name}`)
    for (const branch of branchesOf(schema)) visit(branch, `${where}.`)
    if (schema.items) visit(schema.items, `${where}.[]`)
  }
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name)
  for (const { operation } of entries) {
    const answers = Object.values(operation.responses).map((given) => resolveResponse(document, given))
    for (const { content } of [operation.requestBody, ...answers].filter((part) => part !== undefined))
      for (const [type, { schema }] of Object.entries(content ?? {}))
        if (type === 'application/json')
          t.ok(schema.$ref ?? schema.allOf?.[0]?.$ref, `${operation.operationId}: a body has a name`)
    for (const [status, given] of Object.entries(operation.responses))
      if (!status.startsWith('2')) t.ok(given.$ref, `${operation.operationId} ${status} is a component`)
  }
})

t.test('bodies that are always refused do not match the published schema', async (t) => {
  const bodyOf = (id: string): Schema => {
    const { operation } = entries.find((one) => one.operation.operationId === id) ?? {}
    return operation?.requestBody?.content['application/json']?.schema ?? {}
  }
  const password = 'correct horse battery'
  for (const [id, refused, taken] of [
    ['updateAccount', {}, { email: 'ada@example.com' }],
    ['updateAccount', { currentpassword: password }, { currentpassword: password, password: 'another horse' }],
    ['login', { password }, { username: 'ada', password }],
    ['updateAccount', { email: null }, { email: null, password }],
    ['updateAccount', { password: null, foo: 1 }, { email: 'ada@example.com', foo: 1 }],
    ['login', { email: null, username: null, password }, { email: null, username: 'ada', password }],
    ['createBio', { name: 'Ada', blocks: [{ type: 'contact', email: null }] }, { name: 'Ada', blocks: [] }],
    ['createDomain', { domain: 'http://1.2.3.4' }, { domain: 'http://1.2.3.4.example' }],
    ['createDomain', { domain: 'http://localhost' }, { domain: 'http://localhost.example./' }],
    ['createDomain', { domain: 'http://a..example.com' }, { domain: 'http://a--b_c.example.com' }],
    ['createDomain', { domain: 'http://a,b.com' }, { domain: 'http://ümläut。みんな' }],
    ['createDomain', { domain: 'http://-a.com' }, { domain: 'http://1.2.xn--p1ai' }],
    ['createDomain', { domain: 'http://a.b' }, { domain: 'http://a.1-2' }],
    ['createDomain', { domain: 'https://a-.com' }, { domain: 'https://a-b.com' }],
    ['createDomain', { domain: 'ay ' }, { domain: 'https://go.example.com/' }],
    ['createDomain', { domain: 'go.example.com' }, { domain: 'HTTP://go.example.com' }],
    ['createDomain', { domain: 'https://go.example.com/path' }, { domain: 'https://münchen.example' }],
  ] as const) {
    t.type(complaint(bodyOf(id), refused), 'string', `${id} ${JSON.stringify(refused)}`)
    t.equal(complaint(bodyOf(id), taken), undefined, `${id} ${JSON.stringify(taken)}`)
  }
})

t.test('the published schema of a QR code accepts the same content as the service', async (t) => {
  const schema = (id: string): Schema =>
    entries.find((one) => one.operation.operationId === id)?.operation.requestBody?.content['application/json']
      ?.schema ?? {}
  const service = await startService(t)
  const key = (await service.newClient()).apikey
  const contents: [name: string, data: unknown, type?: string][] = Object.entries(QR_CONTENTS).flatMap(
    ([type, content]) => {
      const data = exampleOf(document, content as Schema, true) as Record<string, unknown>
      const [main, ...others] = Object.values(data)
      return [
        [type, data, type],
        [`the text of ${type}`, String(main), type],
        [`the list of ${type}`, Object.values(data), type],
        [`the first item of ${type}`, [main], type],
        [`the list without optional items of ${type}`, [main, null, ...others.slice(1).map(() => '')], type],
        [`the list of ${type} and more`, [...Object.values(data), 'more'], type],
      ] as const
    },
  )
  contents.push(['other items', [true]], ['empty items', ['', '', '']], ['wifi in lower case', ['a', null, 'wep']])
  contents.push(['other texts', 'a@b.co'], ['other text', '+491'], ['control characters', 'https://e.com/\u0007'])
  for (const [turn, type] of Object.keys(QR_CONTENTS).entries()) {
    const ownContents = contents.filter((content) => content[2] === type)
    for (const [other, data] of new Set([...ownContents, ...someOf(contents, 9, turn)])) {
      const body = { type, data }
      const { status } = await service.send('POST', '/api/qr/add', { key, body })
      t.equal(
        complaint(schema('createQrCode'), body) === undefined,
        status === 200,
        `${other} content in a ${type} code`,
      )
      t.equal(
        complaint(schema('updateQrCode'), body) === undefined,
        status === 200,
        `${other} content in a ${type} code`,
      )
      t.equal(complaint(schema('updateQrCode'), { data }), undefined, 'the type of the record is not known here')
    }
  }
})

t.test('no two components have the same shape', async (t) => {
  const shapeOf = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !['description', 'examples'].includes(name))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value
  const { schemas } = document.components
  const shapes = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas)) {
    const shape = JSON.stringify(schema, shapeOf)
    const other = shapes.get(shape)
    // The id of one is an account's, that of the other a key's.
    if (other !== undefined && `${other} ${name}` !== 'AccountKey KeyCreated')
      t.fail(`${other} and ${name} are the same`)
    shapes.set(shape, name)
  }
  t.ok(shapes.size > 100)
})

t.test('an example shows what the service can answer', async (t) => {
  type Members = Record<string, unknown>
  const sum = (counts: unknown) => Object.values(counts as Members).reduce<number>((all, one) => all + Number(one), 0)
  const localTime = (utc: unknown, timeZone: string) =>
    new Date(`${String(utc).replace(' ', 'T')}Z`).toLocaleString('sv-SE', { timeZone })
  const signed = /[?&](?:key|access)=\d{10}\.[\w-]{43}$/
  const isPossible: [name: string, holds: (one: Members) => boolean][] = [
    ['atleast', ({ atleast, result }) => atleast !== true || Number(result) >= 10_000],
    ['lost', ({ pointed, lost, tlsuntil }) => pointed !== true || (lost === null && tlsuntil === null)],
    ['alias', ({ alias, link, shorturl = link }) => new URL(String(shorturl)).pathname === `/${alias}`],
    ['socialCount', (one) => sum(one['socialCount']) <= Number(one['clicks'])],
    ['topCountries', (one) => sum(one['topCountries']) === Number(one['clicks'])],
    ['topBrowsers', (one) => sum(one['topBrowsers']) === Number(one['clicks'])],
    ['utc', ({ date, utc }) => localTime(utc, 'Europe/Berlin') === date],
    ['series', ({ from, interval, series }) => interval === 'month' && (series as Members[])[0]?.['utc'] === from],
    ['failures', ({ failures, finished }) => finished === null || failures === 0],
    ['registered', ({ status, registered, expires }) => status === 'free' || String(expires) > String(registered)],
    ['preview', ({ preview }) => signed.test(String(preview))],
    ['access', ({ link, stats }) => signed.test(String(link)) && signed.test(String(stats))],
  ]
  const seen = new Set<string>()
  const visit = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return
    const one = value as Members
    for (const [name, holds] of isPossible)
      if (name in one || (name === 'access' && 'stats' in one)) {
        seen.add(name)
        t.ok(holds(one), `${where} ${name}: ${JSON.stringify(one)}`)
      }
    for (const [name, member] of Object.entries(one)) visit(member, `${where}.${name}`)
  }
  const answers = new Map<string, Members>()
  for (const { operation } of entries)
    for (const [status, given] of Object.entries(operation.responses))
      for (const { example } of Object.values(resolveResponse(document, given).content ?? {})) {
        visit(example, `${operation.operationId} ${status}`)
        if (status === '200' && typeof example === 'object') answers.set(operation.operationId, example as Members)
      }
  t.same(
    isPossible.filter(([name]) => !seen.has(name)).map(([name]) => name),
    ['atleast'],
    'only a search with very many results has it',
  )
  t.match(answers.get('checkQrCode'), {
    data: { contrast: { needed: 3 }, quietZone: { needed: 4 }, logo: { needed: 0.25 }, module: { needed: 4 } },
  })
  // The example requests name neither a domain nor an alias: 7 characters at the service's own address.
  t.match(answers.get('createLink'), { shorturl: /^http:\/\/localhost:3000\/[0-9A-Za-z]{7}$/ })
  t.match(answers.get('createBio'), { link: /^http:\/\/localhost:3000\/[0-9A-Za-z]{7}$/ })
  t.match(answers.get('listChannelItems'), {
    data: { items: [{ type: 'links', id: 42, preview: /^http:\/\/localhost:3000\/card\/link\/42\.svg\?key=/ }] },
  })
})

t.test('example replies match their requests', async (t) => {
  const hostOf = (url: unknown) => new URL(String(url)).host
  const visit = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { domain, ...fields } = value as Record<string, unknown>
    if (typeof domain === 'string' && URL.canParse(domain))
      for (const name of ['shorturl', 'link', 'preview'])
        if (typeof fields[name] === 'string') t.equal(hostOf(fields[name]), hostOf(domain), `${where} ${name}`)
    if (Array.isArray(fields['warnings'])) t.same(fields['warnings'], [], `${where} warns of what its request lacks`)
    if (typeof fields['preview'] === 'string' && 'published' in fields)
      t.equal(fields['published'], false, `${where}: a preview is of a draft`)
    for (const [name, member] of Object.entries(value)) visit(member, `${where}.${name}`)
  }
  for (const { operation } of entries)
    for (const [status, given] of Object.entries(operation.responses))
      for (const { example } of Object.values(resolveResponse(document, given).content ?? {}))
        visit(example, `${operation.operationId} ${status}`)
})
