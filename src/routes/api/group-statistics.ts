import { listOwnedIds } from '../../../db/queries/owned.ts'
import type { Group } from '../../../db/tables/visits.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { GroupStatisticsQuery } from '../../../schemas/statistics.ts'
import { found } from '../../errors/api-error.ts'
import type { App, Services } from '../../services.ts'
import { statisticsDocument, statisticsReplier } from './statistics-reply.ts'

const tags = ['Statistics']
const description = `${statisticsDocument.description} A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.`

const groups = [
  ['campaign', 'campaigns', 'getCampaignStatistics', 'Get the visits of a campaign', 'Campaign'],
  ['channel', 'channels', 'getChannelStatistics', 'Get the visits of a channel', 'Channel'],
  ['domain', 'domains', 'getDomainStatistics', 'Get the visits of a domain', 'Domain'],
] as const satisfies [Group, string, string, string, string][]

/** Statistics of campaigns, channels, domains and the account. */
export function groupStatisticsRoutes(app: App, services: Services): void {
  const { db } = services
  const send = statisticsReplier(services)

  for (const [subject, table, operationId, summary, noun] of groups)
    app.get(
      `/${subject}/:id/stats`,
      {
        schema: {
          ...statisticsDocument,
          operationId,
          tags,
          summary,
          description,
          params: IdPath(subject),
          querystring: GroupStatisticsQuery,
        },
      },
      async (request, reply) => {
        const { id } = request.params
        return send(request, reply, request.query, async () => {
          found((await listOwnedIds(db, request.account.id, table, [id])).has(id), noun)
          return { subject, id }
        })
      },
    )

  app.get(
    '/account/stats',
    {
      schema: {
        ...statisticsDocument,
        operationId: 'getAccountStatistics',
        tags,
        summary: 'Get the visits of the account',
        description: `${statisticsDocument.description} Links, QR codes and bio pages together, also those that were deleted.`,
        querystring: GroupStatisticsQuery,
      },
    },
    async (request, reply) =>
      send(request, reply, request.query, async () => ({ subject: 'account', id: request.account.id })),
  )
}
