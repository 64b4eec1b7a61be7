import { PIXEL_TYPES } from '../../schemas/pixels.ts'
import { QR_TYPES } from '../../schemas/qr-content.ts'
import type { Check } from '../../schemas/ref.ts'
import type { StatisticsQuery } from '../../schemas/statistics.ts'
import { DEVICE_NAMES } from '../../schemas/targets.ts'
import type { Config } from '../config/config.ts'
import { type PixelTemplates, tagFaults } from '../config/pixel-templates.ts'
import { hostOf, parseDomain } from '../domains/domain-name.ts'
import type { Fault } from '../errors/api-error.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'
import { countryCode } from '../locale/countries.ts'
import { languageTag } from '../locale/languages.ts'
import { findLogoFault } from '../qr/logo.ts'
import { findContentFaults } from '../qr/qr-input.ts'
import { isCommonPassword } from '../security/common-passwords.ts'
import { parseMoment } from '../time/timestamps.ts'
import { resolveZone } from '../time/zones.ts'
import { isDeviceWord } from '../visits/devices.ts'
import { readSpan } from '../visits/time-series.ts'
import { CHECK } from './faults.ts'

/**
 * Looks at a value of the checked schema's type, whose members may still have any: says what is wrong, with paths from
 * the value itself ('' is the value).
 */
type Look<T> = (value: T) => Fault[]
export type Checks = { [name in Check]?: Look<string> | Look<Members> }
type Members = Record<string, unknown>

const wrong = (message: string | null, path = ''): Fault[] => (message === null ? [] : [{ path, message }])
const unless = (holds: boolean, message: string, path = '') => wrong(holds ? null : message, path)

function futureFault(text: string): string | null {
  const moment = parseMoment(text)
  if (moment === undefined) return 'is not a date of the calendar, such as 2030-01-31'
  return moment.getTime() > Date.now() ? null : 'must be in the future'
}

/** The checks that need to know nothing of this service. */
export const plainChecks = {
  calendar: (text: string) =>
    unless(parseMoment(text) !== undefined, 'is not a date of the calendar, such as 2030-01-31'),
  future: (text: string) => wrong(futureFault(text)),
  device: (text: string) => unless(isDeviceWord(text), `must be one of ${DEVICE_NAMES.join(', ')}`),
  country: (text: string) =>
    unless(
      countryCode(text) !== undefined,
      'is not a country: send a code, such as DE, or an English name, such as Germany',
    ),
  language: (text: string) =>
    unless(
      languageTag(text) !== null,
      'is not a language: send a tag, such as pt-BR, or an English name, such as German',
    ),
  timezone: (name: string) =>
    unless(resolveZone(name) !== undefined, 'is not an IANA time zone, such as Europe/Berlin'),
  host: (name: string) => unless(hostOf(name) !== '', 'is not a host name, such as go.example.com'),
  logo: (source: string) => wrong(findLogoFault(source)),
  uncommon: (password: string) =>
    unless(!isCommonPassword(password), 'is one of the most common passwords: choose one that nobody guesses'),
  accountChange: ({ email, password }: Members) =>
    email !== undefined || password !== undefined
      ? []
      : [
          ...wrong('is required when password is not sent', '/email'),
          ...wrong('is required when email is not sent', '/password'),
        ],
  login: ({ email, username }: Members) =>
    unless(email !== undefined || username !== undefined, 'is required when username is not sent', '/email'),
  span: (query: Members) => {
    const isRead = ['from', 'to', 'interval', 'timezone'].every(
      (name) => query[name] === undefined || typeof query[name] === 'string',
    )
    const span = isRead ? readSpan(query as StatisticsQuery) : []
    return Array.isArray(span) ? span : []
  },
  // Where no type is named it is that of the record.
  qrContent: ({ type, ...body }: Members) => {
    const known = QR_TYPES.find((one) => one === type)
    return known ? findContentFaults(known, body) : []
  },
} satisfies Checks

interface Validate {
  (name: unknown, value: unknown, schema?: { type?: string }, context?: { instancePath: string }): boolean
  errors?: { keyword: string; instancePath: string; schemaPath: string; message: string; params: object }[]
}

/** The keyword by which schemas name these checks, as the validator is to be taught it. */
export function checkKeyword(checks: Checks) {
  const validate: Validate = (name, value, schema, context) => {
    // The keyword is asked of any value: one of another type has been told of already.
    if (typeof value !== schema?.type) return true
    const faults = checks[name as Check]?.(value as never) ?? []
    validate.errors = faults.map(({ path, message, code }) => ({
      keyword: CHECK,
      instancePath: `${context?.instancePath}${path}`,
      schemaPath: '',
      message,
      params: { code },
    }))
    return faults.length === 0
  }
  return { keyword: CHECK, type: ['string' as const, 'object' as const], errors: true as const, validate }
}

/** All checks, as this service is set up. */
export function makeChecks(service: {
  config: Pick<Config, 'baseHost'>
  aliases: ReservedAliases
  pixelTemplates: PixelTemplates
}): Required<Checks> {
  const { config, aliases, pixelTemplates } = service
  return {
    ...plainChecks,
    unreserved: (alias: string): Fault[] =>
      aliases.isReserved(alias) ? [{ path: '', message: 'is reserved', code: 'alias_reserved' }] : [],
    domain: (text: string) => {
      const name = parseDomain(text)
      if (typeof name === 'string') return wrong(name)
      return unless(name.host !== config.baseHost, "is the service's own address; links without a domain use it")
    },
    pixelTag: ({ type, tag }: Members) => {
      const known = PIXEL_TYPES.find((one) => one === type)
      return known && typeof tag === 'string' ? tagFaults(pixelTemplates, known, tag) : []
    },
  }
}
