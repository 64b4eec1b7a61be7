import type { Entry } from './entries.ts'

// Braces and backquotes are percent-encoded, because they would start a placeholder or end the word.
const word = (text: string) => `\`${text.replaceAll('`', '%60').replaceAll('{', '%7B').replaceAll('}', '%7D')}\``

const STATUSES = [301, 302, 307, 308] as const

/** The lines of a host's redirects. */
export const caddyLines = (entries: readonly Entry[]): string =>
  entries.map(({ path, target, status }) => `\t\t${word(path)} ${word(target)} redirect${status}\n`).join('')

/**
 * A Caddyfile with the redirects of each host, and the pictures of the QR codes, in pieces. `linesOf` reads the lines of
 * a host.
 */
export async function* caddyfile(
  hosts: readonly string[],
  linesOf: (host: string) => AsyncIterable<string>,
): AsyncGenerator<string> {
  yield '# Run `caddy run` in the directory of this export. With `https://` or without a scheme Caddy gets certificates itself.\n'
  for (const [i, host] of hosts.entries()) {
    yield `${i > 0 ? '\n' : ''}http://${host} {\n\tmap {http.request.uri.path} {waymark_target} {waymark_status} {\n`
    yield* linesOf(host)
    yield END
  }
}

const redirects = STATUSES.map(
  (status) =>
    `\t@waymark_${status} expression \`{waymark_status} == "redirect${status}"\`\n\tredir @waymark_${status} {waymark_target} ${status}`,
)
const END = `\t\tdefault "" "none"
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
