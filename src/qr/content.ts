import type { TObject, TSchema } from '@sinclair/typebox'
import {
  MAX_QR_TEXT,
  needsFields,
  QR_CONTENTS,
  QR_TYPES,
  type QrData,
  type QrType,
  type QrValue,
  takesPayload,
} from '../../schemas/qr-content.ts'
import type { Fault } from '../errors/api-error.ts'
import { parseTimestamp } from '../time/timestamps.ts'
import {
  bool,
  emailAddress,
  httpUrl,
  internationalNumber,
  latitude,
  line,
  localTime,
  longitude,
  multilineText,
  phoneNumber,
  type ReadField,
  timezone,
  website,
  wifiEncryption,
} from './content-fields.ts'

/** The content of a code: its fields by type, or the payload of a wifi or vcard code that was sent as text. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'link'; link: string }
  | { type: 'email'; email: string; subject?: string; body?: string }
  | { type: 'phone'; phone: string }
  | { type: 'sms'; phone: string; message?: string }
  | Wifi
  | ContactCard
  | CalendarEvent
  | Place
  | { type: 'whatsapp'; phone: string; message?: string }
  | AppPair
  | { type: 'wifi' | 'vcard'; rawPayload: string }

export interface Wifi {
  type: 'wifi'
  ssid: string
  pass?: string
  encryption: 'WPA' | 'WEP' | 'nopass'
  hidden?: boolean
}

export interface ContactCard {
  type: 'vcard'
  fname: string
  lname?: string
  phone?: string
  email?: string
  company?: string
  site?: string
  address?: string
}

/** Times are local to `timezone`: `YYYY-MM-DD`, which is a whole day, or with ` HH:MM` or ` HH:MM:SS`. */
export interface CalendarEvent {
  type: 'event'
  title: string
  start: string
  end?: string
  timezone?: string
  location?: string
  description?: string
  url?: string
}

/** A position in degrees, WGS 84. */
export interface Place {
  type: 'geo'
  lat: number
  lng: number
  name?: string
}

/** The pages of an app in the stores. */
export interface AppPair {
  type: 'app'
  apple: string
  google: string
  other?: string
}

interface Field {
  name: string
  read: ReadField
  max: number
  isRequired: boolean
}

// By field, or by type and field where types differ.
const readers: Record<string, ReadField> = {
  text: multilineText,
  link: httpUrl,
  email: emailAddress,
  subject: line,
  body: multilineText,
  phone: phoneNumber,
  message: multilineText,
  ssid: line,
  pass: line,
  encryption: wifiEncryption,
  hidden: bool,
  fname: line,
  lname: line,
  company: line,
  site: website,
  address: multilineText,
  title: line,
  start: localTime,
  end: localTime,
  timezone,
  location: line,
  description: multilineText,
  url: httpUrl,
  lat: latitude,
  lng: longitude,
  name: line,
  'whatsapp.phone': internationalNumber,
  apple: httpUrl,
  google: httpUrl,
  other: httpUrl,
}

/** The fields of a type, in the order of its schema, which is that of the values in an array. */
function fieldsOf(type: QrType): [Field, ...Field[]] {
  const { properties, required = [] }: TObject = QR_CONTENTS[type]
  const [main, ...rest] = Object.entries<TSchema>(properties).map(([name, schema]): Field => {
    const [notNull = schema] = (schema['anyOf'] as TSchema[] | undefined) ?? []
    const read = readers[`${type}.${name}`] ?? readers[name]
    if (!read) throw new Error(`No reader for the field ${name} of a ${type} code.`)
    return { name, read, max: (notNull['maxLength'] as number | undefined) ?? 0, isRequired: required.includes(name) }
  })
  if (!main) throw new Error(`A ${type} code has no fields.`)
  return [main, ...rest]
}

const fields = Object.fromEntries(QR_TYPES.map((type) => [type, fieldsOf(type)])) as Record<QrType, [Field, ...Field[]]>

/** `data` is stored in the form in which it was sent: a string, an object or an array. */
interface ReadContent {
  content: Content
  data: QrData
}

type Faults = { faults: Fault[] }

/** Reads the `data` of a code: a string (its main value), an object, or an array of values. Returns every fault. */
export function readContent(type: QrType, data: unknown, isStored = false): ReadContent | Faults {
  if (typeof data === 'string') return readString(type, data, isStored)
  if (Array.isArray(data)) return readArray(type, data, isStored)
  if (typeof data !== 'object' || data === null)
    return { faults: [{ path: '/data', message: 'must be text, an object or a list' }] }
  const members = data as Record<string, unknown>
  const result = readFields(
    type,
    (field) => (Object.hasOwn(members, field.name) ? members[field.name] : null),
    (field) => field.name,
    isStored,
  )
  return 'faults' in result ? result : { content: { type, ...result.values } as Content, data: result.values }
}

/** Reads the stored `data` of a code. Throws where it is not valid, which only a change of this program can cause. */
export function readStoredContent(type: QrType, data: unknown): Content {
  const result = readContent(type, data, true)
  if ('content' in result) return result.content
  throw new Error(`The stored data of a ${type} code cannot be read.`)
}

function readString(type: QrType, data: string, isStored: boolean): ReadContent | Faults {
  const [main] = fields[type]
  const isRawPayload = takesPayload(type)
  if (data === '') return { faults: [{ path: '/data', message: 'is required' }] }
  if (needsFields(type)) {
    const names = fields[type].filter(({ isRequired }) => isRequired).map(({ name }) => name)
    return { faults: [{ path: '/data', message: `must be an object with ${names.join(' and ')}` }] }
  }
  const result = isRawPayload ? multilineText(data, MAX_QR_TEXT) : main.read(data, main.max, isStored)
  if ('fault' in result) return { faults: [{ path: '/data', message: result.fault }] }
  const content = (isRawPayload ? { type, rawPayload: data } : { type, [main.name]: result.value }) as Content
  return { content, data }
}

function readArray(type: QrType, data: unknown[], isStored: boolean): ReadContent | Faults {
  const result = readFields(
    type,
    (_, index) => data[index] ?? null,
    (_, index) => String(index),
    isStored,
  )
  if ('faults' in result) return result
  const sent = fields[type].slice(0, data.length).map(({ name }) => result.values[name] ?? null)
  return { content: { type, ...result.values } as Content, data: sent }
}

function readFields(
  type: QrType,
  valueIn: (field: Field, index: number) => unknown,
  nameOf: (field: Field, index: number) => string,
  isStored: boolean,
): { values: Record<string, QrValue> } | Faults {
  const values: Record<string, QrValue> = {}
  const faults: Fault[] = []
  fields[type].forEach((field, index) => {
    const value = valueIn(field, index)
    const report = (message: string) => faults.push({ path: `/data/${nameOf(field, index)}`, message })
    if (value === null || value === undefined || value === '') {
      if (field.isRequired) report('is required')
      return
    }
    const result = field.read(value, field.max, isStored)
    if ('fault' in result) report(result.fault)
    else values[field.name] = result.value
  })
  const ended = type === 'event' ? findEndFault(values) : null
  if (ended !== null) {
    const index = fields[type].findIndex(({ name }) => name === 'end')
    faults.push({ path: `/data/${nameOf(fields[type][index] as Field, index)}`, message: ended })
  }
  return faults.length > 0 ? { faults } : { values }
}

function findEndFault({ start, end }: Record<string, QrValue>): string | null {
  if (typeof start !== 'string' || typeof end !== 'string') return null
  if ((start.length === 10) !== (end.length === 10))
    return `must be ${start.length === 10 ? 'a date' : 'a date and time'}, as the start is`
  const isAfter = start.length === 10 ? end >= start : (parseTimestamp(end) ?? 0) > (parseTimestamp(start) ?? 0)
  return isAfter ? null : `must be ${start.length === 10 ? 'the day of the start or later' : 'after the start'}`
}
