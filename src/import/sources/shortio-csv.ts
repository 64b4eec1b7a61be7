import { csvSource } from '../csv.ts'
import { readTags } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'

/** The CSV export of Short.io. */
export const shortioCsv = csvSource({
  columns: {
    short: ['shortURL', 'short URLs'],
    path: ['originalPath', 'original paths'],
    url: ['originalURL', 'original URLs'],
    title: ['title', 'titles', 'title(s)'],
    clicks: ['clicks'],
    created: ['createdAt'],
    expires: ['expiresAt'],
    tags: ['tags'],
  },
  required: [['url'], ['short', 'path']],
  read(cells) {
    const short = takeShortUrl(cells.short)
    const path = cells.path.replace(/^\//, '')
    return {
      ...linkRecord({
        url: cells.url,
        domain: short.domain,
        custom: short.custom ?? path,
        metatitle: cells.title,
        tags: readTags(cells.tags),
        clicks: cells.clicks,
        expiry: cells.expires,
        date: cells.created,
      }),
      ...rootFault(short, path),
    }
  },
})
