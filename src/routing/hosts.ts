import { domainToASCII } from 'node:url'

/**
 * A Host header in the form of stored domains: lower case, Punycode, without port and trailing dot; null if it is not a
 * host name.
 */
export function normalizeHost(header: string): string | null {
  if (header.length > 300 || /[\s/@?#\\,]/.test(header)) return null
  const bare = header.startsWith('[') ? header.replace(/\]:\d*$/, ']') : header.replace(/:\d*$/, '')
  if (bare.startsWith('[')) return bare.toLowerCase()
  // Node decodes headers as Latin-1; names with other letters are sent as UTF-8.
  const text = /[^\x20-\x7e]/.test(bare) ? Buffer.from(bare, 'latin1').toString('utf8') : bare
  const name = domainToASCII(text.replace(/\.$/, ''))
  return name === '' || name.length > 253 ? null : name
}
