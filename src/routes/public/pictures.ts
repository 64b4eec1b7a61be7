import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findCard, findPublicCampaignCard } from '../../db/queries/cards.ts'
import { findPicture } from '../../db/queries/pictures.ts'
import { type Card, drawAvatar, drawCard } from '../html/pictures.ts'
import type { App, Parts } from '../parts.ts'
import { aliasUrl, CARD_KINDS, type CardKind, cardStatement, listUrl } from '../work/addresses.ts'
import { rasterCards } from '../work/cards.ts'
import { nothingHere } from './failures.ts'

const A_DAY = 86_400
const MOST_BYTES = 32 * 1024 * 1024

// As a document of its own, too, a picture runs nothing and asks for nothing. It is listed by no search engine.
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
  if (id === undefined || !Number.isSafeInteger(Number(id))) throw nothingHere()
  return { id: Number(id), extension: extension === 'svg' ? 'svg' : 'png' }
}

/** Pictures we hold for accounts, and those we draw: avatars of accounts, cards of links, bio pages and campaigns. */
export function pictureRoutes(app: App, { db, changes, config, signer }: Parts): void {
  const kept = new LRUCache<string, { id: number; type: string; body: Buffer }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => body.length + 200,
  })
  // What was read before a change was heard is used once, but not kept.
  let epoch = 0
  changes.on('pictures', (id) => {
    epoch++
    for (const [key, picture] of kept) if (picture.id === Number(id)) kept.delete(key)
  })
  changes.onGap(() => {
    epoch++
    kept.clear()
  })

  // A picture never changes: another one has another address.
  app.get('/picture/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, key, extension] = /^([A-Za-z0-9]{16})\.(jpg|png)$/.exec(file) ?? []
    if (key === undefined) throw nothingHere()
    let picture = kept.get(key)
    if (picture === undefined) {
      const before = epoch
      const row = await findPicture(db, key)
      if (!row) throw nothingHere()
      picture = { ...row, body: Buffer.from(row.body) }
      if (epoch === before) kept.set(key, picture)
    }
    if (picture.type !== extension) throw nothingHere()
    const type = extension === 'jpg' ? 'jpeg' : 'png'
    return sendPicture(reply, type, picture.body, `public, max-age=${365 * A_DAY}, immutable`)
  })

  // Drawn from the number alone, so that it does not tell which accounts there are.
  app.get('/avatar/:file', async (request, reply) => {
    const { id, extension } = readFile((request.params as { file: string }).file)
    if (extension !== 'svg') throw nothingHere()
    return sendPicture(reply, SVG, drawAvatar(id), `public, max-age=${30 * A_DAY}, immutable`)
  })

  const cardOf = async (kind: CardKind, id: number, seenBy: 'public' | 'owner'): Promise<Card> => {
    if (kind === 'campaign') {
      const campaign = await findPublicCampaignCard(db, id)
      if (!campaign) throw nothingHere()
      return { kind, title: campaign.title, address: listUrl(config, campaign.username, id) }
    }
    const card = await findCard(db, kind, id, seenBy)
    if (!card) throw nothingHere()
    return { kind, title: card.title, address: aliasUrl(config, card.domain, card.alias) }
  }

  const raster = rasterCards()
  app.get('/card/:kind/:file', async (request, reply) => {
    const { kind: asked, file } = request.params as { kind: string; file: string }
    const kind = CARD_KINDS.find((one) => one === asked)
    if (kind === undefined) throw nothingHere()
    const { id, extension } = readFile(file)
    const { key } = request.query as { key?: unknown }
    if (typeof key !== 'string' || !signer.verify(cardStatement(kind, id, extension), key)) throw nothingHere()
    const svg = drawCard(await cardOf(kind, id, extension === 'svg' ? 'owner' : 'public'))
    if (extension === 'svg') return sendPicture(reply, SVG, svg, 'private, max-age=300')
    return sendPicture(reply, 'png', await raster(svg), 'public, max-age=300')
  })
}
