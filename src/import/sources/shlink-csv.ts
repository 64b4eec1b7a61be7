import { csvSource } from '../csv.ts'
import { creation, readCount, readTags, takeShortUrl, title } from '../fields.ts'
import { given } from '../record.ts'

/** The CSV export of Shlink's web client; older ones have no columns for domain and short code. */
export const shlinkCsv = csvSource({
  columns: {
    created: ['createdAt'],
    domain: ['domain'],
    code: ['shortCode'],
    short: ['shortUrl'],
    url: ['longUrl'],
    title: ['title'],
    tags: ['tags'],
    visits: ['visits'],
  },
  required: [['url'], ['short', 'code']],
  read(cells) {
    const { notes, ...date } = creation(cells.created)
    const short = takeShortUrl(cells.short)
    return {
      record: given({
        url: cells.url,
        domain: short.domain ?? cells.domain,
        custom: cells.code || short.custom,
        metatitle: title(cells.title),
        tags: readTags(cells.tags),
        clicks: readCount(cells.visits),
        ...date,
      }),
      notes,
    }
  },
})
