import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../db/queries/routes.ts'
import { claimClick, hasClicksLeft } from '../../db/queries/visits.ts'
import { expiredPage } from '../html/pages/expired.ts'
import { previewPage } from '../html/pages/preview.ts'
import type { Parts } from '../parts.ts'
import { ACCESS, ownerStatement } from '../work/access.ts'
import { classify } from '../work/agents.ts'
import { preferredLanguages } from '../work/languages.ts'
import { decide, type Outcome, type RuleVisit } from '../work/rules.ts'
import { type Visit, visitHeaders } from '../work/visits.ts'
import { nothingHere, sendPage } from './failures.ts'
import type { Locks } from './passwords.ts'
import { type ShowDestination, showDestination } from './show.ts'
import { sendOn } from './sites.ts'

export interface Visiting {
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

  // Whoever comes back meets the same side of a split, without anything being kept of him: the number follows from his
  // address and agent. Programs are many visitors in one, and are drawn each time.
  const drawFor = (linkId: number, { ip, headers }: Visit, reason: string): number =>
    reason === 'agent_other' ? parts.signer.draw(['split', String(linkId), ip, headers.agent]) : Math.random()

  return async (visiting: Visiting, request: FastifyRequest, reply: FastifyReply) => {
    const { link, origin, campaignId } = visiting
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
      isExhausted: link.clicklimit !== null && !(await hasClicksLeft(parts.db, link.id)),
      draw: link.splittarget.length === 0 ? 0 : drawFor(link.id, visit, reason),
    }
    let outcome: Outcome = decide(link, rules)
    // Whoever takes the last click takes it before he is led on; visits that do not count take none.
    if (outcome.action === 'redirect' && link.clicklimit !== null && kind === 'visitor') {
      visit.claimed = await claimClick(parts.db, link.id)
      if (!visit.claimed) outcome = decide(link, { ...rules, isExhausted: true })
    }
    switch (outcome.action) {
      case 'hidden':
        throw nothingHere()
      case 'expired':
        if (outcome.destination !== null) return sendOn(reply, outcome.destination)
        return sendPage(reply, expiredPage({ reason: outcome.rule === 'expired' ? 'time' : 'clicks' }), 410)
      case 'password':
        return locks.ask(link, request, reply)
    }
    await parts.clicks.add(visit)
    const { metatitle: title, metadescription: description, metaimage: image } = link
    if (kind === 'preview') {
      // Without texts of its own a link is shown as what it leads to, whatever page stands before that.
      if ((title ?? description ?? image) === null) return sendOn(reply, outcome.destination)
      const url = `${origin}/${link.alias}`
      return sendPage(reply, previewPage({ title, description, image, url, destination: outcome.destination }))
    }
    return show(link, outcome, origin, reply)
  }
}
