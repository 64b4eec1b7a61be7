import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../db/queries/routes.ts'
import { claimClick, hasClicksLeft } from '../../db/queries/visits.ts'
import type { VisitClass } from '../../db/tables/visits.ts'
import { expiredPage } from '../html/pages/expired.ts'
import { previewPage } from '../html/pages/preview.ts'
import { CARD_SIZE, type SocialImage } from '../html/social-meta.ts'
import type { Parts } from '../parts.ts'
import { ACCESS, ownerStatement } from '../work/access.ts'
import { cardPath, picturePath } from '../work/addresses.ts'
import { classify } from '../work/agents.ts'
import { hasFonts } from '../work/cards.ts'
import { preferredLanguages } from '../work/languages.ts'
import { decide, type Outcome, type RuleVisit } from '../work/rules.ts'
import { type Visit, visitHeaders } from '../work/visits.ts'
import { nothingHere, sendPage } from './failures.ts'
import type { Locks } from './passwords.ts'
import { type ShowDestination, showDestination } from './show.ts'
import { sendOn } from './sites.ts'

interface Visiting {
  link: LinkRoute
  /** Scheme and host the visitor sees. */
  origin: string
  /** The campaign whose rotator led here. */
  campaignId?: number
}

// The query of a visit without what is ours.
function readQuery(url: string): { access: string | null; query: [string, string][] } {
  const mark = url.indexOf('?')
  if (mark === -1) return { access: null, query: [] }
  const search = new URLSearchParams(url.slice(mark + 1))
  return { access: search.get(ACCESS), query: [...search].filter(([name]) => name !== ACCESS) }
}

/** Leads visitors of links where the rules say, counting them. */
export function makeVisits(parts: Parts, locks: Locks) {
  const show: ShowDestination = showDestination(parts)

  // A link's own picture, else a card that is drawn.
  const imageOf = async ({ id, account_id, metaimage }: LinkRoute): Promise<SocialImage | null> => {
    const held = metaimage === null ? undefined : (await parts.pictures.find(account_id, [metaimage])).get(metaimage)
    if (held) return { path: picturePath(held), width: held.width, height: held.height }
    return (await hasFonts()) ? { path: cardPath(parts.signer, 'link', id, 'png'), ...CARD_SIZE } : null
  }

  // Whoever comes back meets the same side of a split, without anything being kept of him: the number follows from his
  // address and agent. Programs are many visitors in one, and are drawn each time.
  const drawFor = (linkId: number, { ip, headers }: Visit, reason: string): number =>
    reason === 'agent_other' ? parts.signer.draw(['split', String(linkId), ip, headers.agent]) : Math.random()

  // Whoever takes the last click takes it before he is led on; visits that do not count take none.
  const decideWithin = async (limited: LinkRoute, visit: Visit, isCounted: boolean, rules: RuleVisit) => {
    const outcome = decide(limited, { ...rules, isExhausted: !(await hasClicksLeft(parts.db, limited.id)) })
    if (outcome.action !== 'redirect' || !isCounted) return outcome
    visit.claimed = await claimClick(parts.db, limited.id)
    return visit.claimed ? outcome : decide(limited, { ...rules, isExhausted: true })
  }

  const lead = ({ link, origin }: Visiting, visit: Visit, kind: VisitClass, outcome: Outcome, reply: FastifyReply) => {
    switch (outcome.action) {
      case 'hidden':
        throw nothingHere()
      case 'expired':
        if (outcome.destination !== null) return sendOn(reply, outcome.destination)
        return sendPage(reply, expiredPage({ reason: outcome.rule === 'expired' ? 'time' : 'clicks' }), 410)
      case 'password':
        return locks.ask(link, reply.request, reply)
    }
    return parts.clicks.add(visit).then(() => {
      const { metatitle: title, metadescription: description, metaimage } = link
      if (kind !== 'preview') return show(link, outcome, origin, reply)
      // Without texts of its own a link is shown as what it leads to, whatever page stands before that.
      if ((title ?? description ?? metaimage) === null) return sendOn(reply, outcome.destination)
      const { destination } = outcome
      const url = `${origin}/${link.alias}`
      return imageOf(link).then((image) =>
        sendPage(reply, previewPage({ title, description, image, url, destination })),
      )
    })
  }

  // Not async: the one thing that a visit nearly always waits for is its commit.
  return (visiting: Visiting, request: FastifyRequest, reply: FastifyReply) => {
    const { link, campaignId } = visiting
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
    const { class: kind, reason } = classify(request.method, headers)
    const { access, query } = readQuery(request.url)
    const rules: RuleVisit = {
      at: visit.at,
      country: () => parts.geo.country(visit.ip),
      agent: headers.agent,
      languages: link.languagetarget.length === 0 ? [] : preferredLanguages(headers.language),
      query,
      isOwner: access !== null && parts.signer.verify(ownerStatement(link.id), access),
      isUnlocked: link.password_hash !== null && locks.isUnlocked(link, request),
      isExhausted: false,
      draw: link.splittarget.length === 0 ? 0 : drawFor(link.id, visit, reason),
    }
    if (link.clicklimit === null) return lead(visiting, visit, kind, decide(link, rules), reply)
    return decideWithin(link, visit, kind === 'visitor', rules).then((outcome) =>
      lead(visiting, visit, kind, outcome, reply),
    )
  }
}
