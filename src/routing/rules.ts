import type { TimeTarget } from '../../schemas/targets.ts'
import { bestLanguageIndex } from '../locale/languages.ts'
import { isWithin } from '../time/windows.ts'
import { matchesDevice } from '../visits/devices.ts'
import { parseUserAgent } from '../visits/user-agents.ts'
import { extendDestination, safeDestination } from './destinations.ts'

/** The part of a link that rules use. */
export interface RuleLink {
  url: string
  status: 'public' | 'private'
  password_hash: string | null
  expires_at: Date | null
  expirationredirect: string | null
  clicklimit: number | null
  geotarget: readonly { location: string; link: string }[]
  devicetarget: readonly { device: string; link: string }[]
  languagetarget: readonly { language: string; link: string }[]
  timetarget: readonly TimeTarget[]
  splittarget: readonly { link: string; weight: number }[]
  parameters: readonly { name: string; value: string }[]
  deeplink: { auto: boolean; apple: string | null; google: string | null } | null
  forward: boolean
}

/** The part of a visit that rules use, real or supposed. */
export interface RuleVisit {
  at: Date
  /** ISO alpha-2; called only if a rule needs it. */
  country: () => string | null
  agent: string
  /** Preferred first, lower-case. */
  languages: readonly string[]
  /** The query as it is passed on: without `?` and the owner's token. */
  query: string
  /** The owner's signed link was used. */
  isOwner: boolean
  /** The right password was given. */
  isUnlocked: boolean
  /** The link's clicks are used up. */
  isExhausted: boolean
  /** 0 to below 1; decides a split. */
  draw: number
}

type Rule =
  | 'private'
  | 'expired'
  | 'clicklimit'
  | 'password'
  | 'country'
  | 'device'
  | 'language'
  | 'time'
  | 'split'
  | 'deeplink'
  | 'default'

/** A rule that was checked, whether it matched, and why. */
export interface Step {
  rule: Rule
  matched: boolean
  why: string
}

/** The result for a visit. `link` is the stored URL that was chosen, `destination` that URL with parameters and query. */
export type Outcome =
  | { action: 'redirect'; rule: Rule; destination: string; link: string }
  | { action: 'expired'; rule: 'expired' | 'clicklimit'; destination: string | null }
  | { action: 'hidden'; rule: 'private' }
  | { action: 'password'; rule: 'password' }

type Note = (rule: Rule, matched: boolean, why: () => string) => void

/**
 * Decides where a visit goes: first the state of the link (private, expired, click limit, password), then country, device,
 * language, time, split, the app for phones, and last the link's own URL. `private` is checked first, so that no other
 * answer tells that a private link exists. `steps`, if given, receives the reasons.
 */
export function decide(link: RuleLink, visit: RuleVisit, steps?: Step[]): Outcome {
  // Reasons are only built for explanations: redirects are far more frequent.
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
    if (chosen !== null && destination !== null) return leave(rule, chosen, destination, link, visit)
  }
  note?.('default', true, () => 'No other rule matched, so the link leads to its own URL.')
  const destination = safeDestination(link.url)
  // Only http and https are stored; a row with anything else must not become a redirect.
  if (destination === null) return { action: 'hidden', rule: 'private' }
  return leave('default', link.url, destination, link, visit)
}

function leave(rule: Rule, chosen: string, destination: string, link: RuleLink, visit: RuleVisit): Outcome {
  const extended = extendDestination(destination, link.parameters, link.forward ? visit.query : '')
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

  const end = link.expires_at
  const isOver = end !== null && end.getTime() <= visit.at.getTime()
  note?.('expired', isOver, () =>
    end === null ? 'The link has no expiry.' : `The link ${isOver ? 'expired' : 'expires'} at ${end.toISOString()}.`,
  )
  const instead = link.expirationredirect === null ? null : safeDestination(link.expirationredirect)
  if (isOver) return { action: 'expired', rule: 'expired', destination: instead }

  note?.('clicklimit', visit.isExhausted, () =>
    link.clicklimit === null
      ? 'The link has no click limit.'
      : `The limit of ${link.clicklimit} clicks is ${visit.isExhausted ? '' : 'not '}reached.`,
  )
  if (visit.isExhausted) return { action: 'expired', rule: 'clicklimit', destination: instead }

  const isLocked = link.password_hash !== null && !visit.isUnlocked && !visit.isOwner
  note?.('password', isLocked, () =>
    link.password_hash === null
      ? 'The link has no password.'
      : isLocked
        ? 'The link asks for its password first.'
        : 'The password was given.',
  )
  return isLocked ? { action: 'password', rule: 'password' } : undefined
}

type Say = (matched: boolean, why: () => string) => void
type Find = (link: RuleLink, visit: RuleVisit, say: Say | undefined) => string | null

const byCountry: Find = ({ geotarget }, visit, say) => {
  if (geotarget.length === 0) return null
  const country = visit.country()
  const target = geotarget.find(({ location }) => location.toUpperCase() === country)
  say?.(target !== undefined, () =>
    country === null
      ? 'The country is not known.'
      : `The country is ${country}, which is ${target ? '' : 'not '}among the targets.`,
  )
  return target?.link ?? null
}

const byDevice: Find = ({ devicetarget }, { agent }, say) => {
  if (devicetarget.length === 0) return null
  const target = devicetarget.find(({ device }) => matchesDevice(device, agent))
  say?.(target !== undefined, () => {
    const { os, device } = parseUserAgent(agent)
    const what = `The agent tells ${os ?? 'no system'} on ${device ?? 'an unknown device'}`
    return target ? `${what}, which is \`${target.device}\`.` : `${what}, which fits no target.`
  })
  return target?.link ?? null
}

const byLanguage: Find = ({ languagetarget }, { languages }, say) => {
  if (languagetarget.length === 0) return null
  const wantedTags = languagetarget.map(({ language }) => language)
  const best = languagetarget[bestLanguageIndex(wantedTags, languages)]
  say?.(best !== undefined, () => {
    const wanted =
      languages.length === 0 ? 'No language is asked for' : `The languages asked for are ${languages.join(', ')}`
    return best ? `${wanted}; \`${best.language}\` fits best.` : `${wanted}; no target fits.`
  })
  return best?.link ?? null
}

const byTime: Find = ({ timetarget }, { at }, say) => {
  if (timetarget.length === 0) return null
  const target = timetarget.find((window) => isWithin(window, at))
  say?.(target !== undefined, () =>
    target
      ? `It is between ${target.from} and ${target.to} in ${target.timezone}.`
      : `${at.toISOString()} is in none of the time windows.`,
  )
  return target?.link ?? null
}

const bySplit: Find = ({ splittarget }, { draw }, say) => {
  const sum = splittarget.reduce((total, { weight }) => total + Math.max(0, weight), 0)
  if (sum <= 0) return null
  let left = draw * sum
  const target = splittarget.find(({ weight }) => {
    left -= Math.max(0, weight)
    return left < 0
  })
  say?.(target !== undefined, () =>
    target ? `Drawn by weight: ${target.weight} of ${sum} visits go here.` : 'No weight was drawn.',
  )
  return target?.link ?? null
}

const byApp: Find = ({ deeplink }, { agent }, say) => {
  if (deeplink === null) return null
  const system = matchesDevice('ios', agent) ? 'apple' : matchesDevice('android', agent) ? 'google' : null
  const link = system === null || !deeplink.auto ? null : deeplink[system]
  say?.(link !== null, () =>
    !deeplink.auto
      ? 'Phones are not sent to the app by themselves.'
      : system === null
        ? 'The agent is no phone that has an app.'
        : link === null
          ? 'There is no app for this phone.'
          : 'The phone is sent to the app.',
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
