import type { FastifyReply, FastifyRequest } from 'fastify'
import { ensureBioLink } from '../../../db/queries/bio-links.ts'
import { createLru } from '../../cache/lru.ts'
import { notFoundFailure } from '../../errors/api-error.ts'
import { cardPath } from '../../links/public-urls.ts'
import { FOLLOWED } from '../../pages/bio-links.ts'
import { createBioPageCache, type RenderedBio } from '../../pages/bio-page-cache.ts'
import { SENT } from '../../pages/form-answers.ts'
import { hasFonts } from '../../pictures/card-png.ts'
import { safeDestination } from '../../routing/destinations.ts'
import { ACCESS, bioStatement } from '../../routing/owner-access.ts'
import { queryOf } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { type Visit, visitHeaders } from '../../visits/describe-visits.ts'
import { detailsOfQuery } from '../../visits/visit-details.ts'
import { createFormTaker } from './bio-forms.ts'
import { blockedFailure } from './blocked.ts'
import { sendPage } from './errors.ts'
import { lookOf } from './looks.ts'
import { createLoopFinder, loopFailure, placeOf } from './loops.ts'
import { redirectTo } from './sites.ts'
import type { StatisticsSender } from './statistics.ts'

// Links of bio pages whose ids are kept.
const MAX_LINKS = 10_000

/** Where a bio page was visited; the domain is 0 for the service's own host. */
interface PlaceOfBio {
  origin: string
  domainId: number
}

type Answer<T> = (id: number, place: PlaceOfBio, request: FastifyRequest, reply: FastifyReply) => Promise<T>

/** The handlers of bio pages. */
export interface BioPages {
  /** Sends a page and counts the visit. Drafts are only sent to requests with their preview token. */
  send: Answer<FastifyReply>
  /** Takes a form that was sent. */
  submit: Answer<FastifyReply>
  /** Sends the statistics of a page: to everyone if they are public, else to nobody. */
  statistics: Answer<FastifyReply>
}

export function createBioPages(services: Services, sendStatistics: StatisticsSender): BioPages {
  const { visitWriter, signer, caches, pictures, blocklist } = services
  const db = services.store.visitors
  const cardOf = async (id: number) => ((await hasFonts()) ? cardPath(signer, 'bio', id, 'png') : null)
  const cached = createBioPageCache({ db, caches, pictures, cardOf })
  const find = async (...asked: Parameters<typeof cached>): Promise<RenderedBio | null> => {
    // The first time it takes longer than a page may wait for the database.
    await hasFonts()
    const bio = await cached(...asked)
    if (bio && (blocklist.blocksAccount(bio.accountId) || bio.urls.some((url) => blocklist.blocksUrl(url))))
      throw bio.published ? blockedFailure() : notFoundFailure()
    return bio
  }
  const takeForm = createFormTaker(services)
  const leadsBack = createLoopFinder(services)

  const ids = createLru<string, number>(MAX_LINKS)

  // While the database is away the visitor still gets on, but is not counted.
  const idOf = async (bioId: number, key: string): Promise<number | undefined> => {
    const known = ids.get(`${bioId} ${key}`)
    if (known !== undefined) return known
    const id = await ensureBioLink(db, bioId, key).catch(() => undefined)
    if (id !== undefined) ids.set(`${bioId} ${key}`, id)
    return id
  }

  const submit: BioPages['submit'] = async (id, { origin }, request, reply) => {
    const bio: RenderedBio | null = await find(id, origin, lookOf(request))
    if (!bio?.published) throw notFoundFailure()
    return takeForm(id, bio, request, reply)
  }

  const send: BioPages['send'] = async (id, { origin, domainId }, request, reply) => {
    const bio = await find(id, origin, lookOf(request))
    if (!bio) throw notFoundFailure()
    const query = queryOf(request.url)
    const search = new URLSearchParams(query)
    if (!bio.published) {
      if (!signer.verify(bioStatement(id), search.get(ACCESS) ?? '')) throw notFoundFailure()
      return sendPage(reply, bio.page)
    }
    const sent = bio.forms.get(search.get(SENT) ?? '')
    if (sent !== undefined) return sendPage(reply, bio.showThanks(sent))
    const { ip, method } = request
    const common = { at: new Date(), ip, method, headers: visitHeaders(request.headers) }
    const key = search.get(FOLLOWED) ?? ''
    const destination = safeDestination(bio.links.get(key) ?? '')
    if (destination !== null) {
      if (blocklist.blocksUrl(destination)) throw blockedFailure()
      if (leadsBack(() => [placeOf.bioLink(id, key)], destination, request)) throw loopFailure()
      const linkId = await idOf(id, key)
      if (linkId !== undefined) await visitWriter.add({ ...common, subject: 'biolink', id: linkId }, reply.elapsedTime)
      return redirectTo(reply, destination)
    }
    const details = detailsOfQuery(query)
    const visit: Visit = { ...common, subject: 'bio', id, details, ...(domainId > 0 ? { domainId } : {}) }
    await visitWriter.add(visit, reply.elapsedTime)
    return sendPage(reply, bio.page)
  }

  const statistics: BioPages['statistics'] = async (id, { origin }, request, reply) => {
    const bio = await find(id, origin, lookOf(request))
    if (!bio?.published || !bio.publicstats) throw notFoundFailure()
    const { path, language, heading: title } = bio
    const thing = { subject: 'bio', id, title, access: null, address: `${origin}${path}`, path: `${path}+` } as const
    return sendStatistics(thing, request, reply, { ...lookOf(request), language })
  }

  return { send, submit, statistics }
}
