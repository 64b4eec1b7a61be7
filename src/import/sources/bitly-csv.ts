import { csvSource } from '../csv.ts'
import { creation, readCount, takeShortUrls, title } from '../fields.ts'
import { given } from '../record.ts'

/**
 * The CSV export of Bitly. The back-half of the custom link is the alias where there is one; that of the link is a
 * further one.
 */
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
    const short = takeShortUrls([cells.custom, cells.link])
    return {
      record: given({
        url: cells.url,
        ...short.fields,
        metatitle: title(cells.title),
        clicks: readCount(cells.clicks),
        ...date,
      }),
      notes: [...notes, ...short.notes],
      ...(/^deleted$/i.test(cells.status) ? { skipped: 'It was deleted at Bitly.' } : {}),
    }
  },
})
