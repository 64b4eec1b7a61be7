import type { FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { preferredLanguages } from '../../locale/languages.ts'
import type { RuleVisit } from '../../routing/rule-input.ts'
import { readVisitQuery } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { classifyVisit, type VisitHeaders } from '../../visits/user-agents.ts'

type Needed = Pick<Services, 'signer' | 'countryLookup' | 'config'>

/**
 * Describes the visit of a request to a link for its rules, as a visitor who has not entered a password, with clicks
 * left. `path` is what follows the alias, `query` that of the URL, as they were sent.
 */
type RuleVisitOf = (
  link: LinkRoute,
  path: string,
  query: string,
  request: Pick<FastifyRequest, 'ip' | 'method'>,
  headers: VisitHeaders,
) => RuleVisit

export function createRuleVisits({ signer, countryLookup, config }: Needed): RuleVisitOf {
  // A browser gets the same split target each time without a cookie, by a keyed hash of address and User-Agent.
  // Programs can make requests for many visitors, so they get a random number each time.
  const drawFor = (linkId: number, ip: string, agent: string, isBrowser: boolean): number =>
    isBrowser ? signer.draw(['split', String(linkId), ip, agent]) : Math.random()

  return (link, path, query, { ip, method }, headers) => {
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
