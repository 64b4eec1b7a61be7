import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { claimClick, hasClicksLeft } from '../../../db/queries/visits.ts'
import type { VisitClass } from '../../../db/tables/visits.ts'
import { ApiError, notFoundFailure } from '../../errors/api-error.ts'
import { CARD_SIZE, type SocialImage } from '../../html/social-meta.ts'
import { aliasPath } from '../../links/aliases.ts'
import { cardPath, picturePath } from '../../links/public-urls.ts'
import { earlyPage } from '../../pages/early.ts'
import { expiredPage } from '../../pages/expired.ts'
import { previewPage } from '../../pages/preview.ts'
import { hasFonts } from '../../pictures/card-png.ts'
import type { RuleVisit } from '../../routing/rule-input.ts'
import { decide, type Outcome } from '../../routing/rules.ts'
import { queryOf } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { type Visit, visitHeaders } from '../../visits/describe-visits.ts'
import { classifyVisit } from '../../visits/user-agents.ts'
import { detailsOfVisit } from '../../visits/visit-details.ts'
import { blockedFailure, opensBlocked } from './blocked.ts'
import { sendPage, sendRefusal } from './errors.ts'
import type { LinkPasswords, VisitedLink } from './link-passwords.ts'
import { redirectForm } from './link-redirects.ts'
import { lookOf } from './looks.ts'
import { createLoopFinder, loopFailure, placeOf } from './loops.ts'
import { reportUrl } from './reports.ts'
import { createRuleVisits } from './rule-visits.ts'
import { type ShowDestination, showDestination } from './show-destination.ts'
import { redirectTo } from './sites.ts'

/** Creates the handler of visits to links: evaluates the rules, records the visit, and responds. */
export function createVisitHandler(services: Services, passwords: LinkPasswords) {
  const { blocklist } = services
  const show: ShowDestination = showDestination(services)

  // The stored picture of the link, else a drawn card.
  const imageOf = async ({ id, account_id, metaimage }: LinkRoute): Promise<SocialImage | null> => {
    const stored =
      metaimage === null ? undefined : (await services.pictures.find(account_id, [metaimage])).get(metaimage)
    if (stored) return { path: picturePath(stored), width: stored.width, height: stored.height }
    return (await hasFonts()) ? { path: cardPath(services.signer, 'link', id, 'png'), ...CARD_SIZE } : null
  }

  const ruleVisitOf = createRuleVisits(services)
  const leadsBack = createLoopFinder(services)
  const isLoop = ({ link, path, slug }: VisitedLink, outcome: Outcome, request: FastifyRequest) => {
    const destination = 'destination' in outcome ? outcome.destination : null
    const from = () => [placeOf.link(link.id, path), ...(slug === undefined ? [] : [placeOf.rotator(slug)])]
    return destination !== null && leadsBack(from, destination, request)
  }

  // Visits claim their click before the redirect, so that the limit is exact across instances.
  const decideWithin = async (
    visited: VisitedLink,
    visit: Visit,
    request: FastifyRequest,
    rules: RuleVisit,
    isCounted: boolean,
  ) => {
    const { link: limited } = visited
    const outcome = decide(limited, {
      ...rules,
      isExhausted: !(await hasClicksLeft(services.store.visitors, limited.id)),
    })
    if (outcome.action !== 'redirect' || !isCounted || isLoop(visited, outcome, request)) return outcome
    if (opensBlocked(blocklist, limited, outcome)) return outcome
    visit.claimed = await claimClick(services.store.visitors, limited.id)
    return visit.claimed ? outcome : decide(limited, { ...rules, isExhausted: true })
  }

  const respond = (visited: VisitedLink, visit: Visit, kind: VisitClass, outcome: Outcome, reply: FastifyReply) => {
    const { link, origin } = visited
    if (opensBlocked(blocklist, link, outcome)) throw blockedFailure()
    if (isLoop(visited, outcome, reply.request)) throw loopFailure()
    switch (outcome.action) {
      case 'hidden':
        throw notFoundFailure()
      case 'early':
        if (outcome.destination !== null) return redirectTo(reply, outcome.destination)
        return sendRefusal(
          reply,
          new ApiError('link_not_started', 'This link is not active yet.'),
          earlyPage(lookOf(reply.request)),
        )
      case 'expired':
        if (outcome.destination !== null) return redirectTo(reply, outcome.destination)
        return sendRefusal(
          reply,
          new ApiError('link_expired', 'This link has expired.'),
          expiredPage(lookOf(reply.request), { reason: outcome.rule === 'expired' ? 'time' : 'clicks' }),
        )
      case 'password':
        return passwords.sendForm(visited, reply.request, reply)
    }
    const { referrerpath } = link
    visit.details = detailsOfVisit(queryOf(reply.request.url), outcome, referrerpath ? visit.headers.referer : '')
    return services.visitWriter.add(visit, reply.elapsedTime).then(() => {
      const { metatitle: title, metadescription: description, metaimage } = link
      // Programs have no apps.
      const shown = kind === 'visitor' ? outcome : { ...outcome, app: null }
      if (kind !== 'preview') return show(link, shown, origin, reply)
      // A link without preview texts shows the preview of its destination, even if it has a splash page.
      if ((title ?? description ?? metaimage) === null)
        return redirectTo(reply, outcome.destination, redirectForm(link))
      const { destination } = outcome
      const url = `${origin}/${aliasPath(link.alias)}`
      const report = reportUrl(services.config, origin, link.alias)
      return imageOf(link).then((image) =>
        sendPage(reply, previewPage(lookOf(reply.request), { title, description, image, url, destination, report })),
      )
    })
  }

  // Not async, because a promise for each step would slow down redirects.
  return (visited: VisitedLink, request: FastifyRequest, reply: FastifyReply) => {
    const { link, path, campaignId } = visited
    const headers = visitHeaders(request.headers)
    const visit: Visit = {
      subject: 'link',
      id: link.id,
      at: new Date(),
      ip: request.ip,
      method: request.method,
      headers,
      ...(campaignId === undefined ? {} : { campaignId }),
      ...(link.domain_id === null ? {} : { domainId: link.domain_id }),
    }
    const { class: kind } = classifyVisit(request.method, headers)
    const rules = {
      ...ruleVisitOf(link, path, queryOf(request.url), request, headers),
      isUnlocked: link.password_hash !== null && passwords.isUnlocked(link, request),
    }
    if (link.clicklimit === null) return respond(visited, visit, kind, decide(link, rules), reply)
    return decideWithin(visited, visit, request, rules, kind === 'visitor').then((outcome) =>
      respond(visited, visit, kind, outcome, reply),
    )
  }
}
