import { csvSource } from '../csv.ts'
import { expiry, readTags, takeShortUrl } from '../fields.ts'
import { linkRecord } from '../link-record.ts'

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
    const { domain, custom } = takeShortUrl(cells.short)
    return {
      ...linkRecord({
        url: cells.url,
        domain,
        custom: custom ?? cells.path.replace(/^\//, ''),
        metatitle: cells.title,
        tags: readTags(cells.tags),
        clicks: cells.clicks,
        expiry: expiry(cells.expires),
        date: cells.created,
      }),
      ...(domain !== undefined && custom === undefined && cells.path === '' ? rootLink : {}),
    }
  },
})

/** The link of a bare domain, which here is a field of the domain. */
export const rootLink = {
  faults: [{ path: '/custom', message: 'is empty: it is the root of the domain, whose `redirectroot` does that here' }],
}
