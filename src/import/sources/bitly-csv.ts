import { csvSource } from '../csv.ts'
import { linkRecord } from '../link-record.ts'
import { rootFault, takeShortUrls } from '../short-url.ts'

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
    const short = takeShortUrls([cells.custom, cells.link])
    return {
      ...linkRecord(
        {
          url: cells.url,
          ...short.first,
          ...(short.aliases.length > 0 ? { aliases: short.aliases } : {}),
          metatitle: cells.title,
          clicks: cells.clicks,
          date: cells.created,
        },
        short.notes,
      ),
      ...rootFault(short.first),
      ...(/^deleted$/i.test(cells.status) ? { skipped: 'It was deleted at Bitly.' } : {}),
    }
  },
})
