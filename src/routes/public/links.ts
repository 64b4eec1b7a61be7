import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../db/queries/routes.ts'
import { messagePage } from '../../pages/message.ts'
import { safeDestination } from '../../routing/destinations.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { App, Services } from '../../services.ts'
import { createBioSender } from './bios.ts'
import { notFoundFailure, sendPage } from './errors.ts'
import { createLinkPasswords } from './link-passwords.ts'
import { limitLookups } from './lookup-limit.ts'
import { redirectTo, sendNotFound } from './sites.ts'
import { createStatisticsSender } from './statistics.ts'
import { createVisitHandler } from './visit-link.ts'

// Continues synchronously with cached values: a promise for each step would slow down redirects.
const continueWith = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

const ALIAS = /^[A-Za-z0-9_-]{3,50}$/

/** `/`, `/<alias>`, `/<alias>+` and the password form of a link. */
export function linkPageRoutes(app: App, services: Services): void {
  const { routes } = services
  const passwords = createLinkPasswords(services)
  const visit = createVisitHandler(services, passwords)
  const sendBio = createBioSender(services)
  const sendStats = createStatisticsSender(services)
  const lookupsOf = limitLookups()

  const find = (request: FastifyRequest, alias: string) => {
    const lookups = lookupsOf(request)
    const orRefused = (site: Site, route: Route | null) => {
      if (route === null) {
        const failure = lookups.notFound()
        if (failure.status === 429) throw failure
      }
      return { site, route }
    }
    return continueWith(routes.site(request.host), (site) =>
      site.kind === 'unknown'
        ? orRefused(site, null)
        : continueWith(routes.alias(site.domainId, alias, lookups.admit), (route) => orRefused(site, route)),
    )
  }

  const open = (request: FastifyRequest, reply: FastifyReply) => {
    const { alias: asked } = request.params as { alias: string }
    // `<alias>+` is the statistics page of a link.
    const alias = asked.endsWith('+') ? asked.slice(0, -1) : asked
    if (!ALIAS.test(alias)) return continueWith(routes.site(request.host), (site) => sendNotFound(reply, site))
    return continueWith(find(request, alias), ({ site, route }): FastifyReply | Promise<FastifyReply> => {
      if (route === null || site.kind === 'unknown') return sendNotFound(reply, site)
      if (alias !== asked) {
        if (route.kind === 'bio') throw notFoundFailure()
        return sendStats(route.link, site.origin, request, reply)
      }
      if (route.kind === 'bio') return sendBio(route.bioId, site.origin, request, reply)
      return visit({ link: route.link, origin: site.origin }, request, reply)
    })
  }
  app.get('/:alias', open)

  app.post('/:alias', async (request, reply) => {
    const { alias } = request.params as { alias: string }
    if (!ALIAS.test(alias)) throw notFoundFailure()
    const { site, route } = await find(request, alias)
    const password = (request.body as { password?: unknown } | undefined)?.password
    if (route?.kind !== 'link' || route.link.password_hash === null || route.link.status === 'private')
      throw notFoundFailure()
    if (site.kind === 'unknown') throw notFoundFailure()
    return passwords.submit(route.link, site.origin, request, reply, typeof password === 'string' ? password : '')
  })

  app.get('/', async (request, reply) => {
    const site = await routes.site(request.host)
    if (site.kind === 'branded') {
      const root = site.redirectroot ? safeDestination(site.redirectroot) : null
      if (root === null) throw notFoundFailure()
      return redirectTo(reply, root)
    }
    return sendPage(
      reply,
      messagePage({
        title: 'Waymark',
        text: 'Short links, QR codes, bio pages and campaigns over one JSON API.',
        action: { href: '/docs', label: 'Read the API documentation' },
      }),
    )
  })
}
