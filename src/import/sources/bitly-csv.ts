import { csvSource } from '../csv.ts'
import { creation, readCount, takeShortUrl, title } from '../fields.ts'
import { given } from '../record.ts'

/** The CSV export of Bitly. The back-half of the custom link is the alias where there is one. */
export const bitlyCsv = csvSource({
  columns: {
    link: ['Link'],
    custom: ['Custom Link'],
    created: ['Date created'],
    title: ['Title'],
    url: ['Destination URL'],
    clicks: ['Engagements'],
    status: ['Status'],
  },
  required: [['url'], ['link', 'custom']],
  read(cells) {
    const { notes, ...date } = creation(cells.created)
    return {
      record: given({
        url: cells.url,
        ...takeShortUrl(cells.custom || cells.link),
        metatitle: title(cells.title),
        clicks: readCount(cells.clicks),
        ...date,
      }),
      notes,
      ...(/^deleted$/i.test(cells.status) ? { skipped: 'It was deleted at Bitly.' } : {}),
    }
  },
})
