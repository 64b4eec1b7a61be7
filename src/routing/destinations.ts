/** The URL as it may stand in a Location header: http or https, ASCII; null for anything else. */
export function safeDestination(url: string): string | null {
  if (!URL.canParse(url)) return null
  // As it was given where that is plain: some servers tell `a` from `%61`. A parser may read a backslash as a slash.
  if (/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(url)) return url
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** A URL with a link's own parameters appended, and a visit's query forwarded: what a visit brings replaces what has the same name. */
export function extendDestination(
  url: string,
  parameters: readonly { name: string; value: string }[],
  forwarded: readonly (readonly [string, string])[],
): string {
  if (parameters.length === 0 && forwarded.length === 0) return url
  const hash = url.indexOf('#')
  const whole = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const mark = whole.indexOf('?')
  const base = mark === -1 ? whole : whole.slice(0, mark)
  const own = mark === -1 ? [] : whole.slice(mark + 1).split('&')
  const pair = ([name, value]: readonly [string, string]) => `${encode(name)}=${encode(value)}`
  const replaced = new Set(forwarded.map(([name]) => name))
  const kept = [...own, ...parameters.map(({ name, value }) => pair([name, value]))].filter(
    (text) => text !== '' && !replaced.has(nameOf(text)),
  )
  const pairs = [...kept, ...forwarded.map(pair)]
  return `${base}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}${fragment}`
}
