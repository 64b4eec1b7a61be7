import type { VisitDetails } from '../../db/tables/visits.ts'
import { storableText } from './storable-text.ts'

/** The parameter by which a short URL says where it was placed; it is counted and not passed on. */
export const SOURCE = 'wm_source'

const CAMPAIGN_PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
const MAX_VALUE = 100
const MAX_URL = 255

/** The campaign parameters and the source tag in the query of a visit; undefined if it has none. */
export function detailsOfQuery(query: string): VisitDetails | undefined {
  if (!query.includes('utm_') && !query.includes(SOURCE)) return undefined
  const sent = new URLSearchParams(query)
  const details: VisitDetails = {}
  for (const name of CAMPAIGN_PARAMETERS) addText(details, name, sent.get(name), MAX_VALUE)
  addText(details, 'source', sent.get(SOURCE), MAX_VALUE)
  return Object.keys(details).length === 0 ? undefined : details
}

/**
 * What a visit to a link has beyond its headers: campaign parameters, the rule that decided and, for a split, the
 * target. `referer` is given only if the link keeps paths of referrers. Undefined if there is nothing to store.
 */
export function detailsOfVisit(
  query: string,
  { rule, link }: { rule: string; link: string },
  referer: string,
): VisitDetails | undefined {
  const sent = query === '' ? undefined : detailsOfQuery(query)
  if (rule === 'default' && referer === '') return sent
  const details: VisitDetails = { ...sent }
  if (rule !== 'default') details.rule = rule
  if (rule === 'split') addText(details, 'target', link, MAX_URL)
  addText(details, 'path', referrerPath(referer), MAX_URL)
  return Object.keys(details).length === 0 ? undefined : details
}

// Without the query, which may have names and keys of visitors.
function referrerPath(referer: string): string | null {
  if (!URL.canParse(referer)) return null
  const { hostname, pathname } = new URL(referer)
  return hostname === '' ? null : `${hostname.replace(/^www\./, '')}${pathname}`
}

function addText(details: VisitDetails, name: keyof VisitDetails, value: string | null, maxLength: number) {
  const text = value === null ? null : storableText(value, maxLength)
  // In counters `*` is the sum of rare values.
  if (text !== null && text !== '*') details[name] = text
}
