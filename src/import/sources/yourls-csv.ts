import { csvSource } from '../csv.ts'
import { yourlsRow } from './yourls-row.ts'

/** The table `yourls_url` as CSV. */
export const yourlsCsv = csvSource({
  columns: {
    keyword: ['keyword'],
    url: ['url'],
    title: ['title'],
    timestamp: ['timestamp'],
    clicks: ['clicks'],
  },
  required: [['keyword'], ['url']],
  read: yourlsRow,
})
