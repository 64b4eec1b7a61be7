import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const oneOf = <T extends string>(values: T[], options: object) =>
  Type.Unsafe<T>(Type.String({ ...options, enum: values }))

/**
 * Every setting, by the name of its environment variable. One marked `secret` can also be given as `NAME_FILE`, the path
 * of a file that holds it. This is the only list: .env.example and docs/settings.md are checked against it.
 */
export const Settings = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'TCP port to listen on.' }),
  HOST: Type.String({ default: '0.0.0.0', description: 'Address to listen on.' }),
  BASE_URL: Type.String({
    default: '',
    description: 'Public address of the service, used in every URL we print. Empty: http://localhost:<PORT>.',
  }),
  DATABASE_URL: Type.String({
    default: '',
    secret: true,
    description: 'postgres:// URL of a Postgres 15+ server. Empty: the embedded database under DATA_DIR.',
  }),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 10,
    description: 'Connections kept to the Postgres server.',
  }),
  DATA_DIR: Type.String({ default: './data', description: 'Directory of the embedded database and the first key.' }),
  REDIS_URL: Type.String({
    default: '',
    secret: true,
    description:
      'redis:// URL that keeps the rate-limit counters of several instances. Empty: counted in this process.',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description: 'API requests a minute for each API key, or each IP address where no valid key was sent.',
  }),
  REGISTRATION: oneOf(['open', 'closed', ''], {
    default: '',
    description: 'Whether POST /register makes accounts. Empty: open while BASE_URL is loopback, else closed.',
  }),
  TRIAL_DAYS: Type.Integer({ minimum: 0, maximum: 3650, default: 14, description: 'Days of `pro` a new account has.' }),
  LIST_ERROR: oneOf(['string', 'integer'], {
    default: 'string',
    description: 'How lists carry `error`: "0" as documented, or 0 for older clients that compare with ===.',
  }),
  DOMAIN_CHECK: oneOf(['on', 'off', ''], {
    default: '',
    description: 'Whether a new domain must already point here. Empty: off while BASE_URL is loopback, else on.',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'Proxies whose X-Forwarded-* headers are believed: addresses or networks with commas, or how many. Empty: none.',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe log line to print.',
  }),
  ASSETS_DIR: Type.String({ default: './assets', description: 'Directory of pictures a QR logo may name by path.' }),
  PIXEL_TEMPLATES: Type.String({
    default: '',
    description: 'JSON file saying what a visitor is sent for each pixel type. Empty: nothing is sent.',
  }),
  GEO_DB: Type.String({ default: '', description: 'An .mmdb file to take countries from. Empty: the one we ship.' }),
  RESPECT_DNT: oneOf(['on', 'off'], {
    default: 'off',
    description: 'on: a visit with DNT or Sec-GPC is counted without visitor hash, country, referrer or agent.',
  }),
  CLICK_RETENTION_MONTHS: Type.Integer({
    minimum: 0,
    maximum: 1200,
    default: 0,
    description: 'Months that raw visits are kept; the counters stay. 0: for ever.',
  }),
  SECRET: Type.String({
    default: '',
    secret: true,
    maxLength: 512,
    pattern: '^(.{16,})?$',
    description: 'Signs cookies and private links, 16 characters or more. Empty: one is made and kept in the database.',
  }),
  CLICK_COMMIT_TIMEOUT_MS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 250,
    description: 'Longest time, in milliseconds, a redirect waits for its click to be committed.',
  }),
})

type Settings = Static<typeof Settings>

/** The settings with what follows from them. Paths are absolute. */
export interface Config extends Settings {
  /** Without a trailing slash. */
  baseUrl: string
  /** Host of BASE_URL, lower-case, without port. */
  baseHost: string
  /** BASE_URL is unset or names this machine. */
  isLoopback: boolean
  registrationOpen: boolean
  domainCheck: boolean
  /** As Fastify's trustProxy wants it. */
  trustProxy: false | number | string[]
}

/** Thrown by readConfig; `faults` has a line for every setting that is wrong. */
export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

type Env = Record<string, string | undefined>

function readValue(name: string, schema: TSchema, env: Env, faults: string[]): unknown {
  let text = env[name]?.trim()
  const file = env[`${name}_FILE`]?.trim()
  if (schema.secret && file) {
    if (text) faults.push(`${name} and ${name}_FILE are both set: set one of them.`)
    try {
      text = readFileSync(file, 'utf8').trim()
    } catch (error) {
      faults.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
  if (text === undefined || text === '') return schema.default
  const value = schema.type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (Value.Check(schema, value)) return value
  // A secret's value never reaches the terminal.
  const got = schema.secret ? '' : `, got ${JSON.stringify(text)}`
  if (schema.enum) faults.push(`${name} must be one of ${schema.enum.filter(Boolean).join(', ')}${got}.`)
  else if (schema.type === 'integer')
    faults.push(`${name} must be a whole number from ${schema.minimum} to ${schema.maximum}${got}.`)
  else faults.push(`${name} is not valid${got}.`)
  return schema.default
}

function readUrl(name: string, text: string, protocols: string[], faults: string[]): URL | undefined {
  if (text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && protocols.includes(url.protocol) && url.hostname) return url
  faults.push(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  return undefined
}

function readTrustProxy(text: string, faults: string[]): Config['trustProxy'] {
  if (text === '') return false
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text)
  const parts = text.split(',').map((part) => part.trim())
  const isNetwork = (part: string) => {
    const [address = '', bits] = part.split('/')
    const version = isIP(address)
    return version > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  }
  const bad = parts.filter((part) => !isNetwork(part) && !['loopback', 'linklocal', 'uniquelocal'].includes(part))
  if (bad.length > 0)
    faults.push(`TRUST_PROXY must be a count, or addresses and networks; not understood: ${bad.join(', ')}.`)
  return parts
}

/** True for a host name or address that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host) || host === '[::1]' || host === '::1'
  )
}

/** Reads and checks every setting. Throws ConfigError naming all faults at once. */
export function readConfig(env: Env): Config {
  const faults: string[] = []
  const settings = Object.fromEntries(
    Object.entries(Settings.properties).map(([name, schema]) => [name, readValue(name, schema, env, faults)]),
  ) as Settings
  const base =
    readUrl('BASE_URL', settings.BASE_URL, ['http:', 'https:'], faults) ?? new URL(`http://localhost:${settings.PORT}`)
  if (base.pathname !== '/' || base.search || base.hash || base.username || base.password)
    faults.push('BASE_URL must be only a scheme, a host and maybe a port: no path, query, fragment or user.')
  readUrl('DATABASE_URL', settings.DATABASE_URL, ['postgres:', 'postgresql:'], faults)
  readUrl('REDIS_URL', settings.REDIS_URL, ['redis:', 'rediss:'], faults)
  const trustProxy = readTrustProxy(settings.TRUST_PROXY, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  const isLoopback = isLoopbackHost(base.hostname)
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    ASSETS_DIR: resolve(settings.ASSETS_DIR),
    baseUrl: base.origin,
    baseHost: base.hostname,
    isLoopback,
    registrationOpen: settings.REGISTRATION === '' ? isLoopback : settings.REGISTRATION === 'open',
    domainCheck: settings.DOMAIN_CHECK === '' ? !isLoopback : settings.DOMAIN_CHECK === 'on',
    trustProxy,
  }
}
