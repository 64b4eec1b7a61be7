import { accessSync, constants, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Provider } from '../schemas/webhooks.ts'
import { type Plans, readPlans } from './work/plans.ts'

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
  STRIPE_WEBHOOK_SECRETS: Type.String({
    default: '',
    secret: true,
    description:
      'Signing secrets (whsec_…) of the Stripe endpoint, with commas during a roll. Empty: events have no effect.',
  }),
  PADDLE_WEBHOOK_SECRETS: Type.String({
    default: '',
    secret: true,
    description:
      'Secret keys (pdl_ntfset_…) of the Paddle notification destination, with commas. Empty: events have no effect.',
  }),
  PAYSTACK_SECRET_KEY: Type.String({
    default: '',
    secret: true,
    description: 'Secret key (sk_…) of the Paystack account, which signs its events. Empty: events have no effect.',
  }),
  PAYPAL_WEBHOOK_ID: Type.String({
    default: '',
    secret: true,
    description: 'Id of the webhook in the PayPal app, a part of what PayPal signs. Empty: events have no effect.',
  }),
  PLANS_FILE: Type.String({
    default: '',
    description: 'JSON file with the limits of each plan and the prices that buy one. Empty: no limits, no prices.',
  }),
  PLAN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3660,
    default: 31,
    description: 'Days of `pro` that a payment buys when nothing tells its period.',
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
  /** Addresses and networks of the trusted proxies, or how many there are. */
  trustProxy: false | number | string[]
  /** What signs each payment provider's events; none: its events are kept as unverified. */
  paymentSecrets: Record<Provider, string[]>
  plans: Plans
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
  // TypeBox knows an enum of strings only as a string.
  if (schema.enum ? schema.enum.includes(value) : Value.Check(schema, value)) return value
  // A secret's value never reaches the terminal.
  const got = schema.secret ? '' : `, got ${JSON.stringify(text)}`
  if (schema.enum) faults.push(`${name} must be one of ${schema.enum.filter(Boolean).join(', ')}${got}.`)
  else if (schema.type === 'integer')
    faults.push(`${name} must be a whole number from ${schema.minimum} to ${schema.maximum}${got}.`)
  else faults.push(`${name} is not valid${got}. ${schema.description}`)
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

const listOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')

/** True for a host name or address that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    (isIP(host) === 4 && host.startsWith('127.')) ||
    host === '[::1]' ||
    host === '::1'
  )
}

function mustBeReadable(name: string, path: string, faults: string[]): void {
  if (path === '') return
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    faults.push(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The environment, with what a `.env` file adds to it: what the environment itself says wins. Throws ConfigError. */
export function withEnvFile(env: Env, path = '.env'): Env {
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...env }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR') return env
    throw new ConfigError([`${path} cannot be read (${code}).`])
  }
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
  mustBeReadable('PIXEL_TEMPLATES', settings.PIXEL_TEMPLATES, faults)
  mustBeReadable('GEO_DB', settings.GEO_DB, faults)
  const trustProxy = readTrustProxy(settings.TRUST_PROXY, faults)
  const plans = readPlans(settings.PLANS_FILE && resolve(settings.PLANS_FILE), faults)
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
    paymentSecrets: {
      stripe: listOf(settings.STRIPE_WEBHOOK_SECRETS),
      paypal: listOf(settings.PAYPAL_WEBHOOK_ID),
      paddle: listOf(settings.PADDLE_WEBHOOK_SECRETS),
      paystack: listOf(settings.PAYSTACK_SECRET_KEY),
    },
    plans,
  }
}
