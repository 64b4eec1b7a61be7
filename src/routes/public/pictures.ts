import type { FastifyReply } from 'fastify'
import { findPicture } from '../../../db/queries/pictures.ts'
import { findCard, findPublicCampaignCard } from '../../../db/queries/preview-cards.ts'
import { BUFFER_OVERHEAD, copyBytes } from '../../cache/copy-bytes.ts'
import { notFoundFailure } from '../../errors/api-error.ts'
import { aliasUrl, CARD_KINDS, type CardKind, cardStatement, listUrl } from '../../links/public-urls.ts'
import { createCardRenderer } from '../../pictures/card-png.ts'
import { type Card, drawAvatar, drawCard } from '../../pictures/drawings.ts'
import type { App, Services } from '../../services.ts'
import { limitLookups } from './lookup-limit.ts'

const DAY_S = 86_400
const MAX_BYTES = 32 * 1024 * 1024
const MAX_PICTURES = 20_000
const MAX_UNKNOWN = 10_000

// If opened as a document, an SVG must not run scripts or load anything. Search engines must not list pictures.
function sendPicture(
  reply: FastifyReply,
  type: 'svg+xml; charset=utf-8' | 'png' | 'jpeg',
  body: string | Buffer,
  cache: string,
) {
  return reply
    .headers({
      'Content-Type': `image/${type}`,
      'Cache-Control': cache,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Robots-Tag': 'noindex',
    })
    .send(body)
}

const SVG = 'svg+xml; charset=utf-8'

function readFile(file: string): { id: number; extension: 'svg' | 'png' } {
  const [, id, extension] = /^([1-9]\d{0,15})\.(svg|png)$/.exec(file) ?? []
  if (id === undefined || !Number.isSafeInteger(Number(id))) throw notFoundFailure()
  return { id: Number(id), extension: extension === 'svg' ? 'svg' : 'png' }
}

/** Stored pictures of accounts, and drawn ones: avatars of accounts, and cards of links, bio pages and campaigns. */
export function pictureRoutes(
  app: App,
  { store: { visitors: db }, caches, config, signer, blocklist }: Services,
): void {
  const pictures = caches.create<{ id: number; account_id: number; type: 'jpg' | 'png'; body: Buffer }>('pictures', {
    maxEntries: MAX_PICTURES,
    maxBytes: MAX_BYTES,
    sizeOf: ({ body }) => body.length + BUFFER_OVERHEAD,
    maxNegatives: MAX_UNKNOWN,
    tagsOf: ({ id, account_id }) => [`pictures:${id}`, `deleted_accounts:${account_id}`],
    tables: ['pictures', 'deleted_accounts'],
    negativeTables: ['pictures'],
  })
  const findByKey = async (key: string) => {
    const row = await findPicture(db, key)
    return row ? { ...row, body: copyBytes(row.body) } : null
  }
  const lookupsOf = limitLookups()

  // A stored picture never changes: a new one gets a new key.
  app.get('/picture/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, key, extension] = /^([A-Za-z0-9]{16})\.(jpg|png)$/.exec(file) ?? []
    if (key === undefined) throw notFoundFailure()
    const lookups = lookupsOf(request)
    const picture = await pictures.get(key, () => lookups.admit(() => findByKey(key)))
    if (picture === null) throw lookups.notFound()
    if (picture.type !== extension || blocklist.blocksAccount(picture.account_id)) throw notFoundFailure()
    const type = extension === 'jpg' ? 'jpeg' : 'png'
    return sendPicture(reply, type, picture.body, `public, max-age=${365 * DAY_S}, immutable`)
  })

  // Drawn for any number, so that it does not reveal which accounts exist.
  app.get('/avatar/:file', async (request, reply) => {
    const { id, extension } = readFile((request.params as { file: string }).file)
    if (extension !== 'svg') throw notFoundFailure()
    return sendPicture(reply, SVG, drawAvatar(id), `public, max-age=${30 * DAY_S}, immutable`)
  })

  const cardOf = async (kind: CardKind, id: number, seenBy: 'public' | 'owner'): Promise<Card> => {
    if (kind === 'campaign') {
      const campaign = await findPublicCampaignCard(db, id)
      if (!campaign || blocklist.blocksAccount(campaign.account)) throw notFoundFailure()
      return { kind, title: campaign.title, address: listUrl(config, campaign.username, id) }
    }
    if (kind === 'link' && blocklist.quarantines(id)) throw notFoundFailure()
    const card = await findCard(db, kind, id, seenBy)
    if (!card || blocklist.blocksAccount(card.account)) throw notFoundFailure()
    return { kind, title: card.title, address: aliasUrl(config, card.domain, card.alias) }
  }

  const renderCard = createCardRenderer(caches)
  app.get('/card/:kind/:file', async (request, reply) => {
    const { kind: requested, file } = request.params as { kind: string; file: string }
    const kind = CARD_KINDS.find((one) => one === requested)
    if (kind === undefined) throw notFoundFailure()
    const { id, extension } = readFile(file)
    const { key } = request.query as { key?: unknown }
    if (typeof key !== 'string' || !signer.verify(cardStatement(kind, id, extension), key)) throw notFoundFailure()
    const svg = drawCard(await cardOf(kind, id, extension === 'svg' ? 'owner' : 'public'))
    if (extension === 'svg') return sendPicture(reply, SVG, svg, 'private, max-age=300')
    return sendPicture(reply, 'png', await renderCard(svg), 'public, max-age=300')
  })
}
