import { csvSource } from '../csv.ts'
import { readTags } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'

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
    const short = takeShortUrl(cells.short)
    return {
      ...linkRecord({
        url: cells.url,
        domain: short.domain ?? cells.domain,
        custom: cells.code || short.custom,
        metatitle: cells.title,
        tags: readTags(cells.tags),
        clicks: cells.visits,
        date: cells.created,
      }),
      ...rootFault(short, cells.code),
    }
  },
})
