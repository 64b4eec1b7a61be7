import { type Static, Type } from '@sinclair/typebox'
import { defaulted, oneOf } from './ref.ts'

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const

export const ExportQuery = Type.Object({
  format: defaulted(
    oneOf(EXPORT_FORMATS, {
      default: 'ndjson',
      description: '`ndjson`: everything, one record a line; `POST /api/import` reads it. `csv`: a table of the links.',
      examples: ['ndjson'],
    }),
  ),
})
export type ExportQuery = Static<typeof ExportQuery>
