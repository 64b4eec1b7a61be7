import { tagsOf } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { listOf, objectOf, textOf } from '../service-client.ts'
import { rootFault, takeShortUrl } from '../short-url.ts'
import type { ApiReader } from './api-reader.ts'
import { NO_PASSWORD } from './waymark.ts'

const LIMIT = 150

/** Short.io: the links of one domain. */
export const shortio: ApiReader = {
  perMinute: 60,
  needs: ['scope'],
  async read(getJson, { key, scope }, cursor) {
    const query = new URLSearchParams({
      domain_id: scope,
      limit: String(LIMIT),
      ...(cursor === '' ? {} : { pageToken: cursor }),
    })
    const reply = objectOf(await getJson(`https://api.short.io/api/links?${query}`, { authorization: key }))
    const links = listOf(reply['links'], 'links')
    const next = textOf(reply['nextPageToken'])
    return { rows: links.map(rowOf), cursor: next === '' || next === cursor ? null : next }
  },
}

function rowOf(link: Record<string, unknown>) {
  const short = takeShortUrl(textOf(link['secureShortURL']) || textOf(link['shortURL']))
  const path = textOf(link['path'])
  const password = textOf(link['password'])
  const isLocked = link['hasPassword'] === true && password === ''
  const apps = ['iphoneURL', 'androidURL'].map((name) => textOf(link[name])).filter((url) => !isWeb(url))
  return {
    ...linkRecord(
      {
        url: textOf(link['originalURL']),
        domain: short.domain,
        custom: path || short.custom,
        metatitle: link['title'],
        tags: tagsOf(link['tags']),
        expiry: link['expiresAt'],
        expirationredirect: textOf(link['expiredURL']),
        clicklimit: link['clicksLimit'],
        password,
        status: isLocked ? 'private' : undefined,
        date: link['createdAt'],
        redirectstatus: link['redirectType'],
        // Short.io forwards the query by default.
        forward: link['skipQS'] === false ? true : undefined,
        parameters: utmOf(link),
        ...targetsOf(link),
      },
      [
        ...(isLocked ? [NO_PASSWORD] : []),
        ...(link['cloaking'] === true ? ['It was cloaked; here it redirects.'] : []),
        ...(link['archived'] === true ? ['It was archived at Short.io.'] : []),
        ...apps.map((url) => `${url.slice(0, 200)}, which is no web address, is not carried over.`),
        ...(textOf(link['splitURL']) !== '' && !hasSplit(link)
          ? ['Its split without a percentage is not carried over.']
          : []),
      ],
    ),
    ...rootFault(short, path),
  }
}

/** The UTM parameters that the link adds to its destination; those that the destination has already are left out. */
function utmOf(link: Record<string, unknown>): { name: string; value: string }[] {
  const url = textOf(link['originalURL'])
  const own = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  return ['source', 'medium', 'campaign', 'term', 'content'].flatMap((part) => {
    const value = textOf(link[`utm${part.charAt(0).toUpperCase()}${part.slice(1)}`])
    const name = `utm_${part}`
    return value === '' || own.has(name) ? [] : [{ name, value }]
  })
}

const isWeb = (url: string) => url === '' || /^https?:\/\//i.test(url)

const hasSplit = (link: Record<string, unknown>) => {
  const percent = Number(link['splitPercent'] ?? 0)
  return percent > 0 && percent < 100 && Number.isInteger(percent)
}

function targetsOf(link: Record<string, unknown>): Record<string, unknown> {
  const devices = [
    { device: 'iphone', link: textOf(link['iphoneURL']) },
    { device: 'android', link: textOf(link['androidURL']) },
  ].filter(({ link }) => link !== '' && isWeb(link))
  const percent = Number(link['splitPercent'] ?? 0)
  const split = textOf(link['splitURL'])
  return {
    ...(devices.length > 0 ? { devicetarget: devices } : {}),
    ...(split !== '' && hasSplit(link)
      ? {
          splittarget: [
            { link: split, weight: percent },
            { link: textOf(link['originalURL']), weight: 100 - percent },
          ],
        }
      : {}),
  }
}
