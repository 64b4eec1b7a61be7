import type { Database } from '../../db/open.ts'
import { type Count, type Facet, type FacetCount, listFacets } from '../../db/queries/statistics.ts'
import type { Subject, VisitClass } from '../../db/tables/visits.ts'
import type { Statistics } from '../../schemas/statistics.ts'
import { countryName, languageName, socialNetwork } from '../locale/labels.ts'

const MAX_ENTRIES = 10
const NONE = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'source',
  'target',
  'path',
] as const

/** How values of a dimension are named. */
interface FacetNames {
  country(code: string): string
  language(code: string): string
  /** By the lower-case name; others keep theirs. */
  devices: Partial<Record<string, string>>
  unknown: string
  direct: string
  other: string
}

const ENGLISH: FacetNames = {
  country: countryName,
  language: languageName,
  devices: {},
  unknown: 'Unknown',
  direct: 'Direct',
  other: 'Other',
}

const emptyLabels: Partial<Record<Facet, string>> = {
  rule: 'default',
  ...Object.fromEntries(NONE.map((dimension) => [dimension, 'None'])),
}

function facetLabel(dimension: Facet, value: string, names: FacetNames): string {
  if (value === '*') return names.other
  if (value === '') return dimension === 'referrer' ? names.direct : (emptyLabels[dimension] ?? names.unknown)
  if (dimension === 'language') return names.language(value)
  if (dimension === 'device') return names.devices[value.toLowerCase()] ?? value
  return dimension === 'country' ? names.country(value) : value
}

/**
 * The counts of one dimension by label, most visits first. Values with the same label are added up. The labels are
 * English unless there are other names.
 */
export function rankFacet(
  counts: readonly FacetCount[],
  dimension: Facet,
  names: FacetNames = ENGLISH,
): ({ name: string } & Count)[] {
  const byName = new Map<string, { name: string } & Count>()
  for (const count of counts) {
    if (count.dimension !== dimension) continue
    const name = facetLabel(dimension, count.value, names)
    const sum = byName.get(name) ?? { name, clicks: 0, uniqueClicks: 0 }
    sum.clicks += count.clicks
    sum.uniqueClicks += count.uniqueClicks
    byName.set(name, sum)
  }
  return [...byName.values()].sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1))
}

/** Statistics over all time. `include` adds classes of visits that are not counted by default. */
export async function readStatistics(
  db: Database,
  subject: Subject,
  id: number,
  include: readonly VisitClass[] = [],
): Promise<Statistics> {
  const classes = [...new Set<VisitClass>(['visitor', ...include])]
  return toStatistics(await listFacets(db, { subject, id, classes, from: null, to: null }))
}

function toStatistics(counts: readonly FacetCount[]): Statistics {
  const total = counts.find(({ dimension }) => dimension === 'total')
  const top = (dimension: Facet) =>
    Object.fromEntries(
      rankFacet(counts, dimension)
        .slice(0, MAX_ENTRIES)
        .map(({ name, clicks }) => [name, String(clicks)]),
    )
  const socialCount = { facebook: 0, twitter: 0, instagram: 0 }
  for (const { dimension, value, clicks } of counts) {
    const network = dimension === 'referrer' ? socialNetwork(value) : null
    if (network !== null) socialCount[network] += clicks
  }
  return {
    clicks: total?.clicks ?? 0,
    uniqueClicks: total?.uniqueClicks ?? 0,
    topCountries: top('country'),
    topReferrers: top('referrer'),
    topBrowsers: top('browser'),
    topOs: top('os'),
    socialCount,
  }
}
