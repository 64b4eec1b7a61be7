import type { App, RouteGroup, Services } from '../../services.ts'
import { campaignPageRoutes } from './campaigns.ts'
import { createFailureSender, notFoundFailure, type ToFailure } from './errors.ts'
import { linkPictureRoutes } from './link-pictures.ts'
import { linkPageRoutes } from './links.ts'
import { pictureRoutes } from './pictures.ts'
import { qrPageRoutes } from './qr.ts'
import { siteFileRoutes } from './site-files.ts'

const pages: RouteGroup[] = [
  qrPageRoutes,
  campaignPageRoutes,
  pictureRoutes,
  siteFileRoutes,
  linkPictureRoutes,
  linkPageRoutes,
]

/** Registers the routes for visitors: pages, redirects and pictures. */
export function publicRoutes(app: App, services: Services, toFailure: ToFailure): void {
  app.setErrorHandler(createFailureSender(toFailure))
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isPublic: true }
    route.schema = { ...route.schema, hide: true }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, readForm)
  for (const routes of pages) routes(app, services)
}

async function readForm(_request: unknown, body: string | Buffer): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(String(body)))
}

/** The handler for requests outside the API that match no route. */
export function notFound(toFailure: ToFailure) {
  const send = createFailureSender(toFailure)
  return (request: Parameters<typeof send>[1], reply: Parameters<typeof send>[2]) =>
    send(notFoundFailure(), request, reply)
}
