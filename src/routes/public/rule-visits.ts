import type { FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { preferredLanguages } from '../../locale/languages.ts'
import type { RuleVisit } from '../../routing/rule-input.ts'
import { readVisitQuery } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { visitHeaders } from '../../visits/describe-visits.ts'
import { classifyVisit } from '../../visits/user-agents.ts'

type Needed = Pick<Services, 'signer' | 'countryLookup' | 'config'>

/**
 * Creates the function that describes the visit of a request to a link for its rules, as a visitor who has not entered
 * a password, with clicks left. `path` is what follows the alias, `query` that of the URL, as they were sent.
 */
export function createRuleVisits({ signer, countryLookup, config }: Needed) {
  // A browser gets the same split target each time without a cookie, by a keyed hash of address and User-Agent.
  // Programs can make requests for many visitors, so they get a random number each time.
  const drawFor = (linkId: number, ip: string, agent: string, isBrowser: boolean): number =>
    isBrowser ? signer.draw(['split', String(linkId), ip, agent]) : Math.random()

  return (link: LinkRoute, path: string, query: string, { ip, method, headers: sent }: FastifyRequest): RuleVisit => {
    const headers = visitHeaders(sent)
    const { forwarded, isOwner } = readVisitQuery(query, link.id, signer)
    const isBrowser = () => classifyVisit(method, headers).reason === 'agent_other'
    return {
      at: new Date(),
      country: () => countryLookup.country(ip),
      agent: headers.agent,
      languages: link.languagetarget.length === 0 ? [] : preferredLanguages(headers.language),
      query: forwarded,
      path,
      appSchemes: config.appSchemes,
      isOwner,
      isUnlocked: false,
      isExhausted: false,
      draw: link.splittarget.length === 0 ? 0 : drawFor(link.id, ip, headers.agent, isBrowser()),
    }
  }
}
