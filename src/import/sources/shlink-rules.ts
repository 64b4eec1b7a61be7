import { listOf, textOf } from '../service-client.ts'

const DEVICES: Record<string, string> = {
  android: 'android',
  ios: 'ios',
  desktop: 'desktop',
  mobile: 'mobile',
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
  chromeos: 'chromeos',
}

/**
 * Shlink's redirect rules as targets. A rule with a single condition on country, language or device becomes a target;
 * others, and those that the order of evaluation here would change, become notes.
 */
export function shlinkRules(rules: readonly Record<string, unknown>[]) {
  const geotarget: object[] = []
  const languagetarget: object[] = []
  const devicetarget: object[] = []
  const left: string[] = []
  const sorted = [...rules].sort((a, b) => Number(a['priority'] ?? 0) - Number(b['priority'] ?? 0))
  for (const { longUrl, conditions } of sorted) {
    const link = textOf(longUrl)
    const [condition, ...others] = Array.isArray(conditions) ? listOf(conditions, 'conditions') : []
    const type = textOf(condition?.['type'])
    const value = textOf(condition?.['matchValue'])
    if (!/^https?:\/\//i.test(link)) left.push(`${type} to ${link.slice(0, 60)}`)
    else if (others.length > 0) left.push(`${type} and others`)
    else if (type === 'geolocation-country-code') geotarget.push({ location: value, link })
    else if (type === 'language') languagetarget.push({ language: value, link })
    else if (type === 'device' && DEVICES[value.toLowerCase()] !== undefined)
      devicetarget.push({ device: DEVICES[value.toLowerCase()], link })
    else left.push(type || 'none')
  }
  const kinds = [geotarget, languagetarget, devicetarget].filter((list) => list.length > 0).length
  return {
    fields: {
      ...(geotarget.length > 0 ? { geotarget } : {}),
      ...(languagetarget.length > 0 ? { languagetarget } : {}),
      ...(devicetarget.length > 0 ? { devicetarget } : {}),
    },
    notes: [
      ...(left.length > 0 ? [`Redirect rules that are not carried over: ${left.join(', ').slice(0, 200)}.`] : []),
      ...(kinds > 1 ? ['Its rules are of several kinds, which are tried in another order here.'] : []),
    ],
  }
}
