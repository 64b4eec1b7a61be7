import { creation, readCount, title } from '../fields.ts'
import { given, type SourceRow } from '../record.ts'

type Columns = 'keyword' | 'url' | 'title' | 'timestamp' | 'clicks'

/** A row of the table `yourls_url`. */
export function yourlsRow(columns: Record<Columns, string>): Omit<SourceRow, 'row' | 'kind'> {
  const { notes, ...date } = creation(columns.timestamp)
  return {
    record: given({
      url: columns.url,
      custom: columns.keyword,
      metatitle: title(columns.title),
      clicks: readCount(columns.clicks),
      ...date,
    }),
    notes,
  }
}
