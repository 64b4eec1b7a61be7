import { csvSource } from '../csv.ts'
import { creation, expiry, readCount, readTags, takeShortUrl, title } from '../fields.ts'
import { given } from '../record.ts'

/** A CSV file of any program, whose columns have usual names; also that of `GET /api/export?format=csv`. */
export const genericCsv = csvSource({
  columns: {
    url: ['Long URL', 'Destination URL', 'Original URL', 'Target URL', 'Destination', 'Target', 'URL', 'Original URLs'],
    code: ['Short code', 'Alias', 'Slug', 'Keyword', 'Back-half', 'Slashtag', 'Custom', 'Path', 'Key', 'Address'],
    short: ['Short URL', 'Short link', 'Link', 'Shortened URL', 'Short'],
    domain: ['Domain', 'Host'],
    title: ['Title', 'Name', 'Meta title'],
    description: ['Description', 'Note', 'Notes', 'Comment', 'Comments'],
    tags: ['Tags', 'Tag', 'Labels', 'Channels'],
    clicks: ['Clicks', 'Visits', 'Visit count', 'Engagements', 'Hits', 'Total clicks'],
    uniques: ['Unique clicks', 'Unique visits', 'Uniques'],
    status: ['Status'],
    expires: [
      'Expires at',
      'Expires',
      'Expiry',
      'Expiry date',
      'Expiration',
      'Expiration date',
      'Valid until',
      'Expire in',
    ],
    created: ['Created at', 'Created', 'Date created', 'Creation date', 'Date', 'Timestamp'],
  },
  required: [['url']],
  read(cells) {
    const { notes, ...date } = creation(cells.created)
    const short = takeShortUrl(cells.short)
    return {
      record: given({
        url: cells.url,
        domain: cells.domain || short.domain,
        custom: cells.code || short.custom,
        metatitle: title(cells.title),
        description: cells.description,
        tags: readTags(cells.tags),
        clicks: readCount(cells.clicks),
        uniqueclicks: readCount(cells.uniques),
        expiry: expiry(cells.expires),
        status: /^private$/i.test(cells.status) ? 'private' : undefined,
        ...date,
      }),
      notes,
    }
  },
})
