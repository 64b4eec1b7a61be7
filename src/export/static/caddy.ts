import type { Entry } from './entries.ts'

// No path or target has a brace or a backquote: nothing in it is a placeholder, and nothing ends the word.
const word = (text: string) => `\`${text.replaceAll('`', '%60').replaceAll('{', '%7B').replaceAll('}', '%7D')}\``

const STATUSES = [301, 302, 307, 308] as const

/** A Caddyfile with the redirects of each host, and the pictures of the QR codes. */
export function caddyfile(hosts: readonly string[], entries: readonly Entry[]): string {
  const byHost = Map.groupBy(entries, ({ host }) => host)
  return `# Run \`caddy run\` in the directory of this export. With \`https://\` or without a scheme Caddy gets certificates itself.
${hosts.map((host) => site(host, byHost.get(host) ?? [])).join('\n')}`
}

function site(host: string, entries: readonly Entry[]): string {
  const lines = entries.map(({ path, target, status }) => `\t\t${word(path)} ${word(target)} redirect${status}`)
  const redirects = STATUSES.map(
    (status) =>
      `\t@waymark_${status} expression \`{waymark_status} == "redirect${status}"\`\n\tredir @waymark_${status} {waymark_target} ${status}`,
  )
  return `http://${host} {
\tmap {http.request.uri.path} {waymark_target} {waymark_status} {
${lines.join('\n')}${lines.length > 0 ? '\n' : ''}\t\tdefault "" "none"
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
}
