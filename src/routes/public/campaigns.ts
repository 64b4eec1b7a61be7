import { findPublicCampaign } from '../../../db/queries/campaigns.ts'
import type { PublicPlace } from '../../../db/queries/public-links.ts'
import { withSettings } from '../../../db/queries/routes.ts'
import { displayHost } from '../../html/urls.ts'
import { aliasUrl, cardPath, listUrl } from '../../links/public-urls.ts'
import { campaignListPage } from '../../pages/campaign.ts'
import { hasFonts } from '../../pictures/card-png.ts'
import { createCampaignDraws } from '../../routing/campaign-draws.ts'
import { createCampaignLists, PAGE_SIZE } from '../../routing/campaign-lists.ts'
import { queryOf } from '../../routing/visit-query.ts'
import type { App, Services } from '../../services.ts'
import { blockedFailure, refuseBlockedLink } from './blocked.ts'
import { sendPage } from './errors.ts'
import { createLinkPasswords } from './link-passwords.ts'
import { lookOf } from './looks.ts'
import { limitLookups } from './lookup-limit.ts'
import { createNotFoundSender, redirectTo } from './sites.ts'
import { createVisitHandler } from './visit-link.ts'

// Pages are linked by the ids of links; those by number are read up to their place.
const MAX_PAGES = 200

/** Where a page of a list begins; undefined if the query asks for a page beyond MAX_PAGES. */
function placeOf(query: URLSearchParams): PublicPlace | undefined {
  const numberOf = (name: string) =>
    /^[1-9]\d{0,14}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined
  const [olderThan, newerThan, page = 1] = [numberOf('before'), numberOf('after'), numberOf('page')]
  if (olderThan !== undefined) return { olderThan }
  if (newerThan !== undefined) return { newerThan }
  return page <= MAX_PAGES ? { skipped: (page - 1) * PAGE_SIZE } : undefined
}

/** The rotator and the public list of campaigns, both on the service's own host. */
export function campaignPageRoutes(app: App, services: Services): void {
  const { routeCache, config, signer, blocklist } = services
  const { visitors: db, api } = services.store
  const lists = createCampaignLists(api, { isProofNeeded: config.domainProof })
  const draws = createCampaignDraws(db, services)
  const visit = createVisitHandler(services, createLinkPasswords(services))
  const sendNotFound = createNotFoundSender(services)
  const lookupsOf = limitLookups()

  app.get('/r/:slug', async (request, reply) => {
    const site = await routeCache.site(request.host)
    if (site.kind !== 'own') return sendNotFound(reply, site)
    const { slug } = request.params as { slug: string }
    const lookups = lookupsOf(request)
    const isSlug = /^[A-Za-z0-9_-]{1,64}$/.test(slug)
    const drawn = isSlug ? await lookups.admit(async () => (await draws.draw(slug)) ?? null) : null
    if (!drawn) throw lookups.notFound()
    const { link, campaignId } = drawn
    refuseBlockedLink(blocklist, { kind: 'link', link })
    const origin = drawn.origin ?? config.baseUrl
    // The password form and its cookie only work at the link's own URL.
    if (link.password_hash !== null) {
      const query = queryOf(request.url)
      return redirectTo(reply, `${aliasUrl(config, drawn.origin, link.alias)}${query === '' ? '' : `?${query}`}`)
    }
    // The next visit may have another link, whatever this one's redirects are.
    return visit(
      { link: withSettings(link, { redirectstatus: 302 }), origin, path: '', campaignId, slug },
      request,
      reply,
    )
  })

  app.get('/u/:username/:id', async (request, reply) => {
    const site = await routeCache.site(request.host)
    if (site.kind !== 'own') return sendNotFound(reply, site)
    const { username, id } = request.params as { username: string; id: string }
    const campaignId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0
    const lookups = lookupsOf(request)
    const isPath = /^[a-z0-9_-]{3,30}$/.test(username) && Number.isSafeInteger(campaignId) && campaignId > 0
    const campaign = isPath
      ? await lookups.admit(async () => (await findPublicCampaign(db, username, campaignId)) ?? null)
      : null
    if (!campaign) throw lookups.notFound()
    if (blocklist.blocksAccount(campaign.account_id)) throw blockedFailure()
    const place = placeOf(new URLSearchParams(request.url.split('?')[1]))
    if (!place) throw lookups.notFound()
    const { page, count } = await lists.read(campaign.id, place)
    const { rows, onward } = page
    const links = rows.map((link) => ({
      title: link.metatitle ?? (link.password_hash === null ? displayHost(link.url) : link.alias),
      description: link.metadescription,
      shorturl: aliasUrl(config, link.origin, link.alias),
    }))
    // Where the list goes on in the direction of reading, and back; a page may be empty.
    const isUp = 'newerThan' in place
    const [newest, oldest] = [rows[0]?.id, rows.at(-1)?.id]
    const after = isUp ? onward : 'olderThan' in place ? (newest ?? place.olderThan - 1) : place.skipped > 0 && newest
    const before = isUp ? (oldest ?? place.newerThan + 1) : onward
    const path = `/u/${username}/${campaign.id}`
    const card = (await hasFonts()) ? cardPath(signer, 'campaign', campaign.id, 'png') : null
    return sendPage(
      reply,
      campaignListPage(lookOf(request), {
        name: campaign.name,
        url: listUrl(config, campaign.username, campaign.id),
        card,
        owner: campaign.username,
        links,
        ...count,
        previous: after ? `${path}?after=${after}` : 'skipped' in place && place.skipped > 0 ? path : null,
        next: before ? `${path}?before=${before}` : null,
      }),
    )
  })
}
