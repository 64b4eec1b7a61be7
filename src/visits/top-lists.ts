import type { Database } from '../../db/open.ts'
import { type Count, type Facet, type FacetCount, listFacets } from '../../db/queries/statistics.ts'
import type { Subject, VisitClass } from '../../db/tables/visits.ts'
import type { Statistics } from '../../schemas/statistics.ts'
import { countryName, languageName, socialNetwork } from '../locale/labels.ts'

const MOST = 10
const unknownOf: Partial<Record<Facet, string>> = { referrer: 'Direct' }

// What a value is called for a person.
function facetLabel(dimension: Facet, value: string): string {
  if (value === '*') return 'Other'
  if (value === '') return unknownOf[dimension] ?? 'Unknown'
  if (dimension === 'language') return languageName(value)
  return dimension === 'country' ? countryName(value) : value
}

/** The values of one dimension, most visits first, those of the same label together. */
export function rankFacet(counts: readonly FacetCount[], dimension: Facet): ({ name: string } & Count)[] {
  const byName = new Map<string, { name: string } & Count>()
  for (const count of counts) {
    if (count.dimension !== dimension) continue
    const name = facetLabel(dimension, count.value)
    const sum = byName.get(name) ?? { name, clicks: 0, uniqueClicks: 0 }
    sum.clicks += count.clicks
    sum.uniqueClicks += count.uniqueClicks
    byName.set(name, sum)
  }
  return [...byName.values()].sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1))
}

/** The statistics of the API document over all time. `include` adds classes of visits that are kept but not shown otherwise. */
export async function readStatistics(
  db: Database,
  subject: Subject,
  id: number,
  include: readonly VisitClass[] = [],
): Promise<Statistics> {
  const classes = [...new Set<VisitClass>(['visitor', ...include])]
  return toStatistics(await listFacets(db, { subject, id, classes, from: null, to: null }))
}

// Facets in the shape of the API document.
function toStatistics(counts: readonly FacetCount[]): Statistics {
  const total = counts.find(({ dimension }) => dimension === 'total')
  const top = (dimension: Facet) =>
    Object.fromEntries(
      rankFacet(counts, dimension)
        .slice(0, MOST)
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
