import { createReadStream, statSync } from 'node:fs'
import { API_SOURCES, type ApiSource, FILE_SOURCES, type FileSource, type Import } from '../../schemas/imports.ts'
import { type ApiContext, type CommandOutcome, UsageError, type Values } from './command.ts'

// What imports into a database and over a server have in common.

/** What is imported: as --from says, or by the name of the file. */
export function sourceOf({ from, file }: Values): FileSource | ApiSource {
  const known = [...FILE_SOURCES, ...API_SOURCES]
  if (from === undefined) {
    if (typeof file !== 'string') throw new UsageError('Name a file, or a service by --from')
    return /\.sql$/i.test(file) ? 'yourls-sql' : /\.(nd|)jsonl?$/i.test(file) ? 'waymark' : 'csv'
  }
  const source = known.find((name) => name === from)
  if (!source) throw new UsageError(`--from must be one of ${known.join(', ')}`)
  return source
}

/** The bytes of the file that is imported. */
export function openFile({ openInput }: Pick<ApiContext, 'openInput'>, { file }: Values): AsyncIterable<Uint8Array> {
  if (typeof file !== 'string') throw new UsageError('Missing --file')
  if (file === '-') return openInput()
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`There is no file ${file}`)
  if (found.isDirectory()) throw new UsageError(`${file} is a directory: name a file`)
  return createReadStream(file)
}

/** The key of the other service. */
export async function readImportKey(
  { readInput, importKey }: Pick<ApiContext, 'readInput' | 'importKey'>,
  values: Values,
): Promise<string> {
  const key = values['key-stdin'] ? (await readInput()).trim() : importKey
  if (key === '') throw new UsageError('Give the key of the service in WAYMARK_IMPORT_KEY, or by --key-stdin')
  return key
}

export const reportFormat = (file: string): 'ndjson' | 'csv' => (/\.(nd|)jsonl?$/i.test(file) ? 'ndjson' : 'csv')

/** The end of a sentence about an import whose reading was interrupted. */
export const howToGoOn = ({ id, total }: Import): string =>
  `${total} ${total === 1 ? 'row' : 'rows'}: go on with \`import --resume ${id}\`.`

/** What became of the rows of an import that is done. */
export function shownOutcome(shown: Import, hasReport: boolean): CommandOutcome {
  const { id, dryrun, total, created, replaced, renamed, skipped, failed } = shown
  return {
    data: { import: shown },
    lines: [
      `Import ${id}${dryrun ? ' (nothing was stored)' : ''}: ${created} created, ${replaced} replaced, ${renamed} renamed, ${skipped} left out, ${failed} invalid.`,
      ...(total === 0 ? ['There were no rows to import.'] : []),
      ...(failed > 0 && !hasReport ? ['`--report FILE` writes what became of each row.'] : []),
    ],
  }
}
