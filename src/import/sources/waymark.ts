import { CLEARED_FIELDS } from '../../../schemas/import-records.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from '../../export/records.ts'
import { given, KINDS, type Kind, type SourceRow, UnreadableFile } from '../record.ts'
import { fieldsOf } from '../record-check.ts'
import { readLines, readText } from '../text.ts'

// In characters; longer than any base URL.
const MAX_SERVICE = 1000

const isKind = (kind: unknown): kind is Kind => KINDS.includes(kind as Kind)

/** An export of this service: NDJSON with a header and a last record. */
export async function* waymark(
  bytes: AsyncIterable<Uint8Array>,
  onService: (url: string) => void = () => {},
): AsyncGenerator<SourceRow> {
  let isEnded = false
  let isFirst = true
  for await (const { row, line } of readLines(readText(bytes))) {
    const value = parse(line)
    if (isFirst) {
      checkHeader(value)
      const service = value?.['service']
      if (typeof service === 'string') onService(service.slice(0, MAX_SERVICE))
    }
    isFirst = false
    if (isEnded) throw new UnreadableFile(`Line ${row} comes after the end of the export.`)
    if (value === undefined) {
      yield { row, kind: 'link', record: {}, faults: [{ path: '', message: 'is not a JSON object' }] }
      continue
    }
    const { kind } = value
    if (kind === 'end') isEnded = true
    else if (isKind(kind)) yield { row, ...rowOf(kind, value) }
    else if (kind !== 'export' && kind !== 'account')
      yield {
        row,
        kind: 'link',
        record: {},
        faults: [{ path: '/kind', message: `must be one of ${KINDS.join(', ')}` }],
      }
  }
  if (!isEnded) throw new UnreadableFile('The export ends early: its last record, of the kind `end`, is missing.')
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function checkHeader(value: Record<string, unknown> | undefined): void {
  if (value?.['kind'] !== 'export' || value['format'] !== EXPORT_FORMAT)
    throw new UnreadableFile(
      `The file is no export of this service: its first line must have "format":"${EXPORT_FORMAT}".`,
    )
  const { version } = value
  if (version === EXPORT_VERSION) return
  const shown = typeof version === 'object' ? 'none' : JSON.stringify(version)?.slice(0, 20)
  throw new UnreadableFile(`The export has version ${shown ?? 'none'}; this release reads version ${EXPORT_VERSION}.`)
}

function rowOf(kind: Kind, value: Record<string, unknown>): Omit<SourceRow, 'row'> {
  const { id, alias } = value
  const sourceId = kind !== 'day' && Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined
  const hasAlias = kind === 'link' || kind === 'bio'
  const renamed: Record<string, unknown> = hasAlias ? { ...value, custom: alias } : value
  const fields = fieldsOf(kind).filter((name) => name !== 'cleared' && Object.hasOwn(renamed, name))
  const record = given(Object.fromEntries(fields.map((name) => [name, renamed[name]])))
  const notes: string[] = []
  if (kind === 'link') record['cleared'] = clearedOf(value)
  if (kind === 'link' && value['haspassword'] === true && record['passwordhash'] === undefined) {
    record['status'] = 'private'
    notes.push(NO_PASSWORD)
  }
  if ((kind === 'qr' || kind === 'qrtemplate') && record['logo'] !== undefined && record['logoimage'] === undefined) {
    delete record['logo']
    notes.push('The file does not have the picture of the logo: set the logo again.')
  }
  return { kind, sourceId, record, notes }
}

/** The fields that are empty in the exported link. */
const clearedOf = (value: Record<string, unknown>) =>
  CLEARED_FIELDS.filter((name) => (name === 'password' ? value['haspassword'] === false : value[name] === null))

/** For a password-protected link whose password the export lacks: it must not become public. */
export const NO_PASSWORD =
  'The password is not in the source: the link is private until you set one and make it public.'
