import { linkRecord } from '../link-record.ts'
import { listOf, objectOf, textOf } from '../service-client.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'
import type { ApiReader } from './api-reader.ts'
import { NO_PASSWORD } from './waymark.ts'

const LIMIT = 50

/** Kutt, API version 2: the links of the account of the key. The cursor is the number of links read so far. */
export const kutt: ApiReader = {
  perMinute: 60,
  needs: ['host'],
  async read(getJson, { key, base }, cursor) {
    const skip = Number(cursor || 0)
    const reply = objectOf(await getJson(`${base}/api/v2/links?limit=${LIMIT}&skip=${skip}`, { 'x-api-key': key }))
    const links = listOf(reply['data'], 'data')
    const read = skip + links.length
    const total = Number(reply['total'] ?? Number.POSITIVE_INFINITY)
    return { rows: links.map(rowOf), cursor: links.length === 0 || read >= total ? null : String(read) }
  },
}

function rowOf(link: Record<string, unknown>) {
  const short = takeShortUrl(textOf(link['link']))
  const isLocked = link['password'] === true
  const isBanned = link['banned'] === true
  return {
    ...linkRecord(
      {
        url: textOf(link['target']),
        domain: textOf(link['domain']) || short.domain,
        custom: textOf(link['address']) || short.custom,
        description: textOf(link['description']),
        clicks: link['visit_count'],
        expiry: link['expire_in'],
        status: isLocked || isBanned ? 'private' : undefined,
        date: link['created_at'],
      },
      [...(isLocked ? [NO_PASSWORD] : []), ...(isBanned ? ['It was banned at Kutt: here it is private.'] : [])],
    ),
    ...rootFault(short, textOf(link['address'])),
  }
}
