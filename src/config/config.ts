import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AppLinks } from '../../schemas/app-links.ts'
import type { Provider } from '../../schemas/payments.ts'
import { readAppLinks } from './app-links.ts'
import { readAppSchemes } from './app-schemes.ts'
import { PixelTemplateError, type PixelTemplates, readPixelTemplates } from './pixel-templates.ts'
import { type Plans, readPlans } from './plans.ts'
import { readServiceUrls, readUrl } from './service-urls.ts'
import { Settings } from './settings.ts'

/** The settings, and values derived from them. Paths are absolute. */
export interface Config extends Settings {
  /** Without a trailing slash. If BASE_URL is empty and PORT is 0, it has the actual port once the service listens. */
  baseUrl: string
  /** The host of BASE_URL in lower case, without port and trailing dot. */
  baseHost: string
  /** Whether BASE_URL is unset or has a loopback host. */
  isLoopback: boolean
  registrationOpen: boolean
  domainCheck: boolean
  /** Whether new domains must be proven: domains are checked, and BASE_URL is public. */
  domainProof: boolean
  /** Addresses and networks of the trusted proxies, or their number; false: none. */
  trustProxy: false | number | string[]
  /**
   * The webhook signing secrets of each payment provider. Events of a provider without a secret are stored as
   * unverified.
   */
  paymentSecrets: Record<Provider, string[]>
  plans: Plans
  pixelTemplates: PixelTemplates
  blockedHostsUrls: string[]
  /** The apps that open the links of the service's own host. */
  appLinks: AppLinks
  /** The schemes of apps that deep links may have, in lower case. */
  appSchemes: ReadonlySet<string>
}

/** Invalid settings; `faults` has a line for each. */
export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

type Env = Record<string, string | undefined>

/** Where settings come from; relative paths in them are those of `directory`. */
interface Source {
  env: Env
  directory: string
}

const PATHS = [
  'DATA_DIR',
  'ASSETS_DIR',
  'PIXEL_TEMPLATES',
  'APP_LINKS_FILE',
  'BLOCKED_HOSTS_FILE',
  'GEO_DB',
  'CITY_DB',
  'PLANS_FILE',
] as const

// An empty file would mean the default: the embedded database, or metrics without a token.
const NOT_EMPTY = ['DATABASE_URL', 'METRICS_TOKEN']

function readValue(name: string, schema: TSchema, { env, directory }: Source, faults: string[]): unknown {
  let text = env[name]?.trim()
  const file = env[`${name}_FILE`]?.trim()
  if (schema.secret && file) {
    if (text) faults.push(`${name} and ${name}_FILE are both set: set one of them.`)
    try {
      text = readFileSync(resolve(directory, file), 'utf8').trim()
      if (text === '' && NOT_EMPTY.includes(name)) faults.push(`${name}_FILE: ${file} is empty.`)
    } catch (error) {
      faults.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
  if (text === undefined || text === '') return schema.default
  const isNumeric = schema.type === 'integer' || schema.type === 'number'
  const form = schema.type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,9})?$/
  const value = isNumeric && form.test(text) ? Number(text) : text
  // TypeBox knows an enum of strings only as a string.
  if (schema.enum ? schema.enum.includes(value) : Value.Check(schema, value)) return value
  // A secret's value never reaches the terminal.
  const got = schema.secret ? '' : `, got ${JSON.stringify(text)}`
  if (schema.enum) faults.push(`${name} must be one of ${schema.enum.filter(Boolean).join(', ')}${got}.`)
  else if (isNumeric)
    faults.push(
      `${name} must be a ${schema.type === 'integer' ? 'whole ' : ''}number from ${schema.minimum} to ${schema.maximum}${got}.`,
    )
  else faults.push(`${name} is not valid${got}. ${schema.description}`)
  return schema.default
}

function readTrustProxy(text: string, faults: string[]): Config['trustProxy'] {
  if (text === '') return false
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text)
  const parts = text.split(',').map((part) => part.trim())
  const isNetwork = (part: string) => {
    const [address = '', bits, ...rest] = part.split('/')
    const version = isIP(address)
    if (version === 0 || rest.length > 0) return false
    if (bits === undefined) return true
    return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)
  }
  const bad = parts.filter((part) => !isNetwork(part) && !['loopback', 'linklocal', 'uniquelocal'].includes(part))
  if (bad.length > 0)
    faults.push(`TRUST_PROXY must be a count, or addresses and networks; not understood: ${bad.join(', ')}.`)
  return parts
}

const MAX_LISTS = 10

function readListUrls(text: string, faults: string[]): string[] {
  const urls = [...new Set(text.split(/\s+/).filter((part) => part !== ''))]
  if (urls.length > MAX_LISTS) faults.push(`BLOCKED_HOSTS_URLS must have at most ${MAX_LISTS} URLs.`)
  for (const url of urls) readUrl('Each of BLOCKED_HOSTS_URLS', url, ['http:', 'https:'], faults)
  return urls
}

const listOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')

/** Whether a host name or address is one that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    (isIP(host) === 4 && host.startsWith('127.')) ||
    host === '[::1]' ||
    host === '::1'
  )
}

const LOCAL_NAME = /^[^.]*$|\.(localhost|local|internal|intranet|private|lan|home|corp|localdomain|home\.arpa)$/

const privateAddresses = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, bits)
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv6')

/** Whether a host name or address can be reached from the internet, by its form. */
function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version !== 0) return !privateAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6')
  return !LOCAL_NAME.test(host)
}

function mustBeReadable(name: string, path: string, faults: string[]): void {
  if (path === '') return
  try {
    accessSync(path, constants.R_OK)
    if (statSync(path).isDirectory()) faults.push(`${name}: ${path} is a directory, not a file.`)
  } catch (error) {
    faults.push(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function readTemplates(path: string, faults: string[]): PixelTemplates {
  if (path === '') return new Map()
  try {
    return readPixelTemplates(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof PixelTemplateError) faults.push(...error.faults.map((fault) => `PIXEL_TEMPLATES: ${fault}`))
    else faults.push(`PIXEL_TEMPLATES: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return new Map()
  }
}

/** The environment, with defaults from a `.env` file. Throws a ConfigError. */
export function withEnvFile(env: Env, path = '.env'): Env {
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...env }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR') return env
    throw new ConfigError([`${path} cannot be read (${code}).`])
  }
}

/**
 * Reads and validates all settings; relative paths are those of `directory`. Throws a ConfigError with every fault.
 */
export function readConfig(env: Env, directory = '.'): Config {
  const faults: string[] = []
  const settings = Object.fromEntries(
    Object.entries(Settings.properties).map(([name, schema]) => [
      name,
      readValue(name, schema, { env, directory }, faults),
    ]),
  ) as Settings
  for (const name of PATHS) if (settings[name] !== '') settings[name] = resolve(directory, settings[name])
  const base =
    readUrl('BASE_URL', settings.BASE_URL, ['http:', 'https:'], faults, ({ hostname }) => /[^.]/.test(hostname)) ??
    new URL(`http://localhost:${settings.PORT}`)
  if (base.pathname !== '/' || base.search || base.hash || base.username || base.password)
    faults.push('BASE_URL must be only a scheme, a host and maybe a port: no path, query, fragment or user.')
  // The same host to the DNS, but not to who compares it with the Host of a request.
  base.hostname = base.hostname.replace(/\.$/, '')
  readServiceUrls(settings, faults)
  if (settings.METRICS_PORT > 0 && settings.METRICS_PORT === settings.PORT)
    faults.push(`METRICS_PORT must be another port than PORT, got ${settings.PORT} for both.`)
  mustBeReadable('BLOCKED_HOSTS_FILE', settings.BLOCKED_HOSTS_FILE, faults)
  mustBeReadable('GEO_DB', settings.GEO_DB, faults)
  mustBeReadable('CITY_DB', settings.CITY_DB, faults)
  const blockedHostsUrls = readListUrls(settings.BLOCKED_HOSTS_URLS, faults)
  const trustProxy = readTrustProxy(settings.TRUST_PROXY, faults)
  const pixelTemplates = readTemplates(settings.PIXEL_TEMPLATES, faults)
  const plans = readPlans(settings.PLANS_FILE, faults)
  const appLinks = readAppLinks(settings.APP_LINKS_FILE, faults)
  const appSchemes = readAppSchemes(listOf(settings.APP_SCHEMES), faults)
  if (faults.length > 0) throw new ConfigError(faults)
  const isLoopback = isLoopbackHost(base.hostname)
  const domainCheck = settings.DOMAIN_CHECK === '' ? !isLoopback : settings.DOMAIN_CHECK === 'on'
  return {
    ...settings,
    baseUrl: base.origin,
    baseHost: base.hostname,
    isLoopback,
    registrationOpen: settings.REGISTRATION === '' ? isLoopback : settings.REGISTRATION === 'open',
    domainCheck,
    domainProof: domainCheck && isPublicHost(base.hostname),
    trustProxy,
    paymentSecrets: {
      stripe: listOf(settings.STRIPE_WEBHOOK_SECRETS),
      paypal: listOf(settings.PAYPAL_WEBHOOK_ID),
      paddle: listOf(settings.PADDLE_WEBHOOK_SECRETS),
      paystack: listOf(settings.PAYSTACK_SECRET_KEY),
    },
    plans,
    pixelTemplates,
    blockedHostsUrls,
    appLinks,
    appSchemes,
  }
}
