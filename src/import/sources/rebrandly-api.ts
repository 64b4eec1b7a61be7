import { tagsOf } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { listOf, objectOf, textOf } from '../service-client.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'
import type { ApiReader } from './api-reader.ts'

const LIMIT = 25

/** Rebrandly, API version 1: all links, or those of a domain. */
export const rebrandly: ApiReader = {
  perMinute: 60,
  needs: [],
  async read(getJson, { key, scope }, cursor) {
    const query = new URLSearchParams({
      orderBy: 'createdAt',
      orderDir: 'desc',
      limit: String(LIMIT),
      ...(scope === '' ? {} : { domain: scope }),
      ...(cursor === '' ? {} : { last: cursor }),
    })
    const links = listOf(await getJson(`https://api.rebrandly.com/v1/links?${query}`, { apikey: key }), 'links')
    const last = textOf(links.at(-1)?.['id'])
    return { rows: links.map(rowOf), cursor: links.length < LIMIT || last === '' || last === cursor ? null : last }
  },
}

function rowOf(link: Record<string, unknown>) {
  const tags = Array.isArray(link['tags']) ? link['tags'].map((tag) => objectOf(tag)['name']) : []
  const short = takeShortUrl(textOf(link['shortUrl']))
  const slashtag = textOf(link['slashtag'])
  return {
    ...linkRecord({
      url: textOf(link['destination']),
      domain: textOf(objectOf(link['domain'])['fullName']) || short.domain,
      custom: slashtag || short.custom,
      metatitle: link['title'],
      tags: tagsOf(tags),
      clicks: link['clicks'],
      forward: link['forwardParameters'] === true ? true : undefined,
      date: link['createdAt'],
    }),
    ...rootFault(short, slashtag),
  }
}
