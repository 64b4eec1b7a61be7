import { csvSource } from '../csv.ts'
import { readTags } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'

/** The CSV export of Dub, with the columns that its user chose. */
export const dubCsv = csvSource({
  columns: {
    short: ['Short link', 'link'],
    url: ['Destination URL', 'url'],
    title: ['Title'],
    description: ['Description'],
    clicks: ['Clicks'],
    created: ['Created at'],
    tags: ['Tags'],
    archived: ['Archived'],
  },
  required: [['url'], ['short']],
  read(cells) {
    const isArchived = /^(yes|true)$/i.test(cells.archived)
    const short = takeShortUrl(cells.short)
    return {
      ...linkRecord(
        {
          url: cells.url,
          ...short,
          metatitle: cells.title,
          metadescription: cells.description,
          tags: readTags(cells.tags),
          clicks: cells.clicks,
          date: cells.created,
        },
        isArchived ? ['It was archived at Dub, where archived links still redirect.'] : [],
      ),
      ...rootFault(short),
    }
  },
})
