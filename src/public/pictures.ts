import type { FastifyReply } from 'fastify'
import { findPublicCard } from '../../db/queries/cards.ts'
import { drawAvatar, drawCard } from '../html/pictures.ts'
import type { App, Parts } from '../parts.ts'
import { aliasUrl, cardStatement } from '../work/addresses.ts'
import { nothingHere } from './failures.ts'

const A_DAY = 86_400

// As a document of its own, too, a picture runs nothing and asks for nothing.
function sendSvg(reply: FastifyReply, svg: string, cache: string) {
  return reply
    .headers({
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': cache,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .send(svg)
}

const idOf = (file: string): number => {
  const id = /^([1-9]\d{0,15})\.svg$/.exec(file)?.[1]
  if (id === undefined || !Number.isSafeInteger(Number(id))) throw nothingHere()
  return Number(id)
}

/** Pictures we draw: avatars of accounts, cards of links and bio pages. */
export function pictureRoutes(app: App, { db, config, signer }: Parts): void {
  // Drawn from the number alone, so that it does not tell which accounts there are.
  app.get('/avatar/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    return sendSvg(reply, drawAvatar(idOf(file)), `public, max-age=${30 * A_DAY}, immutable`)
  })

  app.get('/card/:kind/:file', async (request, reply) => {
    const { kind, file } = request.params as { kind: string; file: string }
    if (kind !== 'link' && kind !== 'bio') throw nothingHere()
    const id = idOf(file)
    const { key } = request.query as { key?: unknown }
    if (typeof key !== 'string' || !signer.verify(cardStatement(kind, id), key)) throw nothingHere()
    const card = await findPublicCard(db, kind, id)
    if (!card) throw nothingHere()
    const address = aliasUrl(config, card.domain, card.alias)
    return sendSvg(reply, drawCard({ kind, title: card.title, address }), 'private, max-age=300')
  })
}
