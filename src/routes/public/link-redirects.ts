import type { LinkRoute } from '../../../db/queries/routes.ts'
import { listColumns } from '../../../db/tables/links.ts'
import { PASSING } from './sites.ts'

// A browser that caches a permanent redirect forever would neither be counted again nor see a change of the link.
const KEEP_S = 90

// Whether every visit to a link has the same outcome, as long as the link is not changed.
const hasOneOutcome = (link: LinkRoute) =>
  link.status === 'public' &&
  link.password_hash === null &&
  link.clicklimit === null &&
  link.starts_at === null &&
  link.expires_at === null &&
  link.deeplink === null &&
  // Parameters are the same for every visit.
  listColumns.every((name) => name === 'parameters' || link[name].length === 0)

/** How the redirect of a link is sent. Browsers may cache it only if it is permanent and the same for all visits. */
export function redirectForm(link: LinkRoute) {
  const { redirectstatus: status } = link
  if (status === 302) return PASSING
  const isPermanent = status === 301 || status === 308
  return { status, keepS: isPermanent && hasOneOutcome(link) ? KEEP_S : 0 }
}
