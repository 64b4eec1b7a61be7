import type { LinkColumns, ListColumn } from '../../db/tables/links.ts'
import type { Explanation } from '../../schemas/statistics.ts'
import { bestLanguageIndex } from '../locale/languages.ts'
import { isWithin } from '../time/windows.ts'
import { parseUserAgent } from '../visits/user-agents.ts'
import { extendDestination, extendPath, safeDestination } from './destinations.ts'
import { matchesDevice } from './devices.ts'

/** The part of a link that rules use. */
export type RuleLink = Pick<
  LinkColumns,
  | ListColumn
  | 'url'
  | 'status'
  | 'password_hash'
  | 'starts_at'
  | 'startredirect'
  | 'expires_at'
  | 'expirationredirect'
  | 'clicklimit'
  | 'deeplink'
  | 'forward'
  | 'pathforward'
>

/** The part of a real or hypothetical visit that rules use. */
export interface RuleVisit {
  at: Date
  /** ISO alpha-2; called only if a rule needs it. */
  country: () => string | null
  agent: string
  /** In lower case, most preferred first. */
  languages: readonly string[]
  /** The query to forward: without `?` and the owner's token. */
  query: string
  /** What follows the alias in the path, as it was sent. */
  path: string
  /** Whether the visit has a valid owner's token. */
  isOwner: boolean
  /** Whether the password was entered. */
  isUnlocked: boolean
  /** Whether the click limit is reached. */
  isExhausted: boolean
  /** 0 (inclusive) to 1 (exclusive); decides a split. */
  draw: number
}

type Rule = Explanation['rule']

/** A rule that was checked, whether it matched, and why. */
export interface Step {
  rule: Rule
  matched: boolean
  why: string
}

/**
 * The result for a visit. `link` is the stored URL that was chosen, `destination` that URL with parameters and query.
 */
export type Outcome =
  | { action: 'redirect'; rule: Rule; destination: string; link: string }
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
    const destination = chosen === null ? null : safeDestination(chosen)
    if (chosen !== null && destination !== null) return redirectTo(rule, chosen, destination, link, visit)
  }
  note?.('default', true, () => 'No other rule matched, so the URL of the link is used.')
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
  return { action: 'redirect', rule, destination: extended, link: chosen }
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

/** Decides a hypothetical visit; `path` is null if nothing is at its path, whatever the link forwards. */
export function explain(
  link: RuleLink,
  visit: Omit<RuleVisit, 'path'> & { path: string | null },
  steps: Step[],
): Outcome {
  const { path } = visit
  if (path === '') return decide(link, { ...visit, path }, steps)
  const isAnswered = path !== null && link.pathforward
  const why = isAnswered
    ? 'The link forwards what follows its alias.'
    : path === null
      ? 'No link forwards this path: visitors get the 404 page, or the picture of the link that it names.'
      : 'The link does not forward what follows its alias: visitors get the 404 page.'
  steps.push({ rule: 'path', matched: !isAnswered, why })
  return isAnswered ? decide(link, { ...visit, path }, steps) : { action: 'hidden', rule: 'path' }
}

type Explain = (matched: boolean, why: () => string) => void
type Find = (link: RuleLink, visit: RuleVisit, explain: Explain | undefined) => string | null

const byCountry: Find = ({ geotarget }, visit, explain) => {
  if (geotarget.length === 0) return null
  const country = visit.country()
  const target = geotarget.find(({ location }) => location.toUpperCase() === country)
  explain?.(target !== undefined, () =>
    country === null
      ? 'The country is unknown.'
      : `The country is ${country}, which is ${target ? '' : 'not '}among the targets.`,
  )
  return target?.link ?? null
}

const byDevice: Find = ({ devicetarget }, { agent }, explain) => {
  if (devicetarget.length === 0) return null
  const target = devicetarget.find(({ device }) => matchesDevice(device, agent))
  explain?.(target !== undefined, () => {
    const { os, device } = parseUserAgent(agent)
    const agentNames = `The User-Agent is ${os ?? 'an unknown system'} on ${device ?? 'an unknown device'}`
    return target ? `${agentNames}, which is \`${target.device}\`.` : `${agentNames}, which matches no target.`
  })
  return target?.link ?? null
}

const byLanguage: Find = ({ languagetarget }, { languages }, explain) => {
  if (languagetarget.length === 0) return null
  const tags = languagetarget.map(({ language }) => language)
  const best = languagetarget[bestLanguageIndex(tags, languages)]
  explain?.(best !== undefined, () => {
    const preferred =
      languages.length === 0
        ? 'The visitor has no preferred language'
        : `The preferred languages are ${languages.join(', ')}`
    return best ? `${preferred}; \`${best.language}\` matches best.` : `${preferred}; no target matches.`
  })
  return best?.link ?? null
}

const byTime: Find = ({ timetarget }, { at }, explain) => {
  if (timetarget.length === 0) return null
  const target = timetarget.find((window) => isWithin(window, at))
  explain?.(target !== undefined, () =>
    target
      ? `It is between ${target.from} and ${target.to} in ${target.timezone}.`
      : `${at.toISOString()} is in none of the time windows.`,
  )
  return target?.link ?? null
}

const bySplit: Find = ({ splittarget }, { draw }, explain) => {
  const sum = splittarget.reduce((total, { weight }) => total + Math.max(0, weight), 0)
  if (sum <= 0) return null
  let left = draw * sum
  const target = splittarget.find(({ weight }) => {
    left -= Math.max(0, weight)
    return left < 0
  })
  explain?.(target !== undefined, () =>
    target ? `Drawn by weight: ${target.weight} of ${sum} visits get this destination.` : 'No target was drawn.',
  )
  return target?.link ?? null
}

const byApp: Find = ({ deeplink }, { agent }, explain) => {
  if (deeplink === null) return null
  const system = matchesDevice('ios', agent) ? 'apple' : matchesDevice('android', agent) ? 'google' : null
  const link = system === null || !deeplink.auto ? null : deeplink[system]
  explain?.(link !== null, () =>
    !deeplink.auto
      ? 'The redirect of phones to the app is turned off.'
      : system === null
        ? 'The User-Agent is neither iOS nor Android.'
        : link === null
          ? 'The link has no app for this system.'
          : 'Phones with this system are redirected to the app.',
  )
  return link
}

const targets: readonly [Rule, Find][] = [
  ['country', byCountry],
  ['device', byDevice],
  ['language', byLanguage],
  ['time', byTime],
  ['split', bySplit],
  ['deeplink', byApp],
]
