import { domainToUnicode } from 'node:url'
import { type Html, html } from './html.ts'

/** The host of a URL to show to people; for a URL without a host its path, for invalid URLs `the link`. */
export function displayHost(url: string): string {
  if (!URL.canParse(url)) return 'the link'
  const { host, hostname, port, pathname } = new URL(url)
  if (host === '') return pathname.slice(0, 60)
  const unicode = domainToUnicode(hostname)
  // Letters of other scripts can imitate Latin ones, so only Latin names are shown decoded.
  const name = /^[\p{Script=Latin}\d.-]+$/u.test(unicode) ? unicode.replace(/^www\./, '') : hostname
  return port === '' ? name : `${name}:${port}`
}

/** A meta refresh for the head of a page, which opens the destination after some seconds if JavaScript is off. */
export function refresh(destination: string, seconds: number): Html | null {
  if (!URL.canParse(destination)) return null
  return html`<noscript><meta http-equiv="refresh" content="${seconds};url=${new URL(destination).href}"></noscript>`
}
