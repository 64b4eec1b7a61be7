import { findLink } from '../../../db/queries/links.ts'
import { listTemplateLooks } from '../../../db/queries/qr-templates.ts'
import { LinkCodePath, LinkCodeQuery, PICTURE_FORMATS } from '../../../schemas/link-codes.ts'
import { found, invalid } from '../../errors/api-error.ts'
import { refuseDetached } from '../../links/detached.ts'
import { aliasUrl } from '../../links/public-urls.ts'
import { createDrawingQueue } from '../../pictures/queue.ts'
import { keepToDomains } from '../../plugins/route-hooks.ts'
import { dispositionOf } from '../../qr/formats.ts'
import { linkSymbol, PARAMETERS, pictureTag, readLook } from '../../qr/link-code.ts'
import { readStoredLogo } from '../../qr/logo.ts'
import { drawPicture, MEDIA_TYPES } from '../../qr/picture.ts'
import { refuseWarnings } from '../../qr/qr-input.ts'
import { checkScannability } from '../../qr/scannability.ts'
import type { App, Services } from '../../services.ts'
import { hasTag } from '../etag.ts'
import { failure } from '../replies.ts'

// The largest pictures take a second of processor time: few of them wait, and none holds up the small ones.
const LARGE = 1024

const picture = { type: 'string', description: 'The bytes of the picture.', examples: ['…'] }

const response = {
  200: {
    description: 'The picture, of the media type of its format.',
    content: Object.fromEntries(PICTURE_FORMATS.map((format) => [MEDIA_TYPES[format], { schema: picture }])),
  },
  304: { type: 'null', description: 'The picture of `If-None-Match` is current.' },
  400: failure('may_not_scan'),
  503: failure('busy'),
}

// Only of a template with a logo: without one every short URL fits.
const NO_ROOM = { path: 'query/template', message: 'has a logo, for which the short URL is too long' }

// For the document: response headers of this operation.
const documented = { 'x-headers': ['ETag', 'Content-Disposition'] }

export function linkCodeRoutes(app: App, services: Services): void {
  const { db, config } = services
  const queues = { small: createDrawingQueue(2, 100), large: createDrawingQueue(1, 20) }

  const findLook = async (accountId: number, id: number | undefined) => {
    if (id === undefined) return undefined
    const template = (await listTemplateLooks(db, accountId, [id])).get(id)
    if (!template) throw invalid([{ path: 'query/template', message: 'is not a template of the account' }])
    return template
  }

  app.get(
    '/url/:id/qr.:format',
    {
      config: { isPerDomain: true },
      preHandler: keepToDomains(services),
      schema: {
        operationId: 'drawLinkCode',
        tags: ['Links'],
        summary: 'Draw the QR code of a link',
        description:
          'A picture of the short URL. Nothing is stored, and scans count as visits of the link. `caption` adds a frame, by default a bar. 404 for a link whose domain was deleted.',
        params: LinkCodePath,
        querystring: LinkCodeQuery,
        response,
        ...documented,
      },
    },
    async (request, reply) => {
      const { account, params, query } = request
      const { size, margin, download, strict } = query
      const row = found(await findLink(db, account.id, params.id), 'Link')
      refuseDetached(row)
      const shortUrl = aliasUrl(config, row.origin, row.alias)
      const template = await findLook(account.id, query.template)
      const look = await readLook(query, template)
      const logo = template?.logo_image ? readStoredLogo(template.logo_image) : null
      const tag = pictureTag(shortUrl, params.format, size, margin, look, logo?.png.toString('base64'))
      const headers = {
        'Content-Type': MEDIA_TYPES[params.format],
        'Cache-Control': 'private, max-age=300',
        ETag: tag,
        Vary: 'Authorization',
        'Content-Security-Policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
        ...(download ? { 'Content-Disposition': dispositionOf(row.title ?? row.alias, params.format) } : {}),
      }
      const isKnown = hasTag(request, tag)
      // Without a logo every short URL fits.
      if (isKnown && !strict && logo === null) return reply.code(304).headers(headers).send()
      const draw = async () => {
        const code = linkSymbol(shortUrl, logo, look.design ?? {})
        if (code === null) throw invalid([NO_ROOM])
        if (strict) {
          const content = { type: 'link', link: shortUrl } as const
          const { warnings } = await checkScannability({ ...code, look, content }, { size, margin })
          refuseWarnings(warnings, PARAMETERS)
        }
        return isKnown ? null : drawPicture(code.symbol, look, params.format, { size, margin })
      }
      const queue = (size ?? 0) > LARGE ? queues.large : queues.small
      // The headers come last: a failure must not have them.
      const body = await queue(draw)
      if (body === null) return reply.code(304).headers(headers).send()
      return reply.headers(headers).send(body as never)
    },
  )
}
