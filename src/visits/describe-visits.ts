import type { IncomingHttpHeaders } from 'node:http'
import type { VisitBatch, VisitKind, VisitRow } from '../../db/queries/visits.ts'
import type { Subject } from '../../db/tables/visits.ts'
import { preferredLanguages } from '../locale/languages.ts'
import type { Geo } from './country-lookup.ts'
import { classify, nameAgent, type VisitHeaders } from './user-agents.ts'
import { visitorId } from './visitor-hash.ts'

/** A request for a link, QR code or bio page. The address is only ever in memory. */
export interface Visit {
  subject: Subject
  id: number
  at: Date
  ip: string
  method: string
  headers: VisitHeaders
  /** The campaign whose rotator led here; else the link's own campaign is noted. */
  campaignId?: number
  /** Counted already, because the link has a click limit (claimClick). */
  claimed?: boolean
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? ''

// Longer headers say nothing more. Visits may wait for the database by the thousand, so each is cut before it waits.
const MAX_AGENT = 512
const MAX_REFERER = 1024
const MAX_LANGUAGE = 512
const MAX_PURPOSE = 64

// A slice would keep the whole header in memory, so what is kept of it is copied. Header values are Latin-1.
const cut = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : Buffer.from(text.slice(0, maxLength), 'latin1').toString('latin1')

const cutReferer = (referer: string) => {
  if (referer.length <= MAX_REFERER) return referer
  const origin = URL.canParse(referer) ? new URL(referer).origin : ''
  return origin.length <= MAX_REFERER ? origin : ''
}

/** About how many bytes of memory a visit takes while it waits. */
export function visitBytes({ ip, headers: { agent, referer, language, purpose } }: Visit): number {
  return 400 + ip.length + agent.length + referer.length + language.length + purpose.length
}

/** The headers of a request that a visit needs, each cut to a bounded length. */
export function visitHeaders(headers: IncomingHttpHeaders): VisitHeaders {
  const host = headers.host ?? ''
  const referer = headers.referer ?? ''
  return {
    agent: cut(headers['user-agent'] ?? '', MAX_AGENT),
    // Our own password form or splash page is not where somebody came from.
    referer:
      referer !== '' && host !== '' && URL.canParse(referer) && new URL(referer).host === host.toLowerCase()
        ? ''
        : cutReferer(referer),
    language: cut(headers['accept-language'] ?? '', MAX_LANGUAGE),
    purpose: cut(
      one(headers['sec-purpose']) || one(headers['purpose']) || one(headers['x-purpose']) || one(headers['x-moz']),
      MAX_PURPOSE,
    ),
    optedOut: headers['dnt'] === '1' || headers['sec-gpc'] === '1',
  }
}

/** The host a visit came from, lower-case and without `www.`; null when it came from nowhere known. */
export function referrerHost(referer: string): string | null {
  if (!URL.canParse(referer)) return null
  const host = new URL(referer).hostname.replace(/^www\./, '').replace(/\.$/, '')
  return host === '' ? null : tidy(host, 253)
}

// Postgres refuses NUL and lone surrogates; the other control characters serve no purpose.
function tidy(text: string, maxLength: number): string | null {
  const kept = text
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .slice(0, maxLength)
    .toWellFormed()
  return kept === '' ? null : kept
}

/** Turns visits of one type of subject into the rows to be written. `salt` is that of `day`. */
export function describeVisits(
  visits: readonly Visit[],
  { geo, day, salt, respectDnt }: { geo: Geo; day: string; salt: string; respectDnt: boolean },
): VisitBatch {
  const kinds: VisitKind[] = []
  const places = new Map<string, number>()
  const seen = new Set<string>()
  const subject = visits[0]?.subject ?? 'link'
  const rows = visits.map(({ id, at, ip, method, headers, campaignId, claimed = false }): VisitRow => {
    const country = geo.country(ip)
    const { agent, referer, language, purpose, optedOut } = headers
    const common = [country, method, purpose, optedOut, referer, language, agent].join('\n')
    let place = places.get(common)
    if (place === undefined) {
      place = kinds.push(describeKind(method, headers, country, respectDnt)) - 1
      places.set(common, place)
    }
    const isKnown = !(respectDnt && optedOut)
    const visitor = isKnown ? visitorId(salt, [subject, String(id), kinds[place]?.class ?? ''], ip, agent) : null
    const isFirst = visitor !== null && !seen.has(visitor)
    if (isFirst) seen.add(visitor)
    return {
      kind: place,
      id,
      at: at.getTime(),
      campaign: campaignId ?? null,
      visitor: isFirst ? visitor : null,
      claimed,
    }
  })
  return { subject, day, kinds, rows }
}

function describeKind(method: string, headers: VisitHeaders, country: string | null, respectDnt: boolean): VisitKind {
  const kind = classify(method, headers)
  if (respectDnt && headers.optedOut)
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
  const names = nameAgent(headers.agent)
  return {
    ...kind,
    country,
    referrer: referrerHost(headers.referer),
    browser: names.browser === null ? null : tidy(names.browser, 64),
    os: names.os === null ? null : tidy(names.os, 64),
    device: names.device,
    language: preferredLanguages(headers.language)[0]?.split('-')[0] ?? null,
    agent: tidy(headers.agent, MAX_AGENT),
  }
}
