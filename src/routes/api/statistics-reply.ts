import type { FastifyReply, FastifyRequest } from 'fastify'
import { Ref } from '../../../schemas/ref.ts'
import { type StatisticsQuery, VisitStatisticsReply } from '../../../schemas/statistics.ts'
import { wantsCsv } from '../../net/accept.ts'
import type { Services } from '../../services.ts'
import { CSV_TYPE, statisticsCsv } from '../../visits/statistics-csv.ts'
import { type OwnedThing, readRange, readVisitStatistics, visitsOf } from '../../visits/time-series.ts'
import { answer } from '../replies.ts'

/** The descriptions that all statistics operations share. */
export const statisticsDocument = {
  description:
    'Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, ' +
    'language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.',
  response: {
    200: {
      description: 'Visits as JSON or, if the request prefers `text/csv`, as a table.',
      content: {
        'application/json': { schema: Ref(VisitStatisticsReply) },
        'text/csv': {
          schema: {
            type: 'string',
            description: 'A table with a header line.',
            examples: ['country,clicks,uniqueClicks\r\nGermany,128,97\r\nUnknown,3,3\r\n'],
          },
        },
      },
    },
  },
} as const

/**
 * Creates the function that answers a request for statistics, as JSON or CSV. `findOwned` throws if the account does not
 * have the thing.
 */
export function statisticsReplier({ statistics }: Pick<Services, 'statistics'>) {
  return async (
    { headers, account }: FastifyRequest,
    reply: FastifyReply,
    query: StatisticsQuery,
    findOwned: () => Promise<Omit<OwnedThing, 'account'>>,
  ) => {
    const range = readRange(query)
    const thing = { ...(await findOwned()), account: account.id }
    const visits = visitsOf(thing, query, range)
    const { value, lag } = await statistics.read(visits, (engine) =>
      readVisitStatistics(engine, visits, thing, query, range),
    )
    const data = { ...value, lag }
    reply.header('Vary', 'Accept')
    if (!wantsCsv(headers.accept)) return answer({ data })
    return reply.type(CSV_TYPE).send(statisticsCsv(data) as never)
  }
}
