import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { claimClick, hasClicksLeft } from '../../../db/queries/visits.ts'
import type { VisitClass } from '../../../db/tables/visits.ts'
import { CARD_SIZE, type SocialImage } from '../../html/social-meta.ts'
import { aliasPath } from '../../links/aliases.ts'
import { cardPath, picturePath } from '../../links/public-urls.ts'
import { preferredLanguages } from '../../locale/languages.ts'
import { earlyPage } from '../../pages/early.ts'
import { expiredPage } from '../../pages/expired.ts'
import { previewPage } from '../../pages/preview.ts'
import { hasFonts } from '../../pictures/card-png.ts'
import { decide, type Outcome, type RuleVisit } from '../../routing/rules.ts'
import { queryOf, readVisitQuery } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { type Visit, visitHeaders } from '../../visits/describe-visits.ts'
import { classifyVisit } from '../../visits/user-agents.ts'
import { notFoundFailure, sendPage } from './errors.ts'
import type { LinkPasswords, VisitedLink } from './link-passwords.ts'
import { redirectForm } from './link-redirects.ts'
import { type ShowDestination, showDestination } from './show-destination.ts'
import { redirectTo } from './sites.ts'

/** Creates the handler of visits to links: evaluates the rules, records the visit, and responds. */
export function createVisitHandler(services: Services, passwords: LinkPasswords) {
  const show: ShowDestination = showDestination(services)

  // The stored picture of the link, else a drawn card.
  const imageOf = async ({ id, account_id, metaimage }: LinkRoute): Promise<SocialImage | null> => {
    const stored =
      metaimage === null ? undefined : (await services.pictures.find(account_id, [metaimage])).get(metaimage)
    if (stored) return { path: picturePath(stored), width: stored.width, height: stored.height }
    return (await hasFonts()) ? { path: cardPath(services.signer, 'link', id, 'png'), ...CARD_SIZE } : null
  }

  // A browser gets the same split target each time without a cookie, by a keyed hash of address and User-Agent.
  // Programs can make requests for many visitors, so they get a random number each time.
  const drawFor = (linkId: number, { ip, headers }: Visit, reason: string): number =>
    reason === 'agent_other' ? services.signer.draw(['split', String(linkId), ip, headers.agent]) : Math.random()

  // Visits claim their click before the redirect, so that the limit is exact across instances.
  const decideWithin = async (limited: LinkRoute, visit: Visit, isCounted: boolean, rules: RuleVisit) => {
    const outcome = decide(limited, {
      ...rules,
      isExhausted: !(await hasClicksLeft(services.store.visitors, limited.id)),
    })
    if (outcome.action !== 'redirect' || !isCounted) return outcome
    visit.claimed = await claimClick(services.store.visitors, limited.id)
    return visit.claimed ? outcome : decide(limited, { ...rules, isExhausted: true })
  }

  const respond = (visited: VisitedLink, visit: Visit, kind: VisitClass, outcome: Outcome, reply: FastifyReply) => {
    const { link, origin } = visited
    switch (outcome.action) {
      case 'hidden':
        throw notFoundFailure()
      case 'early':
        if (outcome.destination !== null) return redirectTo(reply, outcome.destination)
        return sendPage(reply, earlyPage(), 404)
      case 'expired':
        if (outcome.destination !== null) return redirectTo(reply, outcome.destination)
        return sendPage(reply, expiredPage({ reason: outcome.rule === 'expired' ? 'time' : 'clicks' }), 410)
      case 'password':
        return passwords.sendForm(visited, reply.request, reply)
    }
    return services.visitWriter.add(visit).then(() => {
      const { metatitle: title, metadescription: description, metaimage } = link
      if (kind !== 'preview') return show(link, outcome, origin, reply)
      // A link without preview texts shows the preview of its destination, even if it has a splash page.
      if ((title ?? description ?? metaimage) === null)
        return redirectTo(reply, outcome.destination, redirectForm(link))
      const { destination } = outcome
      const url = `${origin}/${aliasPath(link.alias)}`
      return imageOf(link).then((image) =>
        sendPage(reply, previewPage({ title, description, image, url, destination })),
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
    }
    const { class: kind, reason } = classifyVisit(request.method, headers)
    const { forwarded, isOwner } = readVisitQuery(queryOf(request.url), link.id, services.signer)
    const rules: RuleVisit = {
      at: visit.at,
      country: () => services.geo.country(visit.ip),
      agent: headers.agent,
      languages: link.languagetarget.length === 0 ? [] : preferredLanguages(headers.language),
      query: forwarded,
      path,
      isOwner,
      isUnlocked: link.password_hash !== null && passwords.isUnlocked(link, request),
      isExhausted: false,
      draw: link.splittarget.length === 0 ? 0 : drawFor(link.id, visit, reason),
    }
    if (link.clicklimit === null) return respond(visited, visit, kind, decide(link, rules), reply)
    return decideWithin(link, visit, kind === 'visitor', rules).then((outcome) =>
      respond(visited, visit, kind, outcome, reply),
    )
  }
}
