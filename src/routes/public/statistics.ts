import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import type { Count, Facet, FacetCount, RangeQuery, Step } from '../../../db/queries/statistics.ts'
import type { Subject } from '../../../db/tables/visits.ts'
import { notFoundFailure, tooMany } from '../../errors/api-error.ts'
import type { Look } from '../../html/look.ts'
import { aliasPath } from '../../links/aliases.ts'
import { statisticsPage } from '../../pages/statistics.ts'
import { createQueue } from '../../pictures/queue.ts'
import { dispositionOf } from '../../qr/formats.ts'
import { ACCESS, ownerStatement } from '../../routing/owner-access.ts'
import { queryOf } from '../../routing/visit-query.ts'
import { createIpLimit } from '../../security/ip-limit.ts'
import type { Services } from '../../services.ts'
import { DAY_MS } from '../../time/timestamps.ts'
import { ZONE_NAMES } from '../../time/zones.ts'
import { MAX_YEARS, readPeriod, type ShownPeriod, SPANS } from '../../visits/shown-period.ts'
import { CSV_TYPE, stepsCsv } from '../../visits/statistics-csv.ts'
import type { StatisticsEngine } from '../../visits/statistics-engine.ts'
import { rankFacet } from '../../visits/top-lists.ts'
import { sendPage } from './errors.ts'
import { lookOf } from './looks.ts'

const GROUPS = ['country', 'referrer', 'browser', 'os', 'device', 'language'] as const satisfies readonly Facet[]
const MAX_ENTRIES = 10
// Years of a busy link take the database some hundred milliseconds.
const AT_A_TIME = 2
const MAX_WAITING = 100
// Pages do not say how old their figures are.
const MAX_LAG_S = 60
const OF_ADDRESS = { name: 'statistics', max: 60, windowMs: 60_000 }

/** What a statistics page is about. */
export interface ShownThing {
  subject: Subject
  id: number
  /** Its public URL, and the path of the page. */
  address: string
  path: string
  title: string | null
  /** The owner's signature in the query, which its links and form keep; null: the page is public. */
  access: string | null
}

export type StatisticsSender = (
  thing: ShownThing,
  request: FastifyRequest,
  reply: FastifyReply,
  look?: Look,
) => Promise<FastifyReply>

/** Creates the function that sends a statistics page, or with `format=csv` its steps by day as a file. */
export function createStatisticsSender({
  statistics,
  counters,
}: Pick<Services, 'statistics' | 'counters'>): StatisticsSender {
  const limit = createIpLimit(counters, OF_ADDRESS)
  const queue = createQueue(AT_A_TIME, MAX_WAITING, 'statistics')

  const readFigures = async (engine: StatisticsEngine, visits: RangeQuery, { range }: ShownPeriod) => {
    const facets = await engine.facets(visits, GROUPS)
    return {
      facets,
      steps: await engine.series(visits, range.interval, range.zone),
      heatmap: await engine.heatmap(visits, range.zone),
    }
  }

  return async (thing, request, reply, look = lookOf(request)) => {
    const waitMs = await limit(request.ip)
    if (waitMs > 0) throw tooMany('Too many statistics pages were requested; try again later.', waitMs)
    const inTurn = <T>(read: (engine: StatisticsEngine) => Promise<T>) =>
      queue(async () => {
        // Nobody would get the answer of a query that starts now.
        if (request.raw.socket.destroyed) throw new Error('The client has closed the connection.')
        const { value } = await statistics.read(visits, read, MAX_LAG_S)
        return value
      })
    const search = new URLSearchParams(queryOf(request.url))
    const period = readPeriod(search)
    const { range, fault } = period
    const { from, to } = range
    const visits = { subject: thing.subject, id: thing.id, classes: ['visitor'] as const, from, to }
    if (search.get('format') === 'csv' && fault === null) {
      const steps = await inTurn((engine) => engine.series(visits, 'day', range.zone))
      const name = `${decodeURIComponent(thing.path.slice(1, -1))} ${period.from} ${period.to}`
      return reply
        .headers({ 'Cache-Control': 'private, no-store', 'Content-Disposition': dispositionOf(name, 'csv') })
        .type(CSV_TYPE)
        .send(stepsCsv(steps))
    }
    const figures = await inTurn((engine) => readFigures(engine, visits, period))
    const page = statisticsPage(look, describe(look, thing, period, figures))
    return sendPage(reply, page, fault === null ? 200 : 400, { 'Referrer-Policy': 'no-referrer' })
  }
}

interface Figures {
  facets: readonly FacetCount[]
  steps: readonly (Step & Count)[]
  heatmap: number[][]
}

function describe({ language }: Look, thing: ShownThing, period: ShownPeriod, { facets, steps, heatmap }: Figures) {
  const words = language.texts.statistics
  const { from, to, today, timezone, fault } = period
  const access = thing.access === null ? null : { name: ACCESS, value: thing.access }
  const hrefOf = (query: Record<string, string>) =>
    `${thing.path}?${new URLSearchParams({ ...query, timezone, ...(access ? { [access.name]: access.value } : {}) })}`
  const names = { ...words, country: language.country, language: language.language }
  const total = facets.find(({ dimension }) => dimension === 'total')
  const faults = { period: words.badPeriod(String(MAX_YEARS)), timezone: words.badZone }
  const shownDays = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return {
    address: thing.address,
    title: thing.title,
    clicks: total?.clicks ?? 0,
    uniqueClicks: total?.uniqueClicks ?? 0,
    interval: period.interval,
    steps,
    heatmap,
    countries: new Map(
      facets.filter(({ dimension }) => dimension === 'country').map(({ value, clicks }) => [value, clicks]),
    ),
    groups: GROUPS.map((facet) => ({
      title: words.groups[facet],
      entries: rankFacet(facets, facet, names).slice(0, MAX_ENTRIES),
    })),
    spans: SPANS.map((days) => ({
      label: language.span(days),
      href: hrefOf({ days: String(days) }),
      isCurrent: to === today && shownDays === days,
    })),
    form: {
      action: thing.path,
      access,
      from,
      to,
      today,
      timezone,
      timezones: ZONE_NAMES,
      fault: fault && faults[fault],
    },
    csv: hrefOf({ from, to, format: 'csv' }),
  }
}

/** Creates the function that sends the statistics of a link: to its owner, and to everyone if they are public. */
export function createLinkStatisticsSender(send: StatisticsSender, { signer }: Pick<Services, 'signer'>) {
  return async (link: LinkRoute, origin: string, request: FastifyRequest, reply: FastifyReply) => {
    const access = new URLSearchParams(queryOf(request.url)).get(ACCESS)
    const isOwner = access !== null && signer.verify(ownerStatement(link.id), access)
    if (!isOwner && !(link.publicstats && link.status === 'public')) throw notFoundFailure()
    const path = `/${aliasPath(link.alias)}`
    const thing = { subject: 'link', id: link.id, title: link.metatitle, access: isOwner ? access : null } as const
    return send({ ...thing, address: `${origin}${path}`, path: `${path}+` }, request, reply)
  }
}
