import { pairName } from './visit-query.ts'

/** The URL in a form that is valid in a Location header; null if it is not an http or https URL. */
export function safeDestination(url: string): string | null {
  if (!URL.canParse(url)) return null
  // ASCII URLs stay unchanged, because some servers distinguish `a` from `%61`. Parsers may read a backslash as a
  // slash.
  if (/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(url)) return url
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

/** The scheme of a URL in lower case if it is not one of the web; null otherwise. */
export function appSchemeOf(url: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  return scheme === undefined || scheme === 'http' || scheme === 'https' ? null : scheme
}

/** Adds a path, as it was sent, to the path of a URL. */
export function extendPath(url: string, path: string): string {
  if (path === '') return url
  const end = url.search(/[?#]/)
  const base = end === -1 ? url : url.slice(0, end)
  return `${base.replace(/\/$/, '')}/${path}${end === -1 ? '' : url.slice(end)}`
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/**
 * Appends the parameters of a link to a URL, then the query of a visit unchanged, which replaces parameters with the
 * same name.
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
  const remaining = [...own, ...added].filter((pair) => pair !== '' && !replaced.has(pairName(pair)))
  const query = [...remaining, ...(forwarded === '' ? [] : [forwarded])].join('&')
  return `${base}${query === '' ? '' : `?${query}`}${fragment}`
}
