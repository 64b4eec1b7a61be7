import { pairName } from './visit-query.ts'

/** The URL as it may stand in a Location header: http or https, ASCII; null for anything else. */
export function safeDestination(url: string): string | null {
  if (!URL.canParse(url)) return null
  // As it was given where that is plain: some servers tell `a` from `%61`. A parser may read a backslash as a slash.
  if (/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(url)) return url
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/**
 * A URL with a link's own parameters appended, then a visit's query as it was sent: what a visit brings replaces what has
 * the same name.
 */
export function extendDestination(
  url: string,
  parameters: readonly { name: string; value: string }[],
  forwarded: string,
): string {
  if (parameters.length === 0 && forwarded === '') return url
  const hash = url.indexOf('#')
  const whole = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const mark = whole.indexOf('?')
  const base = mark === -1 ? whole : whole.slice(0, mark)
  const own = mark === -1 ? [] : whole.slice(mark + 1).split('&')
  const added = parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`)
  const replaced = new Set(forwarded === '' ? [] : forwarded.split('&').map(pairName))
  const kept = [...own, ...added].filter((pair) => pair !== '' && !replaced.has(pairName(pair)))
  const query = [...kept, ...(forwarded === '' ? [] : [forwarded])].join('&')
  return `${base}${query === '' ? '' : `?${query}`}${fragment}`
}
