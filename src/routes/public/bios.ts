import type { FastifyReply, FastifyRequest } from 'fastify'
import { cardPath } from '../../links/public-urls.ts'
import { createBioPageCache } from '../../pages/bio-page-cache.ts'
import { hasFonts } from '../../pictures/card-png.ts'
import { ACCESS, bioStatement } from '../../routing/owner-access.ts'
import type { Services } from '../../services.ts'
import { visitHeaders } from '../../visits/describe-visits.ts'
import { notFoundFailure, sendPage } from './errors.ts'

/**
 * Creates the function that sends a bio page and counts the visit. Drafts are only sent to requests with their preview
 * token.
 */
export function createBioSender({ store: { visitors: db }, visitWriter, signer, caches, pictures }: Services) {
  const cardOf = async (id: number) => ((await hasFonts()) ? cardPath(signer, 'bio', id, 'png') : null)
  const find = createBioPageCache({ db, caches, pictures, cardOf })

  return async (id: number, origin: string, request: FastifyRequest, reply: FastifyReply) => {
    const bio = await find(id, origin)
    if (!bio) throw notFoundFailure()
    const access = new URLSearchParams(request.url.split('?').slice(1).join('?')).get(ACCESS)
    if (!bio.published && !signer.verify(bioStatement(id), access ?? '')) throw notFoundFailure()
    if (bio.published) {
      const headers = visitHeaders(request.headers)
      await visitWriter.add({ subject: 'bio', id, at: new Date(), ip: request.ip, method: request.method, headers })
    }
    return sendPage(reply, bio.page)
  }
}
