import type { Database } from '../../db/open.ts'
import { type Count, type Facet, type FacetCount, listFacets } from '../../db/queries/statistics.ts'
import type { Subject, VisitClass } from '../../db/tables/visits.ts'
import type { Statistics } from '../../schemas/statistics.ts'
import { countryName, languageName, socialNetwork } from '../locale/labels.ts'

const MAX_ENTRIES = 10
const emptyLabels: Partial<Record<Facet, string>> = { referrer: 'Direct' }

function facetLabel(dimension: Facet, value: string): string {
  if (value === '*') return 'Other'
  if (value === '') return emptyLabels[dimension] ?? 'Unknown'
  if (dimension === 'language') return languageName(value)
  return dimension === 'country' ? countryName(value) : value
}

/** The counts of one dimension by label, most visits first. Values with the same label are added up. */
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
