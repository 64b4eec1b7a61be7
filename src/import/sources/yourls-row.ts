import { linkRecord } from '../link-record.ts'
import type { SourceRow } from '../record.ts'

type Columns = 'keyword' | 'url' | 'title' | 'timestamp' | 'clicks'

/** A row of the table `yourls_url`. */
export function yourlsRow(columns: Record<Columns, string>): Omit<SourceRow, 'row' | 'kind'> {
  return linkRecord({
    url: columns.url,
    custom: columns.keyword,
    metatitle: columns.title,
    clicks: columns.clicks,
    date: columns.timestamp,
  })
}
