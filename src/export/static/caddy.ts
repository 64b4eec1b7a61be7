import { type Entry, TEMPORARY } from './found.ts'
import type { HostRule } from './hosts.ts'

// Braces and backquotes are percent-encoded, because they would start a placeholder or end the word.
const word = (text: string) => `\`${text.replaceAll('`', '%60').replaceAll('{', '%7B').replaceAll('}', '%7D')}\``

const STATUSES = [301, 302, 307, 308] as const

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
// In the target of a pattern a `$` would name a part of what it found.
const anyCase = ({ path, target }: Entry) =>
  `${word(`~(?i)^${escapeRegex(path)}$`)} ${word(target.replaceAll('$', '$$$$'))}`

/** The lines of a host's redirects. */
export const caddyLines = (entries: readonly Entry[], rule: HostRule | undefined): string =>
  entries
    .map((entry) => {
      const words = rule?.isCaseInsensitive ? anyCase(entry) : `${word(entry.path)} ${word(entry.target)}`
      return `\t\t${words} redirect${entry.status}\n`
    })
    .join('')

/**
 * A Caddyfile with the redirects of each host, and the pictures of the QR codes, in pieces. `linesOf` reads the lines of
 * a host.
 */
export async function* caddyfile(
  hosts: readonly string[],
  rules: ReadonlyMap<string, HostRule>,
  linesOf: (host: string) => AsyncIterable<string>,
): AsyncGenerator<string> {
  yield '# Run `caddy run` in the directory of this export. With `https://` or without a scheme Caddy gets certificates itself.\n'
  for (const [i, host] of hosts.entries()) {
    yield `${i > 0 ? '\n' : ''}http://${host} {\n${START}`
    yield* linesOf(host)
    yield endOf(rules.get(host)?.lost ?? null)
  }
}

const redirects = STATUSES.map(
  (status) =>
    `\t@waymark_${status} expression \`{waymark_status} == "redirect${status}"\`\n\tredir @waymark_${status} {waymark_target} ${status}`,
)
const START = `\tmap {http.request.uri.path} {waymark_path} {
\t\t~^(/.+?)/+$ "\${1}"
\t\tdefault {http.request.uri.path}
\t}
\tmap {waymark_path} {waymark_target} {waymark_status} {
`
const endOf = (lost: string | null) => `\t\t~^/qr/ "" "none"
\t\tdefault ${lost === null ? '"" "none"' : `${word(lost)} redirect${TEMPORARY}`}
\t}
${redirects.join('\n')}
\thandle /qr/* {
\t\troot * .
\t\ttry_files {path} {path}.png
\t\tfile_server
\t}
\thandle {
\t\trespond 404
\t}
}
`
