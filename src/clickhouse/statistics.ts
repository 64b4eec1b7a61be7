import type { Database } from '../../db/open.ts'
import {
  type Count,
  type Facet,
  type FacetCount,
  heatmapOf,
  type Interval,
  listSteps,
  type RangeQuery,
} from '../../db/queries/statistics.ts'
import { isGroup } from '../../db/queries/visit-groups.ts'
import { type Coverage, readCoverage } from '../../db/queries/visit-sink-coverage.ts'
import type { StatisticsEngine } from '../visits/statistics-engine.ts'
import type { AnalyticsSource } from '../visits/statistics-source.ts'
import { type Clickhouse, ClickhouseError, type Parameters } from './client.ts'
import { tableOf, VERSION } from './visits-table.ts'

const STATEMENT_MS = 5000
// Of a dimension, over the whole range; the rest are added up as '*'.
const MAX_VALUES = 10_000
// The error code of ClickHouse for a time zone that it does not know.
const BAD_ARGUMENTS = 36

/** Reads statistics from the visits that were sent to ClickHouse, where those are all that count. */
export const createClickhouseStatistics = (db: Database, clickhouse: Clickhouse): AnalyticsSource => ({
  async open(visits) {
    const coverage = await readCoverage(db, visits, VERSION)
    return coverage && { engine: createEngine(db, clickhouse, coverage), lag: coverage.lag }
  },
  isFault: (error) => error instanceof ClickhouseError,
  isAway: (error) => (error as ClickhouseError).code !== BAD_ARGUMENTS,
})

const COUNTS = 'count() as clicks, countIf(unique) as uniqueClicks'

function createEngine(db: Database, clickhouse: Clickhouse, coverage: Coverage): StatisticsEngine {
  const read = <Row>(visits: RangeQuery, select: string, rest = '', more: Parameters = {}) => {
    const { condition, parameters } = conditionOf(visits, coverage)
    return clickhouse.read<Row>({
      sql: `select ${select} from ${tableOf(coverage.generation)} final where ${condition} ${rest}
        settings do_not_merge_across_partitions_select_final = 1`,
      parameters: { ...parameters, ...more },
      timeoutMs: STATEMENT_MS,
    })
  }

  return {
    db,
    async facets(visits, dimensions) {
      const [totals, ...facets] = await Promise.all([
        read<Count>(visits, COUNTS),
        ...dimensions.map((dimension) =>
          read<Count & { value: string }>(
            visits,
            `${expressionOf(dimension)} as value, ${COUNTS}`,
            `group by value order by clicks desc, value limit ${MAX_VALUES}`,
          ),
        ),
      ])
      const total = totals[0] ?? { clicks: 0, uniqueClicks: 0 }
      return [
        { dimension: 'total', value: '', ...total },
        ...dimensions.flatMap((dimension, place) => withRest(dimension, facets[place] ?? [], total)),
      ]
    },
    async series(visits, interval, zone) {
      const [steps, counts] = await Promise.all([
        listSteps(db, visits, interval, zone),
        read<Count & { start: string }>(visits, `${startOf[interval]} as start, ${COUNTS}`, 'group by start', { zone }),
      ])
      const byStart = new Map(counts.map(({ start, ...count }) => [start, count]))
      return steps.map((step) => ({
        ...step,
        ...(byStart.get(interval === 'hour' ? step.utc : step.date.slice(0, 10)) ?? { clicks: 0, uniqueClicks: 0 }),
      }))
    },
    async heatmap(visits, zone) {
      const select = 'toDayOfWeek(at, 0, {zone:String}) as day, toHour(at, {zone:String}) as hour, count() as clicks'
      return heatmapOf(await read(visits, select, 'group by day, hour', { zone }))
    },
  }
}

// The start of an interval as local date, of an hour in UTC: as in Postgres, by the minutes of the local time, because
// some zones change by half an hour.
const startOf: Record<Interval, string> = {
  hour: `toString(toDateTime((intDiv(toUnixTimestamp(at), 60) - toMinute(at, {zone:String})) * 60, 'UTC'))`,
  day: 'toString(toDate(at, {zone:String}))',
  week: 'toString(toMonday(at, {zone:String}))',
  month: 'toString(toStartOfMonth(at, {zone:String}))',
}

const expressionOf = (dimension: Facet) =>
  dimension === 'campaign' ? `if(campaign_id = 0, '', toString(campaign_id))` : dimension

function withRest(dimension: Facet, values: readonly (Count & { value: string })[], total: Count): FacetCount[] {
  const sum = (name: keyof Count) => values.reduce((sum, count) => sum + count[name], 0)
  const rest = { clicks: total.clicks - sum('clicks'), uniqueClicks: total.uniqueClicks - sum('uniqueClicks') }
  const counts = values.map((count) => ({ dimension, ...count }))
  return rest.clicks > 0 ? [...counts, { dimension, value: '*', ...rest }] : counts
}

const momentOf = (moment: Date) => moment.toISOString().slice(0, -1).replace('T', ' ')

// As `isVisitOf` and `boundsOf` have it in Postgres.
function conditionOf({ subject, id, classes, from, to }: RangeQuery, { account, shippedId }: Coverage) {
  const ofGroup = {
    account: 'account_id = {id:UInt64}',
    campaign: 'campaign_id = {id:UInt64}',
    domain: 'domain_id = {id:UInt64}',
    channel: 'has(channel_ids, {id:UInt64})',
  }
  const ofThing = isGroup(subject)
    ? `subject <> 'biolink' and ${ofGroup[subject]}`
    : 'subject = {subject:String} and subject_id = {id:UInt64}'
  // A range up to the present has no upper bound, because another instance's clock may be ahead.
  const isPast = to.getTime() <= Date.now()
  return {
    condition: `account_id = {account:UInt64} and ${ofThing} and class in {classes:Array(String)}
      and id <= {last:UInt64} and at >= {from:DateTime64(6, 'UTC')}${isPast ? " and at < {to:DateTime64(6, 'UTC')}" : ''}`,
    parameters: { account, subject, id, classes, last: shippedId, from: momentOf(from), to: momentOf(to) },
  }
}
