import type { QrType } from '../../../schemas/qr.ts'
import type { Fault } from '../../errors.ts'
import {
  emailAddress,
  encryption,
  flag,
  line,
  longText,
  phoneNumber,
  prose,
  type Read,
  site,
  webAddress,
} from './fields.ts'

/** What a code holds, by its fields; of a finished payload (vcard, wifi) the payload alone. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'link'; link: string }
  | { type: 'email'; email: string; subject?: string; body?: string }
  | { type: 'phone'; phone: string }
  | { type: 'sms'; phone: string; message?: string }
  | Wifi
  | Card
  | { type: 'wifi' | 'vcard'; finished: string }

export interface Wifi {
  type: 'wifi'
  ssid: string
  pass?: string
  encryption: 'WPA' | 'WEP' | 'nopass'
  hidden?: boolean
}

export interface Card {
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
  read: Read
  required?: true
}

// In the order in which an array gives the values.
const fields: Record<QrType, readonly [Field, ...Field[]]> = {
  text: [{ name: 'text', read: longText, required: true }],
  link: [{ name: 'link', read: webAddress, required: true }],
  email: [
    { name: 'email', read: emailAddress, required: true },
    { name: 'subject', read: line },
    { name: 'body', read: prose },
  ],
  phone: [{ name: 'phone', read: phoneNumber, required: true }],
  sms: [
    { name: 'phone', read: phoneNumber, required: true },
    { name: 'message', read: prose },
  ],
  wifi: [
    { name: 'ssid', read: line, required: true },
    { name: 'pass', read: line },
    { name: 'encryption', read: encryption, required: true },
    { name: 'hidden', read: flag },
  ],
  vcard: [
    { name: 'fname', read: line, required: true },
    { name: 'lname', read: line },
    { name: 'phone', read: phoneNumber },
    { name: 'email', read: emailAddress },
    { name: 'company', read: line },
    { name: 'site', read: site },
    { name: 'address', read: prose },
  ],
}

/** The data of a code as it is kept: a string, an object of the known fields, or their values in order. */
export type QrData = string | Record<string, string | boolean> | (string | boolean | null)[]

export interface ReadContent {
  content: Content
  data: QrData
}

/** Reads the `data` of a code: a string (its main value), an object, or an array of values. All that is wrong is told. */
export function readContent(type: QrType, data: unknown): ReadContent | { faults: Fault[] } {
  if (typeof data === 'string') return fromString(type, data)
  if (Array.isArray(data)) return fromValues(type, data)
  if (typeof data !== 'object' || data === null)
    return { faults: [{ path: '/data', message: 'must be a string, an object or an array' }] }
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
  const result = (isFinished ? longText : main.read)(data)
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
      if (field.required) fault('is required')
      return
    }
    const result = field.read(value)
    if ('wrong' in result) fault(result.wrong)
    else kept[field.name] = result.kept
  })
  return faults.length > 0 ? { faults } : { kept }
}
