import type { FileSource } from '../../../schemas/imports.ts'
import type { SourceRow } from '../record.ts'
import { bitlyCsv } from './bitly-csv.ts'
import { dubCsv } from './dub-csv.ts'
import { genericCsv } from './generic-csv.ts'
import { shlinkCsv } from './shlink-csv.ts'
import { shortioCsv } from './shortio-csv.ts'
import { waymark } from './waymark.ts'
import { yourlsCsv } from './yourls-csv.ts'
import { yourlsSql } from './yourls-sql.ts'

/** Reads the rows of a file. Throws UnreadableFile. */
/** Reads a file. `onService` gets the base URL in the header of an export of Waymark. */
export type ReadFile = (
  bytes: AsyncIterable<Uint8Array>,
  onService?: (url: string) => void,
) => AsyncGenerator<SourceRow>

export const fileSources: Record<FileSource, ReadFile> = {
  waymark,
  csv: genericCsv,
  'bitly-csv': bitlyCsv,
  'shortio-csv': shortioCsv,
  'dub-csv': dubCsv,
  'shlink-csv': shlinkCsv,
  'yourls-csv': yourlsCsv,
  'yourls-sql': yourlsSql,
}
