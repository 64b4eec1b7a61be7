import { tagsOf } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { listOf, objectOf, textOf } from '../service-client.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'
import type { ApiReader } from './api-reader.ts'

const SIZE = 100

/** Dub: the links of the workspace of the key. */
export const dub: ApiReader = {
  perMinute: 60,
  needs: [],
  async read(getJson, { key }, cursor) {
    const query = new URLSearchParams({ pageSize: String(SIZE), ...(cursor === '' ? {} : { startingAfter: cursor }) })
    const links = listOf(
      await getJson(`https://api.dub.co/links?${query}`, { authorization: `Bearer ${key}` }),
      'links',
    )
    const last = textOf(links.at(-1)?.['id'])
    return { rows: links.map(rowOf), cursor: links.length === 0 || last === '' || last === cursor ? null : last }
  },
}

// Fields that the response lacks are left out of the record.
function rowOf(link: Record<string, unknown>) {
  // The key of the link of a bare domain is `_root`.
  const key = textOf(link['key']).replace(/^_root$/, '')
  const short = takeShortUrl(textOf(link['shortLink']) || `${textOf(link['domain'])}/${key}`)
  const tags = Array.isArray(link['tags']) ? link['tags'].map((tag) => objectOf(tag)['name']) : []
  const isArchived = link['archived'] === true
  return {
    ...linkRecord(
      {
        url: textOf(link['url']),
        ...short,
        metatitle: link['title'],
        metadescription: textOf(link['description']),
        tags: tagsOf(tags),
        clicks: link['clicks'],
        expiry: link['expiresAt'],
        expirationredirect: textOf(link['expiredUrl']),
        password: textOf(link['password']),
        date: link['createdAt'],
      },
      isArchived ? ['It was archived at Dub, where archived links still redirect.'] : [],
    ),
    ...rootFault(short),
  }
}
