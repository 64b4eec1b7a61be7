import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parts } from '../parts.ts'
import { ACCESS, bioStatement } from '../work/access.ts'
import { cardPath } from '../work/addresses.ts'
import { keepBioPages } from '../work/bio-pages.ts'
import { hasFonts } from '../work/cards.ts'
import { visitHeaders } from '../work/visits.ts'
import { nothingHere, sendPage } from './failures.ts'

/** Sends the bio page an alias stands for, and counts the visit. A draft is there only for who holds its preview link. */
export function makeBioSender({ db, clicks, signer, changes, pictures }: Parts) {
  const cardOf = async (id: number) => ((await hasFonts()) ? cardPath(signer, 'bio', id, 'png') : null)
  const find = keepBioPages({ db, changes, pictures, cardOf })

  return async (id: number, origin: string, request: FastifyRequest, reply: FastifyReply) => {
    const bio = await find(id, origin)
    if (!bio) throw nothingHere()
    const access = new URLSearchParams(request.url.split('?').slice(1).join('?')).get(ACCESS)
    if (!bio.published && !signer.verify(bioStatement(id), access ?? '')) throw nothingHere()
    if (bio.published) {
      const headers = visitHeaders(request.headers)
      await clicks.add({ subject: 'bio', id, at: new Date(), ip: request.ip, method: request.method, headers })
    }
    return sendPage(reply, bio.page)
  }
}
