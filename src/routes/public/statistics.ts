import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { type Facet, listFacets, listSeries } from '../../../db/queries/statistics.ts'
import { aliasPath } from '../../links/aliases.ts'
import { statisticsPage } from '../../pages/statistics.ts'
import { ACCESS, ownerStatement } from '../../routing/owner-access.ts'
import type { Services } from '../../services.ts'
import { DAY_MS } from '../../time/timestamps.ts'
import { rankFacet } from '../../visits/top-lists.ts'
import { notFoundFailure, sendPage } from './errors.ts'
import { lookOf } from './looks.ts'

const SPANS = [7, 30, 90, 365]
const GROUPS = ['country', 'referrer', 'browser', 'os', 'device', 'language'] as const satisfies readonly Facet[]
const MAX_ENTRIES = 10

/**
 * Returns a handler that sends the statistics page of a link: to its owner, and to everyone if the statistics are
 * public.
 */
export function createStatisticsSender({ db, signer }: Pick<Services, 'db' | 'signer'>) {
  return async (link: LinkRoute, origin: string, request: FastifyRequest, reply: FastifyReply) => {
    const search = new URLSearchParams(request.url.split('?')[1])
    const access = search.get(ACCESS)
    const isOwner = access !== null && signer.verify(ownerStatement(link.id), access)
    if (!isOwner && !(link.publicstats && link.status === 'public')) throw notFoundFailure()
    const days = SPANS.find((days) => String(days) === search.get('days')) ?? 30
    const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS)
    const from = new Date(to.getTime() - days * DAY_MS)
    const query = { subject: 'link' as const, id: link.id, classes: ['visitor'] as const, from, to }
    const facets = await listFacets(db, query)
    const series = await listSeries(db, query, 'day', 'UTC')
    const total = facets.find(({ dimension }) => dimension === 'total')
    const hrefOf = (days: number) => {
      const chosen = new URLSearchParams({ days: String(days), ...(isOwner ? { [ACCESS]: access } : {}) })
      return `/${aliasPath(link.alias)}+?${chosen}`
    }
    const look = lookOf(request)
    const words = look.language.texts.statistics
    const names = { ...words, country: look.language.country, language: look.language.language }
    return sendPage(
      reply,
      statisticsPage(look, {
        short: `${origin}/${aliasPath(link.alias)}`,
        title: link.metatitle,
        clicks: total?.clicks ?? 0,
        uniqueClicks: total?.uniqueClicks ?? 0,
        days: series,
        groups: GROUPS.map((facet) => ({
          title: words.groups[facet],
          entries: rankFacet(facets, facet, names).slice(0, MAX_ENTRIES),
        })),
        spans: SPANS.map((value) => ({
          label: look.language.span(value),
          href: hrefOf(value),
          isCurrent: value === days,
        })),
      }),
      200,
      { 'Referrer-Policy': 'no-referrer' },
    )
  }
}
