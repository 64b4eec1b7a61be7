import type { TObject, TSchema } from '@sinclair/typebox'
import { LONGEST_TEXT, QR_CONTENTS, QR_TYPES, type QrData, type QrType } from '../../schemas/qr-content.ts'
import type { Fault } from '../errors/api-error.ts'
import {
  emailAddress,
  encryption,
  flag,
  line,
  phoneNumber,
  prose,
  type ReadField,
  site,
  webAddress,
} from './content-fields.ts'

/** What a code holds, by its fields; of a finished payload (vcard, wifi) the payload alone. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'link'; link: string }
  | { type: 'email'; email: string; subject?: string; body?: string }
  | { type: 'phone'; phone: string }
  | { type: 'sms'; phone: string; message?: string }
  | Wifi
  | VisitingCard
  | { type: 'wifi' | 'vcard'; finished: string }

export interface Wifi {
  type: 'wifi'
  ssid: string
  pass?: string
  encryption: 'WPA' | 'WEP' | 'nopass'
  hidden?: boolean
}

export interface VisitingCard {
  type: 'vcard'
  fname: string
  lname?: string
  phone?: string
  email?: string
  company?: string
  site?: string
  address?: string
}

interface Field {
  name: string
  read: ReadField
  max: number
  isRequired: boolean
}

const readers: Record<string, ReadField> = {
  text: prose,
  link: webAddress,
  email: emailAddress,
  subject: line,
  body: prose,
  phone: phoneNumber,
  message: prose,
  ssid: line,
  pass: line,
  encryption,
  hidden: flag,
  fname: line,
  lname: line,
  company: line,
  site,
  address: prose,
}

/** The fields of a type as the vocabulary has them, in the order in which an array gives the values. */
function fieldsOf(type: QrType): [Field, ...Field[]] {
  const { properties, required = [] }: TObject = QR_CONTENTS[type]
  const [main, ...rest] = Object.entries<TSchema>(properties).map(([name, schema]): Field => {
    const [bare = schema] = (schema['anyOf'] as TSchema[] | undefined) ?? []
    const read = readers[name]
    if (!read) throw new Error(`Nothing reads the field ${name} of a ${type} code.`)
    return { name, read, max: (bare['maxLength'] as number | undefined) ?? 0, isRequired: required.includes(name) }
  })
  if (!main) throw new Error(`A ${type} code has no fields.`)
  return [main, ...rest]
}

const fields = Object.fromEntries(QR_TYPES.map((type) => [type, fieldsOf(type)])) as Record<QrType, [Field, ...Field[]]>

interface ReadContent {
  content: Content
  data: QrData
}

/** Reads the `data` of a code: a string (its main value), an object, or an array of values. All that is wrong is told. */
export function readContent(type: QrType, data: unknown): ReadContent | { faults: Fault[] } {
  if (typeof data === 'string') return fromString(type, data)
  if (Array.isArray(data)) return fromValues(type, data)
  if (typeof data !== 'object' || data === null)
    return { faults: [{ path: '/data', message: 'must be text, an object or a list' }] }
  const given = data as Record<string, unknown>
  const result = readFields(
    type,
    (field) => (Object.hasOwn(given, field.name) ? given[field.name] : null),
    (field) => field.name,
  )
  return 'faults' in result ? result : { content: { type, ...result.kept } as Content, data: result.kept }
}

/** Reads again what was kept. Throws where it is no longer valid, which only a change of this program can bring about. */
export function keptContent(type: QrType, data: unknown): Content {
  const result = readContent(type, data)
  if ('content' in result) return result.content
  throw new Error(`The kept data of a ${type} code cannot be read.`)
}

function fromString(type: QrType, data: string): ReadContent | { faults: Fault[] } {
  const [main] = fields[type]
  const isFinished = type === 'wifi' || type === 'vcard'
  if (data === '') return { faults: [{ path: '/data', message: 'is required' }] }
  const result = isFinished ? prose(data, LONGEST_TEXT) : main.read(data, main.max)
  if ('wrong' in result) return { faults: [{ path: '/data', message: result.wrong }] }
  const content = (isFinished ? { type, finished: data } : { type, [main.name]: result.kept }) as Content
  return { content, data }
}

function fromValues(type: QrType, data: unknown[]): ReadContent | { faults: Fault[] } {
  const order = fields[type]
  const result = readFields(
    type,
    (_, index) => data[index] ?? null,
    (_, index) => String(index),
  )
  if ('faults' in result) return result
  const values = order.slice(0, data.length).map(({ name }) => result.kept[name] ?? null)
  return { content: { type, ...result.kept } as Content, data: values }
}

function readFields(
  type: QrType,
  given: (field: Field, index: number) => unknown,
  nameOf: (field: Field, index: number) => string,
): { kept: Record<string, string | boolean> } | { faults: Fault[] } {
  const kept: Record<string, string | boolean> = {}
  const faults: Fault[] = []
  fields[type].forEach((field, index) => {
    const value = given(field, index)
    const fault = (message: string) => faults.push({ path: `/data/${nameOf(field, index)}`, message })
    if (value === null || value === undefined || value === '') {
      if (field.isRequired) fault('is required')
      return
    }
    const result = field.read(value, field.max)
    if ('wrong' in result) fault(result.wrong)
    else kept[field.name] = result.kept
  })
  return faults.length > 0 ? { faults } : { kept }
}
