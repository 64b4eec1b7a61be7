import { type Static, Type } from '@sinclair/typebox'
import { anyText, count, datetime, id, text } from './fields.ts'
import { checked, defaulted, nullable, oneOf, optional, Ref } from './ref.ts'
import { created, success } from './replies.ts'

export const FILE_SOURCES = [
  'waymark',
  'csv',
  'bitly-csv',
  'shortio-csv',
  'dub-csv',
  'shlink-csv',
  'yourls-csv',
  'yourls-sql',
] as const
export type FileSource = (typeof FILE_SOURCES)[number]

export const API_SOURCES = ['bitly', 'shortio', 'rebrandly', 'dub', 'shlink', 'kutt'] as const
export type ApiSource = (typeof API_SOURCES)[number]

export const CONFLICTS = ['skip', 'replace', 'rename'] as const
export const OUTCOMES = ['created', 'replaced', 'renamed', 'skipped', 'failed'] as const

const conflicts = oneOf(CONFLICTS, {
  default: 'skip',
  description:
    'What to do with a link whose alias is taken: skip it, replace the account’s own link, or give it another alias (`sale-2`).',
  examples: ['skip'],
})
const dryrun = Type.Boolean({
  default: false,
  description: 'true: only the report is stored, as if the import had run.',
  examples: [true],
})
const domain = checked(
  'host',
  text(
    'Branded domain for links whose own domain the account does not have. Default: the service’s own host.',
    'https://go.example.com',
    2048,
  ),
)

export const ImportQuery = Type.Object({
  source: Type.Optional(
    oneOf(FILE_SOURCES, {
      description:
        'What the file is: an export of this service, a CSV or SQL file of another one, or any CSV with usual column names. Default: by the content type, `waymark` for NDJSON, `csv` for CSV, `yourls-sql` for SQL.',
      examples: ['csv'],
    }),
  ),
  conflicts: defaulted(conflicts),
  dryrun: defaulted(dryrun),
  domain: Type.Optional(domain),
})
export type ImportQuery = Static<typeof ImportQuery>

const key = text(
  'Key of the API of the other service. It is kept in memory while its links are read, and never stored.',
  'abc123',
  512,
)

export const ServiceImport = Type.Object(
  {
    source: oneOf(API_SOURCES, { description: 'The other service.', examples: ['dub'] }),
    key,
    host: optional(
      checked(
        'host',
        text(
          'Address of a service that people run themselves, with its path if it is below one: required for `shlink` and `kutt`.',
          'https://s.example.com',
          255,
        ),
      ),
    ),
    scope: optional(
      text(
        'What to read of it: for `shortio` the id of the domain (required), for `bitly` the GUID of a group, for `rebrandly` the id of a domain. Default: all.',
        '12345',
        100,
      ),
    ),
    conflicts: optional(conflicts),
    dryrun: optional(dryrun),
    domain: optional(domain),
  },
  { $id: 'ServiceImport', description: 'An import from the API of another service.' },
)
export type ServiceImport = Static<typeof ServiceImport>

export const ImportResume = Type.Object(
  { key },
  { $id: 'ImportResume', description: 'The key of the other service, to resume an interrupted import.' },
)

const many = (what: string) => ({ ...count(`How many rows were ${what}.`), examples: [3] })

export const Import = Type.Object(
  {
    id: id('Id of the import, which is a job.'),
    source: oneOf([...FILE_SOURCES, ...API_SOURCES], { description: 'What is imported.', examples: ['csv'] }),
    status: oneOf(['reading', 'interrupted', 'writing', 'done', 'failed'], {
      description:
        '`reading`: the source is being read. `interrupted`: reading stopped, and needs the key again (`POST /api/import/{id}/resume`). `writing`: rows are being written; a restart of the service resumes this. `done`: the report is complete. `failed`: writing was given up after many attempts; rows without an outcome are not written.',
      examples: ['done'],
    }),
    dryrun: Type.Boolean({ description: 'Whether nothing is stored but the report.', examples: [false] }),
    conflicts,
    total: { ...count('How many rows were read so far.'), examples: [1200] },
    progress: { ...count('Number of processed rows.'), examples: [1200] },
    created: many('created'),
    replaced: many('replaced'),
    renamed: many('created with another alias'),
    skipped: many('left out, because they were there'),
    failed: many('invalid'),
    message: nullable(
      anyText('Why it waits or stopped, if it does.', 'The service asks to wait for 60 seconds.', 1000),
    ),
    date: datetime('Time of creation.'),
    finished: nullable(datetime('When it ended; null while it is not done.')),
  },
  { $id: 'Import', description: 'An import and how far it is.' },
)
export type Import = Static<typeof Import>

export const ImportReply = success('ImportReply', { details: Ref(Import) }, 'The import.')
export const ImportStarted = created(
  'ImportStarted',
  'The import was accepted. A job writes its rows; `GET /api/import/{id}` says how far it is.',
)

export const ReportQuery = Type.Object({
  format: defaulted(
    oneOf(['csv', 'ndjson'], { default: 'csv', description: 'Format of the report.', examples: ['csv'] }),
  ),
  outcome: Type.Optional(oneOf(OUTCOMES, { description: 'Only rows with this outcome.', examples: ['failed'] })),
})
