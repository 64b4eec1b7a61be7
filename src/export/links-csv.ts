import { stringify } from 'csv-stringify/sync'
import { listChannelNamesById } from '../../db/queries/export.ts'
import { aliasUrl } from '../links/public-urls.ts'
import { type ExportSource, stretchesOf } from './records.ts'

// RFC 4180. Values that spreadsheets would run as a formula are escaped, and values with line breaks are quoted.
const CSV = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const

const HEADER = [
  'Short URL',
  'Alias',
  'Domain',
  'Long URL',
  'Title',
  'Description',
  'Status',
  'Tags',
  'Clicks',
  'Unique clicks',
  'Expires at',
  'Created at',
]

/**
 * The links of an account as chunks of CSV: the columns that the import of a generic CSV reads. Tags are the names of
 * the channels.
 */
export async function* exportLinksCsv(
  { db, config, accountId }: ExportSource,
  onRecords: (count: number) => Promise<void> | void = () => {},
): AsyncGenerator<string> {
  yield stringify([HEADER], CSV)
  const channels = await listChannelNamesById(db, accountId)
  for await (const links of stretchesOf(db, accountId, 'links')) {
    const rows = links.map((link) => [
      aliasUrl(config, link['domain'] as string | null, String(link['alias'])),
      link['alias'],
      link['domain'],
      link['url'],
      link['metatitle'],
      link['description'],
      link['status'],
      (link['channels'] as number[]).map((id) => channels.get(id) ?? '').join('|'),
      link['clicks'],
      link['uniqueclicks'],
      link['expiry'],
      link['date'],
    ])
    yield stringify(rows, CSV)
    await onRecords(links.length)
  }
}
