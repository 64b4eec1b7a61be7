import { domainToUnicode } from 'node:url'
import { type Html, html } from './html.ts'

/** The host of a URL as a person reads it; the scheme's rest where there is none, `the link` where it is no URL. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'the link'
  const { host, hostname, port, pathname } = new URL(url)
  if (host === '') return pathname.slice(0, 60)
  const unicode = domainToUnicode(hostname)
  // Letters of one script can pass for another's, so a name is shown readable only where it is plainly Latin.
  const name = /^[\p{Script=Latin}\d.-]+$/u.test(unicode) ? unicode.replace(/^www\./, '') : hostname
  return port === '' ? name : `${name}:${port}`
}

/** For the head: goes on after some seconds where there is no JavaScript. */
export function refresh(destination: string, seconds: number): Html | null {
  if (!URL.canParse(destination)) return null
  return html`<noscript><meta http-equiv="refresh" content="${seconds};url=${new URL(destination).href}"></noscript>`
}
