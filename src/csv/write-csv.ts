import { stringify } from 'csv-stringify/sync'

/**
 * Rows as CSV (RFC 4180). Values that spreadsheets would run as a formula are escaped, and values with line breaks are
 * quoted.
 */
export const writeCsv = (rows: readonly (readonly unknown[])[]): string =>
  stringify(rows as unknown[][], { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ })
