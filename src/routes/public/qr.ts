import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../../errors/api-error.ts'
import { qrContentPage } from '../../pages/qr-content.ts'
import { type CachedCode, createCodeCache } from '../../qr/code-cache.ts'
import { describeContent } from '../../qr/describe-content.ts'
import { chooseFormat, dispositionOf } from '../../qr/formats.ts'
import { MAX_MARGIN, MAX_SIZE, MIN_SIZE } from '../../qr/layout.ts'
import { payloadOf, tapLink } from '../../qr/payload.ts'
import { FORMATS, type Format, MEDIA_TYPES, type PictureOptions } from '../../qr/picture.ts'
import { createPictureCache } from '../../qr/picture-cache.ts'
import { safeDestination } from '../../routing/destinations.ts'
import type { App, Services } from '../../services.ts'
import { visitHeaders } from '../../visits/describe-visits.ts'
import { hasTag } from '../etag.ts'
import { notFoundFailure, sendPage } from './errors.ts'
import { limitLookups } from './lookup-limit.ts'
import { redirectTo } from './sites.ts'

const PICTURE = new RegExp(`^([A-Za-z0-9]{5,32})(?:\\.(${FORMATS.join('|')}))?$`)
const SCAN = /^([A-Za-z0-9]{5,32})(\.vcf)?$/

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
export function qrPageRoutes(app: App, { store: { visitors: db }, caches, config, visitWriter }: Services): void {
  const find = createCodeCache(db, caches, config)
  const draw = createPictureCache(caches)

  // Limited because the contents of codes (passwords, contact cards) must not be found by guessing.
  const lookupsOf = limitLookups()

  const found = async (request: FastifyRequest, code: string | undefined): Promise<CachedCode> => {
    if (code === undefined) throw notFoundFailure()
    const lookups = lookupsOf(request)
    const known = await find(code, lookups.admit)
    if (known === null) throw lookups.notFound()
    return known
  }

  app.get('/qr/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, address, extension] = PICTURE.exec(file) ?? []
    const query = new URLSearchParams(request.url.split('?')[1])
    const code = await found(request, address)
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

  app.get('/q/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, address, card] = SCAN.exec(file) ?? []
    const code = await found(request, address)
    if (card !== undefined) return sendCard(code, reply)
    const { ip, method } = request
    await visitWriter.add({
      subject: 'qr',
      id: code.id,
      at: new Date(),
      ip,
      method,
      headers: visitHeaders(request.headers),
    })
    const destination = code.content.type === 'link' ? safeDestination(payloadOf(code.content)) : null
    if (destination !== null) return redirectTo(reply, destination)
    return sendPage(reply, contentPage(code, `/q/${address}.vcf`))
  })
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

function sendCard({ content, name }: CachedCode, reply: FastifyReply) {
  if (content.type !== 'vcard') throw notFoundFailure()
  return reply
    .headers({
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': dispositionOf(name, 'vcf'),
      'Cache-Control': 'private, no-store',
    })
    .send(payloadOf(content))
}

const labels = { email: 'Write e-mail', phone: 'Call', sms: 'Write message' } as const

function contentPage({ content, name }: CachedCode, cardAddress: string) {
  const tap = tapLink(content)
  const action =
    content.type === 'vcard'
      ? { href: cardAddress, label: 'Save contact', download: `${name}.vcf` }
      : tap !== null && content.type in labels
        ? { href: tap, label: labels[content.type as keyof typeof labels] }
        : null
  return qrContentPage({ title: name, action, details: describeContent(content), payload: payloadOf(content) })
}
