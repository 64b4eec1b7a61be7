import { csvSource } from '../csv.ts'
import { isNone, readAliases, readTags } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { rootFault, takeShortUrl, takeShortUrlOrAlias } from '../short-url.ts'
import { readVisibility, visibilityColumns } from '../visibility.ts'

/** A CSV file of any program, whose columns have usual names; also that of `GET /api/export?format=csv`. */
export const genericCsv = csvSource({
  columns: {
    url: ['Long URL', 'Destination URL', 'Original URL', 'Target URL', 'Destination', 'Target', 'URL', 'Original URLs'],
    code: [
      ...['Short code', 'Alias', 'Slug', 'Keyword', 'Back-half', 'Slashtag', 'Custom', 'Path', 'Key', 'Address'],
      ...[
        'Custom alias',
        'Custom slug',
        'Custom back-half',
        'Custom keyword',
        'Custom code',
        'Custom path',
        'Custom URL',
      ],
      ...[
        'Custom link',
        'Vanity URL',
        'Vanity',
        'Short path',
        'Short slug',
        'Short alias',
        'URL slug',
        'Link slug',
        'Code',
      ],
    ],
    short: ['Short URL', 'Short link', 'Link', 'Shortened URL', 'Short'],
    domain: ['Domain', 'Host', 'Domain name'],
    domainid: ['Domain ID'],
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
  notesUnread: true,
  read(cells) {
    const short = takeShortUrlOrAlias(cells.short)
    const code = cells.code.includes('://') ? takeShortUrl(cells.code) : { custom: cells.code.replace(/^\//, '') }
    const domain = cells.domain || code.domain || short.domain
    const { status, notes } = readVisibility(cells)
    return {
      ...linkRecord(
        {
          url: cells.url,
          domain,
          custom: code.custom || short.custom,
          metatitle: cells.title,
          description: cells.description,
          tags: readTags(cells.tags),
          clicks: cells.clicks,
          uniqueclicks: cells.uniques,
          start: cells.start,
          expiry: cells.expires,
          clicklimit: cells.limit,
          aliases: readAliases(cells.aliases),
          redirectstatus: cells.redirect,
          externalid: cells.externalid,
          status,
          date: cells.created,
        },
        [
          ...notes,
          ...(domain === undefined && !isNone(cells.domainid)
            ? [`It was on domain ${cells.domainid.slice(0, 60)} of the source, whose name the file does not have.`]
            : []),
        ],
      ),
      ...rootFault(code.domain === undefined ? short : code, code.custom),
    }
  },
})
