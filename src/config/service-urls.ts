import { validateHeaderValue } from 'node:http'
import { readableUrl, serverPlace } from '../../db/server-url.ts'
import type { Settings } from './settings.ts'

/** The URL of a setting. One that is not valid adds to `faults`; undefined for that, and for an empty one. */
export function readUrl(
  name: string,
  text: string,
  protocols: readonly string[],
  faults: string[],
  hasPlace = (url: URL) => url.hostname !== '',
): URL | undefined {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (url && protocols.includes(url.protocol) && hasPlace(url)) return url
  const starts = protocols.map((protocol) => `${protocol}//`)
  const hasStart = starts.some((start) => text.toLowerCase().startsWith(start))
  if (hasStart && /@[^/?#]/.test(text)) faults.push(unencoded(name))
  else if (hasStart) faults.push(`${name} has no host, or a host or port that is not valid.`)
  else faults.push(`${name} must be an address that starts with ${starts.join(' or ')}.`)
  return undefined
}

const unencoded = (name: string) =>
  `${name} cannot be read: its host and port must be valid, and special characters of its user and password percent-encoded, such as # as %23 and / as %2F.`

/** Like `readUrl`, for a URL that may have a user and a password. */
function readServiceUrl(...[name, text, protocols, faults, hasPlace]: Parameters<typeof readUrl>): URL | undefined {
  const url = readUrl(name, text, protocols, faults, hasPlace)
  if (!url) return undefined
  if (!isDecodable(`${url.username}:${url.password}@${url.hostname}`))
    faults.push(`${name} has a % in its user, password or host that is not percent-encoded: write %25.`)
  // What follows a # or / in a password, after digits that were read as a port.
  else if (url.hash !== '' || url.pathname.includes('@')) faults.push(unencoded(name))
  else return url
  return undefined
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Checks the URLs of databases, Redis and the collector of traces, and brings those of Postgres into a form that `URL` reads. */
export function readServiceUrls(settings: Settings, faults: string[]): void {
  for (const name of ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'STATISTICS_DATABASE_URL'] as const) {
    settings[name] = readableUrl(settings[name])
    const hasPlace = ({ href }: URL) => serverPlace(href) !== ''
    readServiceUrl(name, settings[name], ['postgres:', 'postgresql:'], faults, hasPlace)
  }
  checkClickhouse(settings, faults)
  const redis = readServiceUrl('REDIS_URL', settings.REDIS_URL, ['redis:', 'rediss:'], faults)
  // For another path or `db` the client selects the wrong database, or its error ends the process.
  if (
    redis &&
    !(
      /^(\/|\/\d{1,5}\/?)?$/.test(redis.pathname) &&
      redis.searchParams.getAll('db').every((number) => /^\d{1,5}$/.test(number))
    )
  )
    faults.push('REDIS_URL must have no more than a number after its host and port: that of the database.')
  checkCollector(settings, faults)
}

function checkCollector(settings: Settings, faults: string[]): void {
  if (!readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', settings.OTEL_EXPORTER_OTLP_ENDPOINT, ['http:', 'https:'], faults)) return
  try {
    for (const pair of settings.OTEL_EXPORTER_OTLP_HEADERS.split(','))
      validateHeaderValue('value', decodeURIComponent(pair.slice(pair.indexOf('=') + 1)))
  } catch {
    faults.push('OTEL_EXPORTER_OTLP_HEADERS has a value that no header can have.')
  }
}

function checkClickhouse({ CLICKHOUSE_URL: text, STATISTICS_ENGINE: engine }: Settings, faults: string[]): void {
  const url = readServiceUrl('CLICKHOUSE_URL', text, ['http:', 'https:'], faults)
  if (engine === 'clickhouse' && text === '') faults.push('STATISTICS_ENGINE=clickhouse needs CLICKHOUSE_URL.')
  // The path is the name of one database: the client would ignore further parts.
  if (url && (!/^\/(\w{1,64}\/?)?$/.test(url.pathname) || url.search))
    faults.push('CLICKHOUSE_URL must have no more than a user, a password, a host, a port and the name of a database.')
}
