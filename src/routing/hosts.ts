import { domainToASCII } from 'node:url'

/** A Host header as domains are stored: lower-case, punycode, without port and trailing dot; null where it is no host name. */
export function normalizeHost(header: string): string | null {
  if (header.length > 300 || /[\s/@?#\\,]/.test(header)) return null
  const bare = header.startsWith('[') ? header.replace(/\]:\d*$/, ']') : header.replace(/:\d*$/, '')
  if (bare.startsWith('[')) return bare.toLowerCase()
  // Header bytes arrive as Latin-1; a name in its own letters was UTF-8.
  const text = /[^\x20-\x7e]/.test(bare) ? Buffer.from(bare, 'latin1').toString('utf8') : bare
  const name = domainToASCII(text.replace(/\.$/, ''))
  return name === '' || name.length > 253 ? null : name
}
