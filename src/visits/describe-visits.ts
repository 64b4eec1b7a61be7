import type { IncomingHttpHeaders } from 'node:http'
import type { NewVisits, VisitKind, VisitRow } from '../../db/queries/visits.ts'
import type { VisitDetails, Visited } from '../../db/tables/visits.ts'
import { preferredLanguages } from '../locale/languages.ts'
import type { CountryLookup } from './country-lookup.ts'
import { storableText } from './storable-text.ts'
import { classifyVisit, parseUserAgent, type VisitHeaders } from './user-agents.ts'
import { visitorId } from './visitor-hash.ts'

/** A request for a link, QR code or bio page. The IP address is never stored. */
export interface Visit {
  subject: Visited
  id: number
  at: Date
  ip: string
  method: string
  headers: VisitHeaders
  /** The campaign whose rotator chose the link. Default: the campaign of the link. */
  campaignId?: number
  /** The branded domain of the link or bio page; absent: none. */
  domainId?: number
  details?: VisitDetails | undefined
  /** True if `claimClick` has counted the visit already, because the link has a click limit. */
  claimed?: boolean
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? ''

// Headers are truncated because thousands of visits may wait for the database.
const MAX_AGENT = 512
const MAX_REFERER = 1024
const MAX_LANGUAGE = 512
const MAX_PURPOSE = 64

// Copies the text, because a slice would keep the whole header in memory. Header values are Latin-1.
const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : Buffer.from(text.slice(0, maxLength), 'latin1').toString('latin1')

const truncateReferer = (referer: string) => {
  if (referer.length <= MAX_REFERER) return referer
  const origin = URL.canParse(referer) ? new URL(referer).origin : ''
  return origin.length <= MAX_REFERER ? origin : ''
}

/** The approximate memory that a waiting visit takes, in bytes. */
export function estimateBytes({ ip, headers: { agent, referer, language, purpose }, details }: Visit): number {
  const base = 400 + ip.length + agent.length + referer.length + language.length + purpose.length
  return details === undefined ? base : base + 2 * JSON.stringify(details).length + 300
}

/** The headers of a request that a visit needs, each truncated to a maximum length. */
export function visitHeaders(headers: IncomingHttpHeaders): VisitHeaders {
  const host = headers.host ?? ''
  const referer = headers.referer ?? ''
  return {
    agent: truncate(headers['user-agent'] ?? '', MAX_AGENT),
    // The service's own password forms and splash pages are not referrers.
    referer:
      referer !== '' && host !== '' && URL.canParse(referer) && new URL(referer).host === host.toLowerCase()
        ? ''
        : truncateReferer(referer),
    language: truncate(headers['accept-language'] ?? '', MAX_LANGUAGE),
    purpose: truncate(
      first(headers['sec-purpose']) ||
        first(headers['purpose']) ||
        first(headers['x-purpose']) ||
        first(headers['x-moz']),
      MAX_PURPOSE,
    ),
    optedOut: headers['dnt'] === '1' || headers['sec-gpc'] === '1',
  }
}

/** The host of a Referer header, in lower case and without `www.`; null if there is none. */
export function referrerHost(referer: string): string | null {
  if (!URL.canParse(referer)) return null
  const host = new URL(referer).hostname.replace(/^www\./, '').replace(/\.$/, '')
  return host === '' ? null : storableText(host, 253)
}

/** Converts visits of one type of subject to rows. `day` is `YYYY-MM-DD`, `salt` the salt of that day. */
export function describeVisits(
  visits: readonly Visit[],
  {
    countryLookup,
    day,
    salt,
    respectDnt,
  }: { countryLookup: CountryLookup; day: string; salt: string; respectDnt: boolean },
): NewVisits {
  const kinds: VisitKind[] = []
  const kindIndexes = new Map<string, number>()
  const seen = new Set<string>()
  const subject = visits[0]?.subject ?? 'link'
  const rows = visits.map(
    ({ id, at, ip, method, headers, campaignId, domainId, details, claimed = false }): VisitRow => {
      const country = countryLookup.country(ip)
      const { agent, referer, language, purpose, optedOut } = headers
      const city = countryLookup.city(ip)
      const more = details === undefined ? '' : JSON.stringify(details)
      const common = [country, city, method, purpose, optedOut, referer, language, domainId, more, agent].join('\n')
      const isAnonymous = respectDnt && optedOut
      let kind = kindIndexes.get(common)
      if (kind === undefined) {
        const described = describeKind(method, headers, country, isAnonymous)
        const all = city === null ? details : { ...details, city }
        kind =
          kinds.push({
            ...described,
            ...(domainId === undefined ? {} : { domain: domainId }),
            ...(!isAnonymous && all !== undefined ? { details: all } : {}),
          }) - 1
        kindIndexes.set(common, kind)
      }
      const visitor = isAnonymous ? null : visitorId(salt, [subject, String(id), kinds[kind]?.class ?? ''], ip, agent)
      const isFirst = visitor !== null && !seen.has(visitor)
      if (isFirst) seen.add(visitor)
      return {
        kind,
        id,
        at: at.getTime(),
        campaign: campaignId ?? null,
        visitor: isFirst ? visitor : null,
        claimed,
      }
    },
  )
  return { subject, day, kinds, rows }
}

function describeKind(method: string, headers: VisitHeaders, country: string | null, isAnonymous: boolean): VisitKind {
  const kind = classifyVisit(method, headers)
  if (isAnonymous)
    return {
      ...kind,
      country: null,
      referrer: null,
      browser: null,
      os: null,
      device: null,
      language: null,
      agent: null,
    }
  const names = parseUserAgent(headers.agent)
  return {
    ...kind,
    country,
    referrer: referrerHost(headers.referer),
    browser: names.browser === null ? null : storableText(names.browser, 64),
    os: names.os === null ? null : storableText(names.os, 64),
    device: names.device,
    language: preferredLanguages(headers.language)[0]?.split('-')[0] ?? null,
    agent: storableText(headers.agent, MAX_AGENT),
  }
}
