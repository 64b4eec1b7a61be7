import { listOf, objectOf, textOf } from '../ask.ts'
import { cleanTags, creation, expiry, takeShortUrl, title } from '../fields.ts'
import { given } from '../record.ts'
import type { Api } from './api.ts'
import { rootLink } from './shortio-csv.ts'
import { NO_PASSWORD } from './waymark.ts'

const LIMIT = 150

/** Short.io: the links of one domain. */
export const shortio: Api = {
  perMinute: 60,
  needs: ['scope'],
  async read(ask, { key, scope }, cursor) {
    const query = new URLSearchParams({
      domain_id: scope,
      limit: String(LIMIT),
      ...(cursor === '' ? {} : { pageToken: cursor }),
    })
    const reply = objectOf(await ask(`https://api.short.io/api/links?${query}`, { authorization: key }))
    const links = listOf(reply['links'], 'links')
    const next = textOf(reply['nextPageToken'])
    return { rows: links.map(rowOf), cursor: next === '' || next === cursor ? null : next }
  },
}

function rowOf(link: Record<string, unknown>) {
  const { notes, ...date } = creation(link['createdAt'])
  const short = takeShortUrl(textOf(link['secureShortURL']) || textOf(link['shortURL']))
  const path = textOf(link['path'])
  const password = textOf(link['password'])
  const isLocked = link['hasPassword'] === true && password === ''
  const limit = Number(link['clicksLimit'] ?? 0)
  const left = ['iphoneURL', 'androidURL', 'splitURL'].filter((name) => textOf(link[name]) !== '')
  return {
    record: given({
      url: textOf(link['originalURL']),
      domain: short.domain,
      custom: path || short.custom,
      metatitle: title(link['title']),
      tags: cleanTags(Array.isArray(link['tags']) ? link['tags'] : []),
      expiry: expiry(link['expiresAt']),
      expirationredirect: textOf(link['expiredURL']),
      clicklimit: Number.isSafeInteger(limit) && limit > 0 ? limit : undefined,
      password,
      status: isLocked ? 'private' : undefined,
      ...date,
      ...targetsOf(link),
    }),
    notes: [
      ...notes,
      ...(isLocked ? [NO_PASSWORD] : []),
      ...(link['cloaking'] === true ? ['It was cloaked; here it redirects.'] : []),
      ...(left.includes('splitURL') && !hasSplit(link) ? ['Its split without a percentage is not carried over.'] : []),
    ],
    ...(path === '' && short.domain !== undefined && short.custom === undefined ? rootLink : {}),
  }
}

const hasSplit = (link: Record<string, unknown>) => {
  const percent = Number(link['splitPercent'] ?? 0)
  return percent > 0 && percent < 100 && Number.isInteger(percent)
}

function targetsOf(link: Record<string, unknown>): Record<string, unknown> {
  const devices = [
    { device: 'iphone', link: textOf(link['iphoneURL']) },
    { device: 'android', link: textOf(link['androidURL']) },
  ].filter((target) => target.link !== '')
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
