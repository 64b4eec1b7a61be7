import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppLinks } from '../../../schemas/app-links.ts'
import { notFoundFailure } from '../../errors/api-error.ts'
import { appleAssociation, assetLinks } from '../../routing/app-links.ts'
import type { App, Services } from '../../services.ts'
import { hasTag, tagOf } from '../etag.ts'

const KEEP_S = 300

/** The files by which phones know the apps that open the links of a host: 404, and no redirect, if there are none. */
export function appLinkRoutes(app: App, { routeCache, reservedAliases, config }: Services): void {
  const serve =
    (contentOf: (apps: AppLinks, reserved: readonly string[]) => object | null) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const site = await routeCache.site(request.host)
      if (site.kind === 'unknown') throw notFoundFailure()
      const apps = site.kind === 'own' ? config.appLinks : site
      const content = contentOf(apps, reservedAliases.segments(site.kind))
      if (content === null) throw notFoundFailure()
      const body = Buffer.from(JSON.stringify(content))
      const tag = tagOf(body)
      reply.headers({ 'Cache-Control': `public, max-age=${KEEP_S}`, ETag: tag })
      if (hasTag(request, tag)) return reply.code(304).send()
      return reply.header('Content-Type', 'application/json').send(body)
    }

  app.get(
    '/.well-known/apple-app-site-association',
    serve(({ apple }, reserved) => (apple.length === 0 ? null : appleAssociation(apple, reserved))),
  )
  app.get(
    '/.well-known/assetlinks.json',
    serve(({ android }, reserved) => (android.length === 0 ? null : assetLinks(android, reserved))),
  )
}
