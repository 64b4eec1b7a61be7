import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPublicBio } from '../../db/queries/bios.ts'
import { bioPage } from '../html/pages/bio.ts'
import type { Parts } from '../parts.ts'
import { ACCESS, bioStatement } from '../work/access.ts'
import { visitHeaders } from '../work/visits.ts'
import { nothingHere, sendPage } from './failures.ts'

/** Sends the bio page an alias stands for, and counts the visit. A draft is there only for who holds its preview link. */
export function makeBioSender({ db, clicks, signer }: Pick<Parts, 'db' | 'clicks' | 'signer'>) {
  return async (id: number, origin: string, request: FastifyRequest, reply: FastifyReply) => {
    const bio = await findPublicBio(db, id)
    if (!bio) throw nothingHere()
    const access = new URLSearchParams(request.url.split('?').slice(1).join('?')).get(ACCESS)
    const draft = !bio.published
    if (draft && !signer.verify(bioStatement(id), access ?? '')) throw nothingHere()
    if (!draft) {
      const headers = visitHeaders(request.headers)
      await clicks.add({ subject: 'bio', id, at: new Date(), ip: request.ip, method: request.method, headers })
    }
    return sendPage(reply, bioPage({ bio, url: `${origin}/${bio.alias}`, draft }))
  }
}
