/** What lists find a URL by: its own key, which has a slash, and those of its host and of the domains above it. */
export interface UrlKeys {
  host: string
  keys: string[]
}

/**
 * The keys of a URL; null if it is not one of the web. Addresses in odd forms, such as `0x7f.1`, are read as browsers
 * read them.
 */
export function keysOfUrl(text: string): UrlKeys | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const host = url.hostname.replace(/\.+$/, '')
  if (host === '') return null
  return { host, keys: [keyOf(url, host), ...keysOfHost(host)] }
}

// Without scheme, user and fragment.
const keyOf = ({ port, pathname, search }: URL, host: string) =>
  `${host}${port === '' ? '' : `:${port}`}${pathname}${search}`

const ADDRESS = /^\[|^\d+\.\d+\.\d+\.\d+$/

/** A host in its stored form and the domains above it, but for the top-level domain. */
export function keysOfHost(host: string): string[] {
  const keys = [host]
  if (ADDRESS.test(host)) return keys
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const above = host.slice(dot + 1)
    if (above.includes('.')) keys.push(above)
  }
  return keys
}

/** The key of a host of a list or a command; null if the text is none that could be blocked. */
export function hostKey(text: string): string | null {
  const name = text.replace(/^(?:\*?\.)/, '')
  if (/[/?#@\\\s]/.test(name)) return null
  const host = URL.parse(`http://${name}`)?.hostname.replace(/\.+$/, '') ?? ''
  return (host.includes('.') || host.startsWith('[')) && host.length <= 253 ? host : null
}

/** The key of an entry of a list, which is a host or a URL; null if it is neither. */
export function keyOfEntry(text: string): string | null {
  const rest = text.replace(/^https?:\/\//i, '')
  if (rest === text && !text.includes('/')) return hostKey(text)
  const url = URL.parse(`http://${rest}`)
  const host = url?.hostname.replace(/\.+$/, '') ?? ''
  return url && host.includes('.') ? keyOf(url, host) : null
}
