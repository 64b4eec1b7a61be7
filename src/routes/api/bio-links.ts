import { countBioLinks, findBioLink } from '../../../db/queries/bio-links.ts'
import { findBio } from '../../../db/queries/bios.ts'
import { isOwned } from '../../../db/queries/owned.ts'
import { BioLinksReply, BioStatisticsQuery } from '../../../schemas/bio-links.ts'
import { ExternalIdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { found } from '../../errors/api-error.ts'
import { linksOfBio } from '../../pages/bio-links.ts'
import type { App, Services } from '../../services.ts'
import { answer } from '../replies.ts'
import { statisticsDocument, statisticsReplier } from './statistics-reply.ts'

const tags = ['Statistics']
const NO_VISITS = { clicks: 0, uniqueClicks: 0 }

/** The links of bio pages and their statistics. */
export function bioLinkRoutes(app: App, services: Services): void {
  const { db } = services
  const send = statisticsReplier(services)

  app.get(
    '/bio/:id/links',
    {
      schema: {
        operationId: 'listBioLinks',
        tags,
        summary: 'List the links of a bio page with their visits',
        description: 'The links of blocks and pictures on the page, with the visits that followed each of them.',
        params: ExternalIdPath('bio'),
        response: { 200: Ref(BioLinksReply) },
      },
    },
    async ({ account, params }) => {
      const { id, blocks } = found(await findBio(db, account.id, params.id), 'Bio page')
      const counts = await countBioLinks(db, id)
      return answer({ links: linksOfBio(blocks).map((link) => ({ ...link, ...(counts.get(link.key) ?? NO_VISITS) })) })
    },
  )

  app.get(
    '/bio/:id/stats',
    {
      schema: {
        ...statisticsDocument,
        operationId: 'getBioStatistics',
        tags,
        summary: 'Get the visits of a bio page, or of one of its links',
        params: ExternalIdPath('bio'),
        querystring: BioStatisticsQuery,
      },
    },
    async (request, reply) =>
      send(request, reply, request.query, async () => {
        const { id } = request.params
        const { link } = request.query
        found(await isOwned(db, request.account.id, 'bio', id), 'Bio page')
        if (link === undefined) return { subject: 'bio', id }
        return { subject: 'biolink', id: (await findBioLink(db, id, link)) ?? 0 }
      }),
  )
}
