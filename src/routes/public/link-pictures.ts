import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { hasClicksLeft } from '../../../db/queries/visits.ts'
import { notFoundFailure } from '../../errors/api-error.ts'
import { displayHost } from '../../html/urls.ts'
import { aliasPath } from '../../links/aliases.ts'
import { drawLinkIcon } from '../../pictures/drawings.ts'
import { chooseFormat } from '../../qr/formats.ts'
import { MIN_SIZE } from '../../qr/layout.ts'
import { linkSymbol, pictureTag } from '../../qr/link-code.ts'
import { MEDIA_TYPES } from '../../qr/picture.ts'
import { createPictureCache } from '../../qr/picture-cache.ts'
import type { LinkPicture } from '../../routing/link-paths.ts'
import { decide } from '../../routing/rules.ts'
import { queryOf } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { BLACK, WHITE } from '../../vector/colors.ts'
import { visitHeaders } from '../../visits/describe-visits.ts'
import { hasTag } from '../etag.ts'
import { opensBlocked } from './blocked.ts'
import { createRuleVisits } from './rule-visits.ts'

// Pictures up to this many pixels each way take a few milliseconds; larger ones are only served at /qr/<code>.
const MAX_SIZE = 1024
const MAX_CACHED_BYTES = 7 * 1024 * 1024

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
  'X-Robots-Tag': 'noindex',
}

/** A link and scheme and host of its short URL. */
interface PicturedLink {
  link: LinkRoute
  origin: string
}

/**
 * Creates the function that sends the pictures that older clients of this API family request below a short URL:
 * `/<alias>/qr` and `/<alias>/qr/<size>`, and `/<alias>/ico`. The requests are not counted as visits.
 */
export function createLinkPictures(services: Services) {
  const draw = createPictureCache(services.caches, 'link_pictures', MAX_CACHED_BYTES)
  const ruleVisitOf = createRuleVisits(services)

  // Whether a visit with the same headers would be redirected without asking for a password.
  const isOpen = async (link: LinkRoute, request: FastifyRequest) => {
    const isExhausted = link.clicklimit !== null && !(await hasClicksLeft(services.store.visitors, link.id))
    const visit = ruleVisitOf(link, '', queryOf(request.url), request, visitHeaders(request.headers))
    const outcome = decide(link, { ...visit, isExhausted })
    // The icon is of the link's own URL, whatever the target of this visitor is.
    const isBlocked = opensBlocked(services.blocklist, link, outcome) || services.blocklist.blocksUrl(link.url)
    return outcome.action === 'redirect' && !isBlocked
  }

  const sendQr = async (shortUrl: string, text: string | undefined, request: FastifyRequest, reply: FastifyReply) => {
    const size = readSize(text)
    const format = chooseFormat(request.headers.accept)
    const tag = pictureTag(shortUrl, format, String(size))
    const own = { ...headers, 'Content-Type': MEDIA_TYPES[format], ETag: tag, Vary: 'Accept' }
    if (hasTag(request, tag)) return reply.code(304).headers(own).send()
    // The headers come last: a failure must not have them.
    const { body } = await draw(plainCode(shortUrl), format, { size })
    return reply.headers(own).send(body)
  }

  const sendIcon = async (link: LinkRoute, shortUrl: string, request: FastifyRequest, reply: FastifyReply) => {
    // The icon must not reveal where a link leads to those who do not get there.
    const host = displayHost((await isOpen(link, request)) ? link.url : shortUrl)
    const tag = pictureTag('icon', host)
    reply.headers({ ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8', ETag: tag })
    if (hasTag(request, tag)) return reply.code(304).send()
    return reply.send(drawLinkIcon(host))
  }

  return (picture: LinkPicture, { link, origin }: PicturedLink, request: FastifyRequest, reply: FastifyReply) => {
    // Private links must look like ones that do not exist.
    if (link.status === 'private') throw notFoundFailure()
    const shortUrl = `${origin}/${aliasPath(link.alias)}`
    if (picture.kind === 'qr') return sendQr(shortUrl, picture.size, request, reply)
    return sendIcon(link, shortUrl, request, reply)
  }
}

/** The code of a short URL, whose symbol is made when it is read: that takes up to 25 ms. */
const plainCode = (shortUrl: string) => ({
  version: pictureTag(shortUrl),
  look: { foreground: BLACK, background: WHITE },
  get symbol() {
    const made = linkSymbol(shortUrl)
    if (made === null) throw notFoundFailure()
    return made.symbol
  },
})

// Older clients send any number of pixels: it is limited to the allowed range.
function readSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text)) throw notFoundFailure()
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, Number(text)))
}
