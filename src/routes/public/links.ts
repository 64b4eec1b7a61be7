import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../db/queries/routes.ts'
import { isNotFound, notFoundFailure } from '../../errors/api-error.ts'
import { REPORT_ALIAS } from '../../links/reserved-aliases.ts'
import { messagePage } from '../../pages/message.ts'
import { safeDestination } from '../../routing/destinations.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { App, Services } from '../../services.ts'
import { createBioPages } from './bios.ts'
import { blockedFailure, refuseBlockedLink } from './blocked.ts'
import { sendPage } from './errors.ts'
import { createLinkPasswords } from './link-passwords.ts'
import { type Asked, createPathFinder } from './link-paths.ts'
import { createLinkPictures } from './link-pictures.ts'
import { lookOf } from './looks.ts'
import { limitLookups, type RequestLookups } from './lookup-limit.ts'
import { createLoopFinder, loopFailure, placeOf } from './loops.ts'
import { createReportPages } from './reports.ts'
import { createNotFoundSender, redirectTo } from './sites.ts'
import { createLinkStatisticsSender, createStatisticsSender } from './statistics.ts'
import { createVisitHandler } from './visit-link.ts'

// Continues synchronously with cached values: a promise for each step would slow down redirects.
const continueWith = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

// Aliases that are the same in every form of a URL.
const PLAIN_ALIAS = /^[A-Za-z0-9_.~-]{1,255}$/

/** The handlers of the paths of links and bio pages. */
export interface LinkPages {
  /** Sends what is at `/<alias>`. */
  open(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply>
  /** Sends what is at any path: a link, with what follows its alias, a bio page, or a page or picture of a link. */
  openPath(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Redirects a POST request if its link keeps the method; the request may have any body. */
  redirectPost(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  /** Takes the password form of a link, or a form of a bio page. */
  submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

export function createLinkPages(services: Services): LinkPages {
  const { routeCache, blocklist } = services
  const passwords = createLinkPasswords(services)
  const visit = createVisitHandler(services, passwords)
  const sendStatistics = createStatisticsSender(services)
  const bios = createBioPages(services, sendStatistics)
  const sendStats = createLinkStatisticsSender(sendStatistics, services)
  const sendPicture = createLinkPictures(services)
  const findPath = createPathFinder(services)
  const sendNotFound = createNotFoundSender(services)
  const lookupsOf = limitLookups()

  const sendMissing = (site: Site, lookups: RequestLookups, reply: FastifyReply) => {
    const failure = lookups.notFound()
    if (failure.status === 429) throw failure
    return sendNotFound(reply, site)
  }

  const sendFound = ({ site, route, path, page }: Asked, request: FastifyRequest, reply: FastifyReply) => {
    refuseBlockedLink(blocklist, route)
    if (route.kind === 'bio') {
      if (page === 'stats') return bios.statistics(route.bioId, site, request, reply)
      if (page !== 'visit') throw notFoundFailure()
      return bios.send(route.bioId, site, request, reply)
    }
    const { link } = route
    if (page === 'visit') return visit({ link, origin: site.origin, path }, request, reply)
    if (page === 'stats') return sendStats(link, site.origin, request, reply)
    return sendPicture(page, { link, origin: site.origin }, request, reply)
  }

  // What must not be revealed is answered, and counted, like what does not exist.
  const send = (asked: Asked, lookups: RequestLookups, request: FastifyRequest, reply: FastifyReply) => {
    const onFailure = (error: unknown) => {
      if (isNotFound(error)) return sendMissing(asked.site, lookups, reply)
      throw error
    }
    try {
      const sent = sendFound(asked, request, reply)
      return sent instanceof Promise ? sent.catch(onFailure) : sent
    } catch (error) {
      return onFailure(error)
    }
  }

  const openPath: LinkPages['openPath'] = async (request, reply) => {
    const site = await routeCache.site(request.host)
    const lookups = lookupsOf(request)
    const asked = await findPath(site, request, lookups)
    return asked === null ? sendMissing(site, lookups, reply) : send(asked, lookups, request, reply)
  }

  const open: LinkPages['open'] = (request, reply) => {
    const { alias } = request.params as { alias: string }
    if (!PLAIN_ALIAS.test(alias)) return openPath(request, reply)
    const lookups = lookupsOf(request)
    const sendRoute = (site: Site, route: Route | null) =>
      route === null || site.kind === 'unknown'
        ? sendMissing(site, lookups, reply)
        : send({ site, route, path: '', page: 'visit' }, lookups, request, reply)
    return continueWith(routeCache.site(request.host), (site) =>
      site.kind === 'unknown'
        ? sendRoute(site, null)
        : continueWith(routeCache.alias(site, alias, lookups.admit), (route) => sendRoute(site, route)),
    )
  }

  const post = async <T>(request: FastifyRequest, take: (asked: Asked) => Promise<T> | T): Promise<T> => {
    const lookups = lookupsOf(request)
    try {
      const asked = await findPath(await routeCache.site(request.host), request, lookups)
      if (asked === null) throw notFoundFailure()
      refuseBlockedLink(blocklist, asked.route)
      return await take(asked)
    } catch (error) {
      throw isNotFound(error) ? lookups.notFound() : error
    }
  }

  const redirectPost: LinkPages['redirectPost'] = (request, reply) =>
    post(request, ({ site, route, path, page }) => {
      if (page !== 'visit' || route.kind !== 'link') return undefined
      const { link } = route
      const keepsMethod = link.redirectstatus === 307 || link.redirectstatus === 308
      if (!keepsMethod || link.password_hash !== null) return undefined
      return visit({ link, origin: site.origin, path }, request, reply)
    })

  const submit: LinkPages['submit'] = (request, reply) =>
    post(request, ({ site, route, path, page }) => {
      if (page !== 'visit') throw notFoundFailure()
      if (route.kind === 'bio') return bios.submit(route.bioId, site, request, reply)
      const { link } = route
      if (link.password_hash === null || link.status === 'private') throw notFoundFailure()
      const password = (request.body as { password?: unknown } | undefined)?.password
      const entered = typeof password === 'string' ? password : ''
      return passwords.submit({ link, origin: site.origin, path }, request, reply, entered)
    })

  return { open, openPath, redirectPost, submit }
}

// An older link may have the path as its alias.
function reportRoutes(app: App, services: Services, pages: LinkPages): void {
  const { routeCache } = services
  const reports = createReportPages(services)
  const lookupsOf = limitLookups()
  const isLinks = async (request: FastifyRequest) => {
    const site = await routeCache.site(request.host)
    if (site.kind !== 'own') return true
    return (await routeCache.alias(site, REPORT_ALIAS, lookupsOf(request).admit)) !== null
  }
  const config = { yieldsToLinks: true }
  app.get(`/${REPORT_ALIAS}`, { config }, async (request, reply) =>
    (await isLinks(request)) ? pages.openPath(request, reply) : reports.show(request, reply),
  )
  app.post(`/${REPORT_ALIAS}`, { config }, async (request, reply) => {
    if (!(await isLinks(request))) return reports.take(request, reply)
    return (await pages.redirectPost(request, reply)) ?? pages.submit(request, reply)
  })
}

/** The routes `/`, `/<alias>` (GET, and POST of a form), `/<alias>/<forwarded path>` and `/<alias>+`. */
export function linkPageRoutes(app: App, services: Services, pages: LinkPages): void {
  const { routeCache, blocklist } = services
  const leadsBack = createLoopFinder(services)
  // Before the body is read, whatever it is.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'POST' || request.routeOptions.config.yieldsToLinks) return done()
    pages.redirectPost(request, reply).then((sent) => {
      if (sent === undefined) done()
    }, done)
  })
  app.get('/:alias', pages.open)
  app.post('/:alias', pages.submit)
  if (services.config.ABUSE_REPORTS === 'on') reportRoutes(app, services, pages)

  // Paths of several segments match no route.
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return pages.openPath(request, reply)
    if (request.method === 'POST') return pages.submit(request, reply)
    throw notFoundFailure()
  })

  app.get('/', async (request, reply) => {
    const site = await routeCache.site(request.host)
    if (site.kind === 'branded') {
      const root = site.redirectroot ? safeDestination(site.redirectroot) : null
      if (root === null) throw notFoundFailure()
      if (blocklist.blocksAccount(site.account_id) || blocklist.blocksUrl(root)) throw blockedFailure()
      if (leadsBack(() => [placeOf.root(site.domainId)], root, request)) throw loopFailure()
      return redirectTo(reply, root)
    }
    const look = lookOf(request)
    const { text, docs } = look.language.texts.home
    return sendPage(reply, messagePage(look, { title: 'Waymark', text, action: { href: '/docs', label: docs } }))
  })
}
