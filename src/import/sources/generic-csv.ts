import { csvSource } from '../csv.ts'
import { clickLimit, expiry, readAliases, readTags, takeShortUrl } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { readVisibility, visibilityColumns } from '../visibility.ts'

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
    ...visibilityColumns,
    start: ['Starts at', 'Start', 'Start date', 'Valid since', 'Valid from'],
    limit: ['Click limit', 'Clicks limit', 'Max clicks', 'Visit limit', 'Max visits'],
    aliases: ['Aliases', 'Further aliases'],
    redirect: ['Redirect status', 'Redirect type', 'Redirect code'],
    externalid: ['External ID'],
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
    const short = takeShortUrl(cells.short)
    const { status, notes } = readVisibility(cells)
    return linkRecord(
      {
        url: cells.url,
        domain: cells.domain || short.domain,
        custom: cells.code.replace(/^\//, '') || short.custom,
        metatitle: cells.title,
        description: cells.description,
        tags: readTags(cells.tags),
        clicks: cells.clicks,
        uniqueclicks: cells.uniques,
        start: expiry(cells.start),
        expiry: expiry(cells.expires),
        clicklimit: clickLimit(cells.limit),
        aliases: readAliases(cells.aliases),
        redirectstatus: cells.redirect,
        externalid: cells.externalid,
        status,
        date: cells.created,
      },
      notes,
    )
  },
})
