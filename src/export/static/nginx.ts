import type { Entry } from './entries.ts'

// A word of nginx's configuration may have 4,096 bytes.
const MAX_WORD = 3900

const DOLLAR = `\${waymark_dollar}`

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const variableOf = (status: number) => `$waymark_${status}`
// Variables that hold a text as it is: in a map a `$` would be the start of a variable.
const literal = (name: string, text: string) => `geo $${name} { default ${quote(text)}; }`

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
// nginx compares the words of a map without the case of ASCII letters.
const folded = (path: string) => path.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Redirects as maps of nginx, one for each status, keyed by host and path. Entries of the same path but for case are
 * regular expressions.
 */
export function nginxMaps(entries: readonly Entry[]): string {
  const lines: string[] = ['# Include this file in `http { … }`.', literal('waymark_dollar', '$')]
  const byKey = Map.groupBy(entries, ({ host, path }) => folded(`${host}${path}`))
  const maps = new Map<number, string[]>()
  let longest = 64
  let long = 0
  const wordOf = (target: string): string => {
    const word = quote(target).replaceAll('$', DOLLAR)
    if (word.length <= MAX_WORD) return word
    const name = `waymark_long_${++long}`
    const parts = target.match(new RegExp(`.{1,${MAX_WORD / 2}}`, 'g')) ?? []
    for (const [i, part] of parts.entries()) lines.push(literal(`${name}_${i}`, part))
    return `"${parts.map((_part, i) => `\${${name}_${i}}`).join('')}"`
  }
  for (const same of byKey.values())
    for (const { host, path, target, status } of same) {
      const key = `${host}${path}`
      const word = same.length === 1 ? quote(key) : quote(`~^${escapeRegex(key)}$`)
      longest = Math.max(longest, Buffer.byteLength(word))
      const map = maps.get(status) ?? []
      maps.set(status, map)
      map.push(`  ${word} ${wordOf(target)};`)
    }
  const bucket = 2 ** Math.ceil(Math.log2(longest + 64))
  const size = 2 ** Math.ceil(Math.log2(Math.max(2048, entries.length * 2)))
  lines.push(`map_hash_bucket_size ${bucket};`, `map_hash_max_size ${size};`)
  for (const status of [301, 302, 307, 308])
    lines.push(`map "$host$uri" ${variableOf(status)} {`, '  default "";', ...(maps.get(status) ?? []), '}')
  return `${lines.join('\n')}\n`
}

/** A server of nginx that answers with these maps, and with the pictures of the QR codes. */
export function nginxServer(hosts: readonly string[]): string {
  const returns = [301, 302, 307, 308].map(
    (status) => `    if (${variableOf(status)}) { return ${status} ${variableOf(status)}; }`,
  )
  return `# Include this file in \`http { … }\` too, and set \`root\` to the directory of this export. Add \`listen 443 ssl\` with your certificates.
server {
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
    return 404;
  }
}
`
}
