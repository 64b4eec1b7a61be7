import t from 'tap'
import { entriesOf, resolve, type Schema } from '../../src/openapi/model.ts'
import { documentOf } from '../support/document.ts'
import { exampleOf } from '../support/operations.ts'
import { startService } from '../support/service.ts'

// The service accepts the QR contents that the document describes, for every type.

const service = await startService(t)
const document = documentOf(service.app)
const client = await service.newClient()

const { type, data } =
  resolve(
    document,
    entriesOf(document).find(({ operation }) => operation.operationId === 'createQrCode')?.operation.requestBody
      ?.content['application/json']?.schema ?? {},
  ).properties ?? {}
const shapes = (resolve(document, data ?? {}).anyOf ?? [])
  .filter(({ $ref }) => $ref !== undefined)
  .map((shape) => ({ name: shape.$ref?.split('/').at(-1) ?? '', ...resolve(document, shape) }))

// The components of events and places have other names, because events of codes and positions have theirs.
const otherNames: Record<string, string> = { event: 'QrCalendarEvent', geo: 'QrPlace' }
const nameOf = (type: unknown) => (otherNames[String(type)] ?? `Qr${type}`).toLowerCase()
const shapeOf = (type: string) => shapes.find(({ name }) => name.toLowerCase() === nameOf(type))
const bare = (schema: Schema) => schema.anyOf?.[0] ?? schema

t.test('the document has an object with an example for each type of QR code', async (t) => {
  t.same(shapes.map(({ name }) => name.toLowerCase()).sort(), type?.enum?.map(nameOf).sort())
})

for (const word of (type?.enum ?? []) as string[])
  t.test(`a QR code of type ${word} accepts the documented object, string and array`, async (t) => {
    const shape = shapeOf(word)
    if (!shape) return t.fail('is not shown')
    const make = (data: unknown) => client.post('/api/qr/add', { type: word, data })
    const whole = exampleOf(document, shape, true) as Record<string, unknown>
    const short = Object.fromEntries(Object.entries(whole).filter(([name]) => shape.required?.includes(name)))
    for (const data of [whole, short, Object.values(whole)]) {
      const { status, body } = await make(data)
      t.equal(status, 200, JSON.stringify(data))
      const kept = (await client.get(`/api/qr/${body.id}`)).body.details.data
      t.same(kept, data, 'it is kept as it was sent')
    }
    for (const name of shape.required ?? []) {
      const { [name]: _, ...rest } = whole
      t.match(await make(rest), {
        status: 400,
        body: { errors: [{ path: `/data/${name}`, message: 'is required' }] },
      })
    }
    for (const [name, schema] of Object.entries(shape.properties ?? {})) {
      const { maxLength } = bare(schema) as { maxLength?: number }
      if (maxLength === undefined) continue
      const long = await make({ ...whole, [name]: String(whole[name]).padEnd(maxLength + 1, '1') })
      t.match(long.body.errors, [{ path: `/data/${name}`, message: `at most ${maxLength} characters` }])
    }
  })

t.test('invalid data is reported by field, not as a mismatch of every variant', async (t) => {
  const wrong = await client.post('/api/qr/add', { type: 'wifi', data: { ssid: 'Hut', encryption: 'WPA3' } })
  t.same(wrong.body.errors, [{ path: '/data/encryption', message: 'must be one of WPA, WEP, nopass' }])
  const other = await client.post('/api/qr/add', { type: 'email', data: { phone: '+49 30 901820' } })
  t.same(other.body.errors, [{ path: '/data/email', message: 'is required' }])
  const number = await client.post('/api/qr/add', { type: 'text', data: 5 })
  t.equal(number.status, 400)
  t.equal(number.body.errors?.[0].path, '/data')
})
