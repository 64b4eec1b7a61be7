import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { displayHost } from '../../html/urls.ts'
import { createQueue } from '../../jobs/queue.ts'
import { drawLinkIcon } from '../../pictures/drawings.ts'
import { BLACK, WHITE } from '../../qr/colors.ts'
import { chooseFormat } from '../../qr/formats.ts'
import { MIN_SIZE } from '../../qr/layout.ts'
import { drawPicture, MEDIA_TYPES } from '../../qr/picture.ts'
import { makeSymbol } from '../../qr/symbol.ts'
import type { App, Services } from '../../services.ts'
import { notFoundFailure } from './errors.ts'
import { limitLookups } from './lookup-limit.ts'

// Pictures up to this many pixels each way take a few milliseconds; larger ones are only served at /qr/<code>.
const MAX_SIZE = 1024
const MAX_ALIAS_LENGTH = 255

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
  'X-Robots-Tag': 'noindex',
}

/**
 * Pictures that older clients of this API family request below a short URL: `/<alias>/qr` and `/<alias>/qr/<size>`, a QR code
 * of the short URL, and `/<alias>/ico`, an icon. The requests are not counted as visits.
 */
export function linkPictureRoutes(app: App, { routes }: Services): void {
  const lookupsOf = limitLookups()
  const draw = createQueue(2, 100)

  const findLink = async (request: FastifyRequest): Promise<{ link: LinkRoute; shortUrl: string }> => {
    const { alias } = request.params as { alias: string }
    const site = await routes.site(request.host)
    if (site.kind === 'unknown' || alias.length > MAX_ALIAS_LENGTH) throw notFoundFailure()
    const lookups = lookupsOf(request)
    const route = await routes.alias(site.domainId, alias, lookups.admit)
    // Private links must look like ones that do not exist.
    if (route?.kind !== 'link' || route.link.status === 'private') throw lookups.notFound()
    return { link: route.link, shortUrl: `${site.origin}/${encodeURIComponent(alias)}` }
  }

  const sendQr = async (request: FastifyRequest, reply: FastifyReply) => {
    const size = readSize((request.params as { size?: string }).size)
    const { shortUrl } = await findLink(request)
    const format = chooseFormat(request.headers.accept)
    const tag = tagOf(shortUrl, format, String(size))
    reply.headers({ ...headers, 'Content-Type': MEDIA_TYPES[format], ETag: tag, Vary: 'Accept' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const symbol = makeSymbol(shortUrl)
    if (symbol === null) throw notFoundFailure()
    return reply.send(await draw(() => drawPicture(symbol, { foreground: BLACK, background: WHITE }, format, { size })))
  }
  app.get('/:alias/qr', sendQr)
  app.get('/:alias/qr/:size', sendQr)

  app.get('/:alias/ico', async (request, reply) => {
    const { link, shortUrl } = await findLink(request)
    // The icon of a link with a password must not reveal its destination.
    const host = displayHost(link.password_hash === null ? link.url : shortUrl)
    const tag = tagOf('icon', host)
    reply.headers({ ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8', ETag: tag })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.send(drawLinkIcon(host))
  })
}

// Older clients send any number of pixels: it is limited to the allowed range.
function readSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text)) throw notFoundFailure()
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, Number(text)))
}

const tagOf = (...parts: string[]) =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`
