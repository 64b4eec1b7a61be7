import { csvSource } from '../csv.ts'
import { yourlsRow } from './yourls-row.ts'

/** The table `yourls_url` as CSV; also without a header line, as database tools write it. */
export const yourlsCsv = csvSource({
  columns: {
    keyword: ['keyword'],
    url: ['url'],
    title: ['title'],
    timestamp: ['timestamp'],
    clicks: ['clicks'],
  },
  required: [['keyword'], ['url']],
  unnamed: (first) =>
    first.length === 6 && /^https?:\/\//i.test(first[1] ?? '')
      ? ['keyword', 'url', 'title', 'timestamp', null, 'clicks']
      : undefined,
  read: ({ title, ...cells }) => yourlsRow({ ...cells, title: /^(?:NULL|\\N)$/.test(title) ? '' : title }),
})
