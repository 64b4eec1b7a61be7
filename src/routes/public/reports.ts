import type { FastifyReply, FastifyRequest } from 'fastify'
import { createReport } from '../../../db/queries/abuse-reports.ts'
import { findBioOwner, findPageOwner } from '../../../db/queries/page-owners.ts'
import { REPORT_KINDS } from '../../../schemas/abuse.ts'
import type { Config } from '../../config/config.ts'
import { ApiError, type Fault, invalid, tooMany } from '../../errors/api-error.ts'
import type { Look } from '../../html/look.ts'
import { aliasPath } from '../../links/aliases.ts'
import { readOwnedPage } from '../../links/owned-pages.ts'
import { REPORT_ALIAS } from '../../links/reserved-aliases.ts'
import { type EnteredReport, MAX_DETAILS, reportedPage, reportPage } from '../../pages/report.ts'
import { pathOf, readAskedPath } from '../../routing/link-paths.ts'
import { queryOf } from '../../routing/visit-query.ts'
import { siteKey } from '../../security/ip-addresses.ts'
import { createIpLimit } from '../../security/ip-limit.ts'
import { waitAbove } from '../../security/window-counters.ts'
import type { Services } from '../../services.ts'
import { HOUR_MS } from '../../time/timestamps.ts'
import { sendPage, sendRefusal } from './errors.ts'
import { isFromElsewhere } from './foreign-forms.ts'
import { lookOf } from './looks.ts'
import { limitLookups, type RequestLookups } from './lookup-limit.ts'

const OF_ADDRESS = { name: 'abuse-report', max: 10, windowMs: HOUR_MS }
// An IPv6 /48, which anyone can obtain, has 256 of the networks that the limit of an address counts.
const OF_SITE = { name: 'abuse-report-site', max: 60, windowMs: HOUR_MS }
const MAX_URL = 2048
const SENT = 'sent'
const PATH = `/${REPORT_ALIAS}`

/** The URL at which visitors report a link; null if they cannot. */
export const reportUrl = ({ ABUSE_REPORTS, baseUrl }: Config, origin: string, alias: string): string | null =>
  ABUSE_REPORTS === 'on' ? `${baseUrl}${PATH}?${new URLSearchParams({ url: `${origin}/${aliasPath(alias)}` })}` : null

/** What a report is about: the address as it is stored, the link there, if it is one, and the account that has it. */
interface Reported {
  url: string
  linkId: number | null
  accountId: number
}

/** The handlers of the page of reports, on the own host. There is no cookie; nothing of a visitor is stored. */
export function createReportPages({ config, db, store: { visitors }, routeCache, counters, metrics }: Services) {
  const limitAddress = createIpLimit(counters, OF_ADDRESS)
  const limitSite = async (ip: string) =>
    waitAbove(OF_SITE.max, await counters.increment(`${OF_SITE.name}:${siteKey(ip)}`, OF_SITE.windowMs))
  const lookupsOf = limitLookups()
  const email = config.ABUSE_EMAIL

  const form = (look: Look, entered: EnteredReport, faults: Partial<Record<keyof EnteredReport, string>> = {}) =>
    reportPage(look, { action: PATH, entered, faults, email })

  // What visitors would not get is not told apart from what does not exist.
  const find = async (text: string, { admit }: RequestLookups): Promise<Reported | null> => {
    const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
    if (text.length > MAX_URL || url === null || !/^https?:$/.test(url.protocol)) return null
    const site = await routeCache.site(url.host, admit)
    // Without a public BASE_URL every host is the own one.
    if (site.kind === 'unknown') return null
    const there = `${site.origin}${url.pathname}`
    if (there.length > MAX_URL) return null
    const page = readOwnedPage(url.pathname)
    if (page !== undefined) {
      const accountId = await admit(async () => (await findPageOwner(visitors, page)) ?? null)
      const isThere = site.kind === 'own' || ('code' in page && site.account_id === accountId)
      if (accountId !== null && isThere) return { url: there, linkId: null, accountId }
      if (site.kind === 'own') return null
    }
    const asked = readAskedPath(pathOf(url.pathname))
    if (asked === null) return null
    const { before } = asked
    const alias = before.aliases[0] ?? ''
    const found =
      before.segments.length > 1
        ? await routeCache.path(site, before, admit)
        : { route: await routeCache.alias(site, alias, admit) }
    const route = found?.route
    if (route?.kind === 'link') {
      const { id, account_id: accountId, status } = route.link
      return status === 'private' ? null : { url: there, linkId: id, accountId }
    }
    const accountId = route && (await findBioOwner(visitors, route.bioId))
    return accountId ? { url: there, linkId: null, accountId } : null
  }

  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const query = new URLSearchParams(queryOf(request.url))
    const look = lookOf(request)
    if (query.has(SENT)) return sendPage(reply, reportedPage(look, email))
    return sendPage(reply, form(look, { url: (query.get('url') ?? '').slice(0, MAX_URL), kind: '', details: '' }))
  }

  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const look = lookOf(request)
    const body = (request.body ?? {}) as Record<string, unknown>
    const textOf = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
    const entered = { url: textOf('url').trim(), kind: textOf('kind'), details: textOf('details').trim() }
    // Another site must not use up the reports that its visitors may send.
    if (isFromElsewhere(request)) return sendPage(reply, form(look, entered))
    const waitMs = (await limitAddress(request.ip)) || (await limitSite(request.ip))
    if (waitMs > 0) throw tooMany('Too many reports were sent; try again later.', waitMs)
    const { texts } = look.language
    const kind = REPORT_KINDS.find((name) => name === entered.kind)
    const reported = await find(entered.url, lookupsOf(request))
    const isTooLong = [...entered.details].length > MAX_DETAILS
    if (kind === undefined || reported === null || isTooLong) {
      const shown = {
        ...(reported === null ? { url: texts.report.unknown } : {}),
        ...(kind === undefined ? { kind: texts.report.choose } : {}),
        ...(isTooLong ? { details: texts.report.tooLong } : {}),
      }
      return sendRefusal(reply, invalid(faultsOf(shown)), form(look, entered, shown))
    }
    const made = await createReport(db, {
      ...reported,
      kind,
      // Control characters cannot be stored, or would move the lines of a terminal.
      details:
        entered.details
          .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
          .trim()
          .toWellFormed() || null,
    })
    if (made === 'many') throw tooMany('Too many reports were sent; try again later.', HOUR_MS)
    if (made === 'full') throw new ApiError('busy', 'Too many reports are open.', { retryAfterS: HOUR_MS / 1000 })
    metrics?.countReport(kind)
    if (made.isNew) request.log.warn({ report: made.id, kind }, 'a visitor reported abuse')
    return reply
      .code(303)
      .headers({ Location: `${PATH}?${SENT}=1`, 'Cache-Control': 'no-store' })
      .send()
  }
  return { show, take }
}

const MESSAGES: Record<keyof EnteredReport, string> = {
  url: 'must be an address of this service, such as the short URL of a link',
  kind: `must be one of ${REPORT_KINDS.join(', ')}`,
  details: `must have at most ${MAX_DETAILS} characters`,
}

const faultsOf = (shown: Partial<Record<keyof EnteredReport, string>>): Fault[] =>
  (Object.keys(shown) as (keyof EnteredReport)[]).map((name) => ({ path: `/${name}`, message: MESSAGES[name] }))
