import { type Entry, foldAscii, TEMPORARY } from './found.ts'
import type { HostRule } from './hosts.ts'
import type { Spool } from './spool.ts'

// nginx limits a word of its configuration to 4,096 bytes.
const MAX_WORD = 3900
// Longer names of servers do not fit in its default of 64 bytes for a bucket.
const MAX_USUAL_NAME = 40

const DOLLAR = `\${waymark_dollar}`

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const variableOf = (status: number) => `$waymark_${status}`
// Variables for literal texts, because in a map a `$` would start the name of a variable.
const literal = (name: string, text: string) => `geo $${name} { default ${quote(text)}; }`

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const STATUSES = [301, 302, 307, 308] as const

/**
 * Redirects as maps of nginx, one for each status, keyed by host and path. `add` takes entries in parts; those of the
 * same path but for case, which come together, are regular expressions. `read` is the file, in pieces.
 */
export function createNginxMaps(spool: Spool) {
  let longest = 64
  let long = 0
  let count = 0
  const wordOf = async (target: string): Promise<string> => {
    const word = quote(target).replaceAll('$', DOLLAR)
    if (word.length <= MAX_WORD) return word
    const name = `waymark_long_${++long}`
    const parts = target.match(new RegExp(`.{1,${MAX_WORD / 2}}`, 'g')) ?? []
    for (const [i, part] of parts.entries()) await spool.add('nginx-long', `${literal(`${name}_${i}`, part)}\n`)
    return `"${parts.map((_part, i) => `\${${name}_${i}}`).join('')}"`
  }
  return {
    async add(entries: readonly Entry[]): Promise<void> {
      const byKey = Map.groupBy(entries, ({ host, path }) => foldAscii(`${host}${path}`))
      for (const same of byKey.values())
        for (const { host, path, target, status } of same) {
          const key = `${host}${path}`
          const word = same.length === 1 ? quote(key) : quote(`~^${escapeRegex(key)}$`)
          longest = Math.max(longest, Buffer.byteLength(word))
          await spool.add(`nginx-${status}`, `  ${word} ${await wordOf(target)};\n`)
        }
      count += entries.length
    },
    async *read(rules: ReadonlyMap<string, HostRule>): AsyncGenerator<string> {
      const lost: [string, string][] = []
      for (const [host, rule] of rules) if (rule.lost !== null) lost.push([host, await wordOf(rule.lost)])
      longest = lost.reduce((length, [host]) => Math.max(length, host.length + 2), longest)
      yield `# Include this file in \`http { … }\`.\n${literal('waymark_dollar', '$')}\n`
      yield* spool.read('nginx-long')
      const bucket = 2 ** Math.ceil(Math.log2(longest + 64))
      const size = 2 ** Math.ceil(Math.log2(Math.max(2048, count * 2)))
      yield `map_hash_bucket_size ${bucket};\nmap_hash_max_size ${size};\n`
      yield `map $uri $waymark_path {\n  default $uri;\n  "~^(?<waymark_trimmed>/.+?)/+$" $waymark_trimmed;\n}\n`
      for (const status of STATUSES) {
        yield `map "$host$waymark_path" ${variableOf(status)} {\n  default "";\n`
        yield* spool.read(`nginx-${status}`)
        yield '}\n'
      }
      yield 'map $host $waymark_lost {\n  default "";\n'
      for (const [host, target] of lost) yield `  ${quote(host)} ${target};\n`
      yield '}\n'
    },
  }
}

/** A server of nginx that answers with these maps, and with the pictures of the QR codes. */
export function nginxServer(hosts: readonly string[]): string {
  const longest = hosts.reduce((length, host) => Math.max(length, host.length), 0)
  const bucket =
    longest > MAX_USUAL_NAME ? `server_names_hash_bucket_size ${2 ** Math.ceil(Math.log2(longest + 32))};\n` : ''
  const returns = STATUSES.map((status) => `    if (${variableOf(status)}) { return ${status} ${variableOf(status)}; }`)
  return `# Include this file in \`http { … }\` too, and set \`root\` to the directory of this export. Add \`listen 443 ssl\` with your certificates.
${bucket}server {
  listen 80;
  server_name ${hosts.map(quote).join(' ')};
  root /srv/waymark;

  location ^~ /qr/ {
    types { image/png png; image/svg+xml svg; }
    default_type image/png;
    try_files $uri $uri.png =404;
  }

  location / {
${returns.join('\n')}
    if ($waymark_lost) { return ${TEMPORARY} $waymark_lost; }
    return 404;
  }
}
`
}
