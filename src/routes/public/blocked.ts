import type { LinkRoute, Route } from '../../../db/queries/routes.ts'
import type { Blocklist } from '../../abuse/blocklist.ts'
import { ApiError, notFoundFailure } from '../../errors/api-error.ts'
import type { Outcome } from '../../routing/rules.ts'

/** The failure of a visit to something that the operator has blocked; its page has no way on. */
export const blockedFailure = () => new ApiError('link_blocked', 'The operator of this service has blocked this link.')

/** Throws if a route leads to a quarantined link, or one of a suspended account; what is hidden looks like nothing. */
export function refuseBlockedLink(blocklist: Blocklist, route: Route): void {
  if (route.kind === 'link' && blocklist.blocksLink(route.link))
    throw route.link.status === 'private' ? notFoundFailure() : blockedFailure()
}

/** Whether a visit with this outcome would show or open a URL that is blocked. */
export function opensBlocked(blocklist: Blocklist, { splash, overlay }: LinkRoute, outcome: Outcome): boolean {
  if (!('destination' in outcome) || outcome.destination === null) return false
  if (blocklist.blocksUrl(outcome.destination)) return true
  if (outcome.action !== 'redirect') return false
  // The stored URL may be listed without what the link and the visitor add to it.
  return [outcome.link, outcome.app, splash?.link, overlay?.link].some((url) => url && blocklist.blocksUrl(url))
}
