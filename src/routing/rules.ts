import { appSchemeOf, extendDestination, extendPath, safeDestination } from './destinations.ts'
import type { Rule, RuleLink, RuleVisit } from './rule-input.ts'
import { targets } from './targets.ts'

/** A rule that was checked, whether it matched, and why. */
export interface Step {
  rule: Rule
  matched: boolean
  why: string
}

/**
 * The result for a visit. `link` is the stored URL that was chosen, `destination` that URL with parameters and query.
 * `app`: the URL of an app for phones, which is tried before the destination.
 */
export type Outcome =
  | { action: 'redirect'; rule: Rule; destination: string; link: string; app: string | null }
  | { action: 'early'; rule: 'start'; destination: string | null }
  | { action: 'expired'; rule: 'expired' | 'clicklimit'; destination: string | null }
  | { action: 'hidden'; rule: 'private' | 'path' }
  | { action: 'password'; rule: 'password' }

type Note = (rule: Rule, matched: boolean, why: () => string) => void

/**
 * Decides the result of a visit: by the state of the link (private, not started, expired, click limit, password), then
 * by country, device, language, time, split and the app of phones, and last the URL of the link. `private` is checked
 * first, so that no other result reveals a private link. `steps`, if given, receives the reasons.
 */
export function decide(link: RuleLink, visit: RuleVisit, steps?: Step[]): Outcome {
  // Reasons are only built for explanations, because redirects are far more frequent.
  const note: Note | undefined =
    steps &&
    ((rule, matched, why) => {
      steps.push({ rule, matched, why: why() })
    })
  const stopped = checkState(link, visit, note)
  if (stopped) return stopped
  for (const [rule, find] of targets) {
    const chosen = find(link, visit, note && ((matched, why) => note(rule, matched, why)))
    if (chosen === null) continue
    const destination = safeDestination(chosen)
    if (destination !== null) return redirectTo(rule, chosen, destination, link, visit)
    if (rule === 'deeplink' && appSchemeOf(chosen) !== null) return openApp(chosen, link, visit)
  }
  note?.('default', true, () => 'No other rule matched, so the URL of the link is used.')
  return redirectToUrl(link, visit)
}

function redirectToUrl(link: RuleLink, visit: RuleVisit): Outcome {
  const destination = safeDestination(link.url)
  // Only http and https are stored; a row with anything else must not become a redirect.
  if (destination === null) return { action: 'hidden', rule: 'private' }
  return redirectTo('default', link.url, destination, link, visit)
}

function redirectTo(rule: Rule, chosen: string, destination: string, link: RuleLink, visit: RuleVisit): Outcome {
  // An app's page has no paths of the website.
  const path = link.pathforward && rule !== 'deeplink' ? visit.path : ''
  const query = link.forward || path !== '' ? visit.query : ''
  const extended = extendDestination(extendPath(destination, path), link.parameters, query)
  return { action: 'redirect', rule, destination: extended, link: chosen, app: null }
}

// Who does not have the app, and every program, gets the URL of the link.
function openApp(app: string, link: RuleLink, visit: RuleVisit): Outcome {
  const outcome = redirectToUrl(link, visit)
  if (outcome.action !== 'redirect') return outcome
  return { ...outcome, rule: 'deeplink', app: extendDestination(app, link.parameters, link.forward ? visit.query : '') }
}

function checkState(link: RuleLink, visit: RuleVisit, note: Note | undefined): Outcome | undefined {
  const isHidden = link.status === 'private' && !visit.isOwner
  note?.('private', isHidden, () =>
    link.status === 'public'
      ? 'The link is public.'
      : visit.isOwner
        ? "The link is private; the owner's signed link was used."
        : 'The link is private: everyone but its owner gets the 404 page.',
  )
  if (isHidden) return { action: 'hidden', rule: 'private' }

  const start = link.starts_at
  const isEarly = start !== null && start.getTime() > visit.at.getTime() && !visit.isOwner
  note?.('start', isEarly, () =>
    start === null
      ? 'The link has no start.'
      : isEarly
        ? `The link starts at ${start.toISOString()}.`
        : `The link started at ${start.toISOString()}, or the owner's signed link was used.`,
  )
  if (isEarly) {
    const destination = link.startredirect === null ? null : safeDestination(link.startredirect)
    return { action: 'early', rule: 'start', destination }
  }

  const end = link.expires_at
  const isOver = end !== null && end.getTime() <= visit.at.getTime()
  note?.('expired', isOver, () =>
    end === null ? 'The link has no expiry.' : `The link ${isOver ? 'expired' : 'expires'} at ${end.toISOString()}.`,
  )
  const expiredDestination = link.expirationredirect === null ? null : safeDestination(link.expirationredirect)
  if (isOver) return { action: 'expired', rule: 'expired', destination: expiredDestination }

  note?.('clicklimit', visit.isExhausted, () =>
    link.clicklimit === null
      ? 'The link has no click limit.'
      : `The limit of ${link.clicklimit} clicks is ${visit.isExhausted ? '' : 'not '}reached.`,
  )
  if (visit.isExhausted) return { action: 'expired', rule: 'clicklimit', destination: expiredDestination }

  const isLocked = link.password_hash !== null && !visit.isUnlocked && !visit.isOwner
  note?.('password', isLocked, () =>
    link.password_hash === null
      ? 'The link has no password.'
      : isLocked
        ? 'The link has a password, which was not entered.'
        : 'The password was entered, or the visitor is the owner.',
  )
  return isLocked ? { action: 'password', rule: 'password' } : undefined
}
