import { isLonger } from '../../schemas/lengths.ts'
import { PIXEL_TYPES } from '../../schemas/pixels.ts'
import { QR_TYPES } from '../../schemas/qr-content.ts'
import type { Check } from '../../schemas/ref.ts'
import type { StatisticsQuery } from '../../schemas/statistics.ts'
import { DEVICE_NAMES } from '../../schemas/targets.ts'
import { VISIT_SUBJECTS } from '../../schemas/visits.ts'
import { blockedFault } from '../abuse/blocked-faults.ts'
import type { Blocklist } from '../abuse/blocklist.ts'
import type { Config } from '../config/config.ts'
import { type PixelTemplates, tagFaults } from '../config/pixel-templates.ts'
import { hostOf, parseDomain } from '../domains/domain-name.ts'
import { findMusic, MUSIC_FORM } from '../embeds/music.ts'
import { findVideo, VIDEO_FORM } from '../embeds/videos.ts'
import type { Fault } from '../errors/api-error.ts'
import { readCursor as readEventCursor } from '../events/cursor.ts'
import { contrast, isHex, MIN_CONTRAST } from '../html/colors.ts'
import { canonicalAlias } from '../links/aliases.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'
import { countryCode } from '../locale/countries.ts'
import { languageTag } from '../locale/languages.ts'
import { asciiFault } from '../net/email-address.ts'
import { findUrlFault } from '../net/fetch-target.ts'
import { isWebUrl } from '../net/web-url.ts'
import { findBlockedContent } from '../qr/blocked-content.ts'
import { findLogoFault } from '../qr/logo.ts'
import { findContentFaults } from '../qr/qr-input.ts'
import { appSchemeOf } from '../routing/destinations.ts'
import { isDeviceName } from '../routing/devices.ts'
import { isCommonPassword } from '../security/common-passwords.ts'
import { canonicalRange } from '../security/ip-ranges.ts'
import { DAY_MS, parseTimestamp } from '../time/timestamps.ts'
import { resolveZone } from '../time/zones.ts'
import { readCursor } from '../visits/raw-visits.ts'
import { parseRange } from '../visits/time-series.ts'
import { CHECK } from './faults.ts'
import { markdownFaults } from './markdown-faults.ts'

/**
 * Returns the faults of a value, with paths relative to it ('' is the value itself). The value has the type of the
 * schema, but its members may have any type.
 */
type CheckFunction<T> = (value: T) => Fault[]
export type Checks = { [name in Check]?: CheckFunction<string> | CheckFunction<Members> | CheckFunction<unknown[]> }
type Members = Record<string, unknown>

const faultsAt = (message: string | null, path = ''): Fault[] => (message === null ? [] : [{ path, message }])
const unless = (isValid: boolean, message: string, path = '') => faultsAt(isValid ? null : message, path)

function futureFault(text: string): string | null {
  const time = parseTimestamp(text)
  if (time === undefined) return 'is not a date of the calendar, such as 2030-01-31'
  return time.getTime() > Date.now() ? null : 'must be in the future'
}

function contrastFault(text: unknown, background: unknown, name: string): string | null {
  if (!isHex(text) || !isHex(background)) return null
  const ratio = contrast(text, background)
  if (ratio >= MIN_CONTRAST) return null
  // Rounded down, so that the figure is below the limit.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
  return `has a contrast of ${shown} on ${name} (${background}): choose a darker or lighter color, it must be at least ${MIN_CONTRAST}`
}

const CONTACT_FIELDS = ['name', 'email', 'phone', 'address']

function fieldFaults(fields: unknown): Fault[] {
  const faults: Fault[] = []
  const labels = new Set<unknown>()
  for (const [i, field] of (Array.isArray(fields) ? fields : []).entries()) {
    const { kind, label, choices } = (field ?? {}) as Members
    if (kind === 'choice' && choices === undefined)
      faults.push({ path: `/fields/${i}/choices`, message: 'is required for the kind choice' })
    if (labels.has(label))
      faults.push({ path: `/fields/${i}/label`, message: 'must be different from the other labels of the form' })
    labels.add(label)
  }
  return faults
}

const MAX_URL = 8192
// URLs up to this length have always been accepted, even if percent-encoding makes them longer.
const SHORT_URL = 2048

/** The checks that do not depend on the settings of the service. */
export const staticChecks = {
  calendar: (text: string) =>
    unless(parseTimestamp(text) !== undefined, 'is not a date of the calendar, such as 2030-01-31'),
  future: (text: string) => faultsAt(futureFault(text)),
  device: (text: string) => unless(isDeviceName(text), `must be one of ${DEVICE_NAMES.join(', ')}`),
  asciiEmail: (text: string) => faultsAt(asciiFault(text)),
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
  ipRange: (text: string) =>
    unless(
      canonicalRange(text) !== undefined,
      'is not an IPv4 or IPv6 address, such as 203.0.113.7, nor a network, such as 203.0.113.0/24',
    ),
  logo: (source: string) => faultsAt(findLogoFault(source)),
  uncommon: (password: string) =>
    unless(!isCommonPassword(password), 'is one of the most common passwords: choose one that is harder to guess'),
  video: (text: string) => unless(findVideo(text) !== undefined, VIDEO_FORM),
  music: (text: string) => unless(findMusic(text) !== undefined, MUSIC_FORM),
  url: (text: string) =>
    unless(
      text.length <= SHORT_URL || [...text].length <= SHORT_URL || (URL.parse(text)?.href.length ?? 0) <= MAX_URL,
      `must have at most ${MAX_URL} characters: those that are not ASCII count as they are percent-encoded`,
    ),
  destination: (text: string) =>
    unless(
      !/^https?:/i.test(text) || isWebUrl(text),
      'must be an http or https URL, such as https://example.com/rooms',
    ),
  accountChange: ({ email, password }: Members) =>
    email !== undefined || password !== undefined
      ? []
      : [
          ...faultsAt('is required when password is not sent', '/email'),
          ...faultsAt('is required when email is not sent', '/password'),
        ],
  bioBlock: ({ type, from, until, ...fields }: Members) => {
    const [start, end] = [from, until].map((text) => parseTimestamp(String(text)))
    const isEmpty = type === 'contact' && CONTACT_FIELDS.every((name) => fields[name] === undefined)
    return [
      ...(type === 'form' ? fieldFaults(fields['fields']) : []),
      ...unless(!start || !end || start < end, 'must be after from', '/until'),
      ...unless(!isEmpty, `must have at least one of ${CONTACT_FIELDS.join(', ')}`),
    ]
  },
  bioColors: ({ background, text, button, buttontext }: Members) => [
    ...faultsAt(contrastFault(text, background, 'the background'), '/text'),
    ...faultsAt(contrastFault(buttontext, button, 'the button'), '/buttontext'),
  ],
  login: ({ email, username }: Members) =>
    unless(email !== undefined || username !== undefined, 'is required when username is not sent', '/email'),
  span: (query: Members) => {
    const areTexts = ['from', 'to', 'interval', 'timezone'].every(
      (name) => query[name] === undefined || typeof query[name] === 'string',
    )
    const range = areTexts ? parseRange(query as StatisticsQuery) : []
    return Array.isArray(range) ? range : []
  },
  visits: (query: Members) => {
    const named = VISIT_SUBJECTS.filter((name) => query[name] !== undefined)
    if (named.length === 0) return faultsAt('is required when qr and bio are not sent', '/link')
    const others = named.slice(1).map((name) => ({ path: `/${name}`, message: `must not be sent with ${named[0]}` }))
    const [from, to] = [query['from'], query['to']].map((text) => parseTimestamp(String(text)))
    const isEmpty = from !== undefined && to !== undefined && from >= to
    return [...others, ...faultsAt(isEmpty ? 'must be after from' : null, '/to')]
  },
  eventCursor: (text: string) =>
    unless(
      readEventCursor(text) !== undefined,
      'is not a cursor: send `nextcursor` of an earlier reply, or leave it out',
    ),
  fetchable: (text: string) => faultsAt(findUrlFault(text)),
  visitCursor: (text: string) =>
    unless(readCursor(text) !== undefined, 'is not a cursor: send `nextcursor` of an earlier reply, or leave it out'),
  // Clocks of two services differ by less than a day.
  visitDay: (date: string) =>
    unless(
      date >= '2000-01-01' && date <= new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
      'must be a date from 2000-01-01 to tomorrow',
    ),
  // A body without a type is checked by the route, against the type of the stored code.
  qrContent: ({ type, ...body }: Members) => {
    const known = QR_TYPES.find((name) => name === type)
    return known ? findContentFaults(known, body) : []
  },
} satisfies Checks

const WEB_FORM = 'must be an http or https URL, such as https://apps.apple.com/app/id1'
const ALIAS_FORM =
  'must be 1 to 255 letters, digits, `-`, `_`, `.`, `~` or emoji, in segments separated by `/`, such as summer-sale or docs/setup'

interface Validate {
  (
    this: unknown,
    name: unknown,
    value: unknown,
    schema?: { type?: string; maxLength?: number; maxItems?: number },
    context?: { instancePath: string },
  ): boolean
  errors?: { keyword: string; instancePath: string; schemaPath: string; message: string; params: object }[]
}

/**
 * The definition of the keyword by which schemas name checks, for Ajv. Without `checks` they are the `this` of the call
 * that validates, for which Ajv needs its option passContext.
 */
export function checkKeyword(checks?: Checks) {
  const validate: Validate = function (name, value, schema, context) {
    // Ajv calls this for values of any type; a value of a wrong type is reported by the keyword `type`.
    if ((Array.isArray(value) ? 'array' : typeof value) !== schema?.type) return true
    // The validator reports a text or list that is too long, and checks of it may be slow.
    if (typeof value === 'string' && isLonger(value, schema.maxLength)) return true
    if (Array.isArray(value) && isLonger(value, schema.maxItems)) return true
    const faults = (checks ?? (this as Checks))[name as Check]?.(value as never) ?? []
    validate.errors = faults.map(({ path, message, code }) => ({
      keyword: CHECK,
      instancePath: `${context?.instancePath}${path}`,
      schemaPath: '',
      message,
      params: { code },
    }))
    return faults.length === 0
  }
  return {
    keyword: CHECK,
    type: ['string' as const, 'object' as const, 'array' as const],
    errors: true as const,
    validate,
  }
}

/** All checks, with the settings of the service. */
export function createChecks(service: {
  config: Pick<Config, 'baseHost' | 'appSchemes'>
  reservedAliases: ReservedAliases
  pixelTemplates: PixelTemplates
  blocklist: Blocklist
}): Required<Checks> {
  const { config, reservedAliases, pixelTemplates, blocklist } = service
  const blocked = (text: string) => (blocklist.blocksUrl(text) ? [blockedFault()] : [])
  const url = (text: string) => [...staticChecks.url(text), ...blocked(text)]
  return {
    ...staticChecks,
    url,
    destination: (text: string) => [...staticChecks.destination(text), ...blocked(text)],
    video: (text: string) => [...staticChecks.video(text), ...blocked(text)],
    music: (text: string) => [...staticChecks.music(text), ...blocked(text)],
    bioBlocks: (blocks: unknown[]) => markdownFaults(blocks, (link) => blocklist.blocksUrl(link)),
    // What only the service's own host reserves is found out where the domain is known.
    alias: (alias: string): Fault[] => {
      if (canonicalAlias(alias) === null) return faultsAt(ALIAS_FORM)
      return reservedAliases.isReserved(alias, 'branded')
        ? [{ path: '', message: 'is reserved', code: 'alias_reserved' }]
        : []
    },
    appUrl: (text: string) => {
      const scheme = appSchemeOf(text)
      if (scheme === null && /^https?:\/\//i.test(text)) return url(text)
      if (scheme !== null && config.appSchemes.has(scheme)) return []
      const others = [...config.appSchemes].join(', ')
      return faultsAt(others === '' ? WEB_FORM : `${WEB_FORM}, or a URL with one of the schemes ${others}`)
    },
    domain: (text: string) => {
      const name = parseDomain(text)
      if (typeof name === 'string') return faultsAt(name)
      if (blocklist.blocksHost(name.host)) return [blockedFault()]
      return unless(name.host !== config.baseHost, "is the service's own address; links without a domain use it")
    },
    qrContent: (body: Members) => {
      const faults = staticChecks.qrContent(body)
      const known = QR_TYPES.find((name) => name === body['type'])
      return known && faults.length === 0 ? findBlockedContent(blocklist, known, body['data']) : faults
    },
    pixelTag: ({ type, tag }: Members) => {
      const known = PIXEL_TYPES.find((name) => name === type)
      return known && typeof tag === 'string' ? tagFaults(pixelTemplates, known, tag) : []
    },
  }
}
