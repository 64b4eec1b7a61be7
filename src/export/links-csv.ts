import { listChannelNamesById } from '../../db/queries/export.ts'
import { writeCsv } from '../csv/write-csv.ts'
import { aliasUrl } from '../links/public-urls.ts'
import { batchesOf, type ExportSource } from './records.ts'

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
  'Starts at',
  'Click limit',
  'Aliases',
  'Redirect status',
  'External ID',
  'Password',
]

// A text that looks like an escaped formula gets one more quote, because the import removes one.
const withQuotes = (cells: unknown[]) =>
  cells.map((cell) => (typeof cell === 'string' && /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell))

/** Names joined by `|`, or as a JSON list if the import would read other names from that. */
function namesCell(names: readonly string[]): string {
  const joined = names.join('|')
  const isPlain = names.every((name) => name === name.trim() && !name.includes('|')) && !joined.startsWith('[')
  return isPlain && (names.length > 1 || !joined.includes(',')) ? joined : JSON.stringify(names)
}

/**
 * The links of an account as chunks of CSV: the columns that the import of a generic CSV reads; new ones come last.
 * Tags are the names of the channels. Of a password it only says that there is one.
 */
export async function* exportLinksCsv(
  { db, config, accountId }: ExportSource,
  onRecords: (count: number) => Promise<void> | void = () => {},
): AsyncGenerator<string> {
  yield writeCsv([HEADER])
  const channels = await listChannelNamesById(db, accountId)
  for await (const links of batchesOf(db, accountId, 'links')) {
    const rows = links.map((link) => [
      aliasUrl(config, link['domain'] as string | null, String(link['alias'])),
      link['alias'],
      link['domain'],
      link['url'],
      link['metatitle'],
      link['description'],
      link['status'],
      namesCell((link['channels'] as number[]).flatMap((id) => channels.get(id) ?? [])),
      link['clicks'],
      link['uniqueclicks'],
      link['expiry'],
      link['date'],
      link['start'],
      link['clicklimit'],
      (link['aliases'] as string[]).join('|'),
      link['redirectstatus'],
      link['externalid'],
      link['passwordhash'] === null ? '' : 'yes',
    ])
    yield writeCsv(rows.map(withQuotes))
    await onRecords(links.length)
  }
}
