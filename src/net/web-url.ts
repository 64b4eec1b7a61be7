// No registered name begins or ends with a hyphen, but subdomains such as `-a.example.com` may.
const LABEL = '(?!-)[^.]*[^.-]'
const HOST = new RegExp(`^(?:(?:[^.]+\\.)*${LABEL}\\.)?${LABEL}\\.?$`)

const MAX_HOST = 253

/** Whether a text is an absolute http or https URL with a host that can exist. */
export function isWebUrl(text: string): boolean {
  // Checked in the text, because URL parsers ignore additional slashes: of `https:///x` the host would be `x`.
  const host = /^https?:\/\/[^/\\]/i.test(text) ? (URL.parse(text)?.hostname ?? '') : ''
  return host.replace(/\.$/, '').length <= MAX_HOST && HOST.test(host)
}
