import type { FastifyRequest } from 'fastify'
import { refuseEncoded } from '../../errors/api-error.ts'
import type { App, RouteGroup, Services } from '../../services.ts'
import { appLinkRoutes } from './app-links.ts'
import { campaignPageRoutes } from './campaigns.ts'
import { createFailureSender, type ToFailure } from './errors.ts'
import { type LinkPages, linkPageRoutes } from './links.ts'
import { pictureRoutes } from './pictures.ts'
import { qrPageRoutes } from './qr.ts'
import { siteFileRoutes } from './site-files.ts'

// A form of a bio page with some thousand characters of any script, percent-encoded.
const MAX_FORM_BYTES = 65_536

const groups: RouteGroup[] = [qrPageRoutes, campaignPageRoutes, pictureRoutes, siteFileRoutes, appLinkRoutes]

/** Registers the routes for visitors (pages, redirects and pictures) and the handler for all other paths. */
export function publicRoutes(app: App, services: Services, pages: LinkPages, toFailure: ToFailure): void {
  app.setErrorHandler(createFailureSender(toFailure))
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isPublic: true }
    if (!route.config.yieldsToLinks) services.reservedAliases.reserve(route.url, true)
    route.schema = { ...route.schema, hide: true }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    readForm,
  )
  for (const routes of groups) routes(app, services)
  linkPageRoutes(app, services, pages)
}

async function readForm({ headers }: FastifyRequest, body: string | Buffer): Promise<Record<string, string>> {
  refuseEncoded(headers['content-encoding'], 'form')
  return Object.fromEntries(new URLSearchParams(String(body)))
}
