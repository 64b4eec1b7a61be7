import { csvSource } from '../csv.ts'
import { creation, expiry, readCount, readTags, takeShortUrl, title } from '../fields.ts'
import { given } from '../record.ts'

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
    const { notes, ...date } = creation(cells.created)
    const { domain, custom } = takeShortUrl(cells.short)
    return {
      record: given({
        url: cells.url,
        domain,
        custom: custom ?? cells.path.replace(/^\//, ''),
        metatitle: title(cells.title),
        tags: readTags(cells.tags),
        clicks: readCount(cells.clicks),
        expiry: expiry(cells.expires),
        ...date,
      }),
      notes,
      ...(domain !== undefined && custom === undefined && cells.path === '' ? rootLink : {}),
    }
  },
})

/** The link of a bare domain, which here is a field of the domain. */
export const rootLink = {
  faults: [{ path: '/custom', message: 'is empty: it is the root of the domain, whose `redirectroot` does that here' }],
}
