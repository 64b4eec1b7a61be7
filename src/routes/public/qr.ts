import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, isNotFound, notFoundFailure } from '../../errors/api-error.ts'
import type { Look } from '../../html/look.ts'
import type { Texts } from '../../locale/texts/texts.ts'
import { qrContentPage } from '../../pages/qr-content.ts'
import { type CachedCode, createCodeCache } from '../../qr/code-cache.ts'
import type { Content } from '../../qr/content.ts'
import { describeContent, NO_PROTECTION } from '../../qr/describe-content.ts'
import { chooseFormat, dispositionOf } from '../../qr/formats.ts'
import { MAX_MARGIN, MAX_SIZE, MIN_SIZE } from '../../qr/layout.ts'
import { mapAppUrl } from '../../qr/map-links.ts'
import { payloadOf, tapLink } from '../../qr/payload.ts'
import { FORMATS, type Format, MEDIA_TYPES, type PictureOptions } from '../../qr/picture.ts'
import { createPictureCache } from '../../qr/picture-cache.ts'
import { safeDestination } from '../../routing/destinations.ts'
import { matchesDevice } from '../../routing/devices.ts'
import { queryOf } from '../../routing/visit-query.ts'
import type { App, Services } from '../../services.ts'
import { type Visit, visitHeaders } from '../../visits/describe-visits.ts'
import { detailsOfQuery } from '../../visits/visit-details.ts'
import { hasTag } from '../etag.ts'
import { blockedFailure } from './blocked.ts'
import { sendPage } from './errors.ts'
import { lookOf } from './looks.ts'
import { limitLookups } from './lookup-limit.ts'
import { createLoopFinder, loopFailure, placeOf } from './loops.ts'
import { createNotFoundSender, redirectTo } from './sites.ts'
import { createStatisticsSender } from './statistics.ts'

const PICTURE = new RegExp(`^([A-Za-z0-9]{5,32})(?:\\.(${FORMATS.join('|')}))?$`)
const SCAN = /^([A-Za-z0-9]{5,32})(?:\.(vcf|ics)|(\+))?$/

const pictureHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // If opened as a document, an SVG may show its logo but not run scripts or load anything.
  'Content-Security-Policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
// Without a version, the same URL can return another picture later.
const REVALIDATED = 'public, max-age=300, stale-while-revalidate=86400'

/** The pictures of QR codes, and the responses to their scans. */
export function qrPageRoutes(app: App, services: Services): void {
  const { store, caches, config, visitWriter, blocklist } = services
  const { visitors: db } = store
  const leadsBack = createLoopFinder(services)
  const sendNotFound = createNotFoundSender(services)
  const find = createCodeCache(db, caches, config)
  const draw = createPictureCache(caches)

  // Limited because the contents of codes (passwords, contact cards) must not be found by guessing.
  const lookupsOf = limitLookups()

  const found = async (request: FastifyRequest, code: string | undefined): Promise<CachedCode> => {
    if (code === undefined) throw notFoundFailure()
    const lookups = lookupsOf(request)
    const known = await find(code, lookups.admit)
    if (known === null || !isServed(known, request.site)) throw lookups.notFound()
    if (blocklist.blocksAccount(known.accountId)) throw blockedFailure()
    return known
  }

  // A page with the content shows its URLs.
  const isBlocked = ({ urls }: CachedCode, destination: string | null) =>
    destination === null ? urls.some((url) => blocklist.blocksUrl(url)) : blocklist.blocksUrl(destination)

  const sendStatistics = createStatisticsSender(services)
  const sendCodeStatistics = (code: CachedCode, address: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!code.publicstats) throw notFoundFailure()
    const origin = request.site?.kind === 'branded' ? request.site.origin : config.baseUrl
    const path = `/q/${address}`
    const thing = { subject: 'qr', id: code.id, title: code.name, access: null } as const
    return sendStatistics({ ...thing, address: `${origin}${path}`, path: `${path}+` }, request, reply)
  }

  app.get('/qr/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, address, extension] = PICTURE.exec(file) ?? []
    const query = new URLSearchParams(request.url.split('?')[1])
    const code = await found(request, address)
    // Phones that scan it do not come here.
    if (code.isStatic && isBlocked(code, null)) throw blockedFailure()
    const format = (extension as Format | undefined) ?? chooseFormat(request.headers.accept)
    const { body, tag } = await draw(code, format, readOptions(query))
    reply.headers({
      ...pictureHeaders,
      'Content-Type': MEDIA_TYPES[format],
      'Cache-Control': query.get('v') === code.version ? IMMUTABLE : REVALIDATED,
      ETag: tag,
      ...(extension === undefined ? { Vary: 'Accept' } : {}),
      ...(query.has('download') ? { 'Content-Disposition': dispositionOf(code.name, format) } : {}),
    })
    if (hasTag(request, tag)) return reply.code(304).send()
    return reply.send(body)
  })

  const openScan = async (request: FastifyRequest, reply: FastifyReply) => {
    const { file } = request.params as { file: string }
    const [, address, extension, isStatistics] = SCAN.exec(file) ?? []
    const code = await found(request, address)
    if (isStatistics !== undefined) return sendCodeStatistics(code, address ?? '', request, reply)
    if (extension !== undefined && isBlocked(code, null)) throw blockedFailure()
    if (extension !== undefined) return sendFile(code, extension, reply)
    const agent = request.headers['user-agent'] ?? ''
    const destination = safeDestination(scanDestination(code.content, agent) ?? '')
    if (destination !== null && leadsBack(() => [placeOf.code(file)], destination, request)) throw loopFailure()
    if (isBlocked(code, destination)) throw blockedFailure()
    const { ip, method } = request
    const headers = visitHeaders(request.headers)
    const details = detailsOfQuery(queryOf(request.url))
    const place = request.site?.kind === 'branded' ? { domainId: request.site.domainId } : {}
    const visit: Visit = { subject: 'qr', id: code.id, at: new Date(), ip, method, headers, details, ...place }
    await visitWriter.add(visit, reply.elapsedTime)
    if (destination !== null) return redirectTo(reply, destination)
    return sendPage(reply, contentPage(lookOf(request), code, `/q/${address}`, agent))
  }
  // A printed code outlives its record: visitors of a branded domain get to where its owner wants them.
  app.get('/q/:file', (request, reply) =>
    openScan(request, reply).catch((error) => {
      if (isNotFound(error) && request.site) return sendNotFound(reply, request.site)
      throw error
    }),
  )
}

/**
 * Whether a code is served on a host: on those that its pictures are printed with and, if it has no domain, on all of its
 * account.
 */
function isServed({ accountId, hosts }: CachedCode, site: FastifyRequest['site']): boolean {
  if (site?.kind !== 'branded') return hosts.includes('')
  return site.account_id === accountId && (hosts[0] === '' || hosts.includes(site.host))
}

function readOptions(query: URLSearchParams): PictureOptions {
  const faults: { path: string; message: string }[] = []
  const readInteger = (name: string, min: number, max: number) => {
    const text = query.get(name)
    if (text === null || text === '') return undefined
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    faults.push({ path: `query/${name}`, message: `must be a whole number from ${min} to ${max}` })
    return undefined
  }
  const options = { size: readInteger('size', MIN_SIZE, MAX_SIZE), margin: readInteger('margin', 0, MAX_MARGIN) }
  if (faults.length > 0) throw invalid(faults)
  return options
}

// The files of contents, by their extension.
const files: Record<string, { type: Content['type']; mediaType: string }> = {
  vcf: { type: 'vcard', mediaType: 'text/vcard; charset=utf-8' },
  ics: { type: 'event', mediaType: 'text/calendar; charset=utf-8' },
}

function sendFile({ content, name }: CachedCode, extension: string, reply: FastifyReply) {
  const file = files[extension]
  if (file?.type !== content.type) throw notFoundFailure()
  return reply
    .headers({
      'Content-Type': file.mediaType,
      'Content-Disposition': dispositionOf(name, extension),
      'Cache-Control': 'private, no-store',
    })
    .send(payloadOf(content))
}

const deviceOf = (agent: string) =>
  matchesDevice('ios', agent) ? 'apple' : matchesDevice('android', agent) ? 'android' : null

/** Where a scan leads; null: to a page with the content. */
function scanDestination(content: Content, agent: string): string | null {
  if ('rawPayload' in content) return null
  if (content.type === 'link' || content.type === 'whatsapp') return payloadOf(content)
  if (content.type !== 'app') return null
  const device = deviceOf(agent)
  if (device === null) return content.other ?? null
  return device === 'apple' ? content.apple : content.google
}

type Actions = Texts['code']['actions']

function actionOf(actions: Actions, { content, name }: CachedCode, path: string, agent: string) {
  if (content.type === 'vcard') return { href: `${path}.vcf`, label: actions.vcard, download: `${name}.vcf` }
  if (content.type === 'event') return { href: `${path}.ics`, label: actions.event, download: `${name}.ics` }
  if (content.type === 'geo') return { href: mapAppUrl(content, deviceOf(agent)), label: actions.geo }
  const tap = tapLink(content)
  return tap !== null && content.type in actions ? { href: tap, label: actions[content.type as keyof Actions] } : null
}

function contentPage(look: Look, code: CachedCode, path: string, agent: string) {
  const { actions, noProtection, ...labels } = look.language.texts.code
  const { content, name } = code
  const details = describeContent(content).map(({ label, value, ...rest }) => ({
    label: labels[label],
    value: label === 'protection' && value === NO_PROTECTION ? noProtection : value,
    ...rest,
  }))
  return qrContentPage(look, {
    // A code for apps that was created without a name is named after its type.
    title: content.type === 'app' && name === content.type ? look.language.texts.app.open : name,
    action: actionOf(actions, code, path, agent),
    details,
    payload: payloadOf(content),
  })
}
