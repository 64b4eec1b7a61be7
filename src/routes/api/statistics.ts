import { isOwned } from '../../../db/queries/owned.ts'
import { findOwnedLinkRoute, isAnsweredByAnother } from '../../../db/queries/routes.ts'
import { hasClicksLeft } from '../../../db/queries/visits.ts'
import type { Subject } from '../../../db/tables/visits.ts'
import { Explanation, SupposedVisit } from '../../../schemas/explain.ts'
import { ExternalIdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { LinkAccess, StatisticsQuery } from '../../../schemas/statistics.ts'
import { found } from '../../errors/api-error.ts'
import { refuseDetached } from '../../links/detached.ts'
import { aliasUrl } from '../../links/public-urls.ts'
import { countryCode } from '../../locale/countries.ts'
import { preferredLanguages } from '../../locale/languages.ts'
import { keepToDomains, requireScope } from '../../plugins/route-hooks.ts'
import { explain } from '../../routing/explain.ts'
import { supposedPath } from '../../routing/link-paths.ts'
import { ACCESS, ownerStatement } from '../../routing/owner-access.ts'
import type { Step } from '../../routing/rules.ts'
import { asciiQuery, readVisitQuery } from '../../routing/visit-query.ts'
import type { App, Services } from '../../services.ts'
import { DAY_MS, formatTimestamp, readTimestamp } from '../../time/timestamps.ts'
import { classifyVisit } from '../../visits/user-agents.ts'
import { answer } from '../replies.ts'
import { statisticsDocument, statisticsReplier } from './statistics-reply.ts'

const tags = ['Statistics']
const ACCESS_MS = DAY_MS

export function statisticsRoutes(app: App, services: Services): void {
  const { db, config, signer } = services
  const ofOneLink = { config: { isPerDomain: true }, preHandler: keepToDomains(services) }
  const send = statisticsReplier(services)
  const ownedOf = (account: number, subject: Subject, noun: string, id: number) => async () => {
    found(await isOwned(db, account, subject, id), noun)
    return { subject, id }
  }

  app.get(
    '/url/:id/stats',
    {
      ...ofOneLink,
      schema: {
        operationId: 'getLinkStatistics',
        tags,
        summary: 'Get the visits of a link',
        ...statisticsDocument,
        params: ExternalIdPath('link'),
        querystring: StatisticsQuery,
      },
    },
    async (request, reply) =>
      send(request, reply, request.query, ownedOf(request.account.id, 'link', 'Link', request.params.id)),
  )

  app.get(
    '/qr/:id/stats',
    {
      schema: {
        operationId: 'getQrStatistics',
        tags,
        summary: 'Get the scans of a QR code',
        ...statisticsDocument,
        params: ExternalIdPath('qr'),
        querystring: StatisticsQuery,
      },
    },
    async (request, reply) =>
      send(request, reply, request.query, ownedOf(request.account.id, 'qr', 'QR code', request.params.id)),
  )

  app.get(
    '/url/:id/access',
    {
      ...ofOneLink,
      // Both URLs open the link for anyone, also if it is private or has a password.
      config: { ...ofOneLink.config, permission: { resource: 'links', access: 'write' } },
      schema: {
        operationId: 'getLinkAccess',
        tags,
        summary: "Get the owner's signed addresses of a link",
        description:
          'Signed URLs that open a private link and its statistics page for a day, for anyone who has them. 404 for a link whose domain was deleted: it has no URL.',
        params: ExternalIdPath('link'),
        response: { 200: Ref(LinkAccess) },
      },
    },
    async ({ account, params }) => {
      const link = found(await findOwnedLinkRoute(db, account.id, params.id), 'Link')
      refuseDetached(link)
      const until = new Date(Date.now() + ACCESS_MS)
      const short = aliasUrl(config, link.origin, link.alias)
      const access = `?${ACCESS}=${signer.sign(ownerStatement(link.id), until)}`
      const expires = formatTimestamp(until)
      return answer({ link: `${short}${access}`, stats: `${short}+${access}`, expires })
    },
  )

  app.post(
    '/url/:id/explain',
    {
      ...ofOneLink,
      // It shows the destinations of the link, and no visits.
      config: { ...ofOneLink.config, permission: { resource: 'links', access: 'read' } },
      onRequest: requireScope('read'),
      schema: {
        operationId: 'explainLink',
        tags,
        summary: 'Explain the destination of a visit',
        description:
          'Evaluates the rules of the link for a hypothetical visit, which is not counted, and says which rule matches and why. 404 for a link whose domain was deleted: visits of it are 404.',
        params: ExternalIdPath('link'),
        body: Ref(SupposedVisit),
        response: { 200: Ref(Explanation) },
      },
    },
    async ({ account, params, body }) => {
      const country = body.country === undefined ? null : (countryCode(body.country) ?? null)
      const at = body.time === undefined ? new Date() : readTimestamp(body.time)
      const link = found(await findOwnedLinkRoute(db, account.id, params.id), 'Link')
      refuseDetached(link)
      const agent = body.agent ?? ''
      const steps: Step[] = []
      const sent = asciiQuery((body.query ?? '').replace(/^\?/, ''), 'utf8')
      const supposed = supposedPath(link.alias, body.path ?? '')
      const { forwarded, isOwner } = readVisitQuery(sent, link.id, signer)
      const outcome = explain(
        link,
        {
          at,
          country: () => country,
          agent,
          languages: preferredLanguages(body.language ?? ''),
          query: forwarded,
          path: supposed?.path ?? null,
          isOfAnother: await isAnsweredByAnother(db, link, supposed?.candidates ?? []),
          appSchemes: config.appSchemes,
          isOwner,
          isUnlocked: body.unlocked ?? false,
          isExhausted: link.clicklimit !== null && !(await hasClicksLeft(db, link.id)),
          draw: Math.random(),
        },
        steps,
      )
      return answer({
        rule: outcome.rule,
        action: outcome.action,
        destination: 'destination' in outcome ? outcome.destination : null,
        app: 'app' in outcome ? outcome.app : null,
        class: classifyVisit('GET', { agent, referer: '', language: '', purpose: '', optedOut: false }).class,
        steps,
      })
    },
  )
}
