// Registries give no names with a hyphen at an end; below names of theirs, in the front, there are such hosts.
const LABEL = '(?!-)[^.]*[^.-]'
const HOST = new RegExp(`^(?:(?:[^.]+\\.)*${LABEL}\\.)?${LABEL}\\.?$`)

/** Whether a text is an absolute http or https URL with a host that can exist: no label of it is empty. */
export function isWebUrl(text: string): boolean {
  // URL parsers skip more slashes after these two, and take what follows for the host.
  return /^https?:\/\/[^/\\]/i.test(text) && HOST.test(URL.parse(text)?.hostname ?? '')
}
