import type { Fault } from '../errors/api-error.ts'
import type { Blocklist } from './blocklist.ts'

/** The fault of a field with a destination that is blocked; `path` is that of the field. */
export const blockedFault = (path = ''): Fault => ({
  path,
  message: 'leads to a host or page that the operator of this service has blocked',
  code: 'destination_blocked',
})

// What may be a URL in text or Markdown; brackets around it are not of it.
const URLS = /https?:\/\/[^\s"'<>()[\]\\]+/gi

/** The URLs of the web in a text. */
export const urlsIn = (text: string): string[] => text.match(URLS) ?? []

/** The fault of a text with a blocked URL, or none. */
export const textFaults = (blocklist: Blocklist, text: string, path: string): Fault[] =>
  urlsIn(text).some((url) => blocklist.blocksUrl(url)) ? [blockedFault(path)] : []
