import { bestLanguageIndex } from '../locale/languages.ts'
import { isWithin } from '../time/windows.ts'
import { parseUserAgent } from '../visits/user-agents.ts'
import { appSchemeOf } from './destinations.ts'
import { matchesDevice } from './devices.ts'
import type { Rule, RuleLink, RuleVisit } from './rule-input.ts'

type Explain = (matched: boolean, why: () => string) => void
/** The URL of the target that a visit gets, or null. `explain` is called with the reason, unless there are no targets. */
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

const byApp: Find = ({ deeplink }, { agent, appSchemes }, explain) => {
  if (deeplink === null) return null
  const system = matchesDevice('ios', agent) ? 'apple' : matchesDevice('android', agent) ? 'google' : null
  const stored = system === null || !deeplink.auto ? null : deeplink[system]
  // The operator may have taken the scheme from the list since it was stored.
  const scheme = stored === null ? null : appSchemeOf(stored)
  const link = scheme === null || appSchemes.has(scheme) ? stored : null
  explain?.(link !== null, () =>
    !deeplink.auto
      ? 'The redirect of phones to the app is turned off.'
      : system === null
        ? 'The User-Agent is neither iOS nor Android.'
        : stored === null
          ? 'The link has no app for this system.'
          : link === null
            ? `The operator does not allow the scheme ${scheme}.`
            : 'Phones with this system are redirected to the app.',
  )
  return link
}

/** The rules that choose another destination, in the order of evaluation; the first that finds one decides. */
export const targets: readonly [Rule, Find][] = [
  ['country', byCountry],
  ['device', byDevice],
  ['language', byLanguage],
  ['time', byTime],
  ['split', bySplit],
  ['deeplink', byApp],
]
