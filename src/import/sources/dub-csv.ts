import { csvSource } from '../csv.ts'
import { creation, readCount, readTags, takeShortUrl, title } from '../fields.ts'
import { given } from '../record.ts'

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
    const { notes, ...date } = creation(cells.created)
    const isArchived = /^(yes|true)$/i.test(cells.archived)
    return {
      record: given({
        url: cells.url,
        ...takeShortUrl(cells.short),
        metatitle: title(cells.title),
        metadescription: cells.description,
        tags: readTags(cells.tags),
        clicks: readCount(cells.clicks),
        ...date,
      }),
      notes: [...notes, ...(isArchived ? ['It was archived at Dub, where archived links still redirect.'] : [])],
    }
  },
})
