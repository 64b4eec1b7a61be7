// No registered name begins or ends with a hyphen, but subdomains such as `-a.example.com` may.
const LABEL = '(?!-)[^.]*[^.-]'
const HOST = new RegExp(`^(?:(?:[^.]+\\.)*${LABEL}\\.)?${LABEL}\\.?$`)

/** Whether a text is an absolute http or https URL with a host that can exist: no label of it is empty. */
export function isWebUrl(text: string): boolean {
  // Checked in the text, because URL parsers ignore additional slashes: of `https:///x` the host would be `x`.
  return /^https?:\/\/[^/\\]/i.test(text) && HOST.test(URL.parse(text)?.hostname ?? '')
}
