import type { Static } from '@sinclair/typebox'
import { NewQr, type QrCode, type QrCreated, type QrDetails, QrQuery } from '../../schemas/qr.ts'
import { QR_TYPES } from '../../schemas/qr-content.ts'
import type { Query } from './api.ts'
import { apiOptions } from './api-options.ts'
import { type Command, type Option, UsageError, type Values } from './command.ts'
import { drawCommand } from './draw.ts'
import {
  countLine,
  fieldOptions,
  furtherFields,
  limitOption,
  readFurther,
  readId,
  readLimit,
  readOptions,
} from './fields.ts'
import { fieldTable, warningLines } from './screen.ts'

const FILTERS = ['channel', 'domain', 'externalid']
const CREATED = [
  ...['type', 'name', 'static', 'domain', 'template', 'background', 'foreground', 'logo', 'externalid', 'publicstats'],
]

const dataOption: Record<string, Option> = {
  data: { value: 'text', about: 'What it contains: of a link its URL.', required: true },
}
const idOption: Record<string, Option> = {
  id: { value: 'id', about: 'Id of the code, or ext_ and its external id.', required: true },
}

/** Text, or the fields of a type that has several. */
function readData({ data, type = 'link' }: Values): unknown {
  const text = String(data)
  if (type === 'link' || type === 'text' || !/^\s*\{/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--data must be a text or a JSON object')
  }
}

/** Commands about QR codes. */
export const qrCommands: Command[] = [
  {
    name: 'qr list',
    options: { ...fieldOptions(QrQuery, FILTERS), ...limitOption, ...apiOptions },
    async call({ connect }, values) {
      const query = readOptions(QrQuery, FILTERS, values) as Query
      const listed = await (await connect()).list<QrCode>('/api/qr', 'qrs', readLimit(values), query)
      return {
        data: { result: listed.total, qrs: listed.rows },
        table: {
          columns: [
            { title: 'id', isNumber: true },
            { title: 'picture', isWhole: true },
            { title: 'scans', isNumber: true },
            { title: 'created', isWhole: true },
            { title: 'name' },
          ],
          rows: listed.rows.map(({ id, link, scans, date, name }) => [id, link, scans, date, name]),
        },
        lines: countLine(listed, 'QR codes'),
      }
    },
  },
  {
    name: 'qr add',
    options: {
      ...dataOption,
      ...fieldOptions(NewQr, CREATED),
      type: { choices: QR_TYPES, about: 'Type of the content. Default: link.' },
      strict: { about: 'Refuse a code that phones may not read, instead of a warning.' },
      ...furtherFields,
      ...apiOptions,
    },
    operand: 'data',
    notes: [
      'Content with several fields: --type wifi, and as data its fields in JSON: \'{"ssid":"guests","pass":"…","encryption":"WPA"}\'.',
    ],
    async call({ connect }, values) {
      const body = {
        type: 'link',
        ...readFurther(values),
        ...readOptions(NewQr, CREATED, values),
        data: readData(values),
      }
      const query = values['strict'] ? { strict: true } : {}
      const made = await (await connect()).ask<Static<typeof QrCreated>>('POST', '/api/qr/add', { body, query })
      return { data: made, lines: [`QR code ${made.id}: ${made.link}`, ...warningLines(made.warnings)] }
    },
  },
  {
    name: 'qr show',
    options: { ...idOption, ...apiOptions },
    operand: 'id',
    async call({ connect }, values) {
      const { record, reply } = await (await connect()).record<QrDetails>(`/api/qr/${readId(values)}`, 'details')
      return { data: reply, table: fieldTable(record), lines: [] }
    },
  },
  drawCommand,
]
