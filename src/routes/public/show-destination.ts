import type { FastifyReply } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { fillPixels } from '../../config/pixel-templates.ts'
import { framePage } from '../../pages/frame.ts'
import { createFramingChecker } from '../../pages/frame-check.ts'
import { interstitialPage } from '../../pages/interstitial.ts'
import { openAppPage } from '../../pages/open-app.ts'
import { overlayPage } from '../../pages/overlay.ts'
import { splashPage } from '../../pages/splash.ts'
import type { Services } from '../../services.ts'
import { sendPage } from './errors.ts'
import { redirectForm } from './link-redirects.ts'
import { lookOf } from './looks.ts'
import { reportUrl } from './reports.ts'
import { redirectTo } from './sites.ts'

export type ShowDestination = (
  link: LinkRoute,
  /**
   * `link` is the stored URL that the rules chose, `destination` that URL with the query of the visit and the
   * parameters. `app` is the URL of an app to try first.
   */
  outcome: { destination: string; link: string; app: string | null },
  origin: string,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

// For links of the type `splash` without a splash page of their own.
const DEFAULT_SPLASH = { title: null, text: null, image: null, counter: 5, link: null, language: null }

/**
 * Creates the function that responds to a visit. The type of the link decides whether the response is a redirect, a
 * frame, a splash page or an overlay; none of them can show an app, which has a page of its own.
 */
export function showDestination({ config, safeFetch, pixelTemplates, pictures, caches }: Services): ShowDestination {
  const framing = createFramingChecker(safeFetch, caches)
  // The origins for `frame-src`; null: no frame is possible, for example of a page of this service, or http in https. The
  // stored URL is checked, because visitors could cause any number of checks with their queries.
  const originsOf = async (destination: string, storedUrl: string, origin: string): Promise<string[] | null> => {
    const destinationOrigin = new URL(destination).origin
    const redirectOrigins = destinationOrigin === origin ? null : await framing.originsOf(storedUrl)
    if (redirectOrigins === null) return null
    const origins = [...new Set([destinationOrigin, ...redirectOrigins])]
    return origin.startsWith('https:') && origins.some((url) => url.startsWith('http:')) ? null : origins
  }

  return (link, { destination, link: storedUrl, app }, origin, reply) => {
    const pixels = link.pixels.length === 0 ? null : fillPixels(pixelTemplates, link.pixels)
    // Only pages need it: most links are redirected.
    const look = () => lookOf(reply.request)
    const report = () => reportUrl(config, origin, link.alias)
    if (app !== null) return sendPage(reply, openAppPage(look(), { app, destination, pixels, report: report() }))
    if (link.type === 'splash') {
      const splash = link.splash ?? DEFAULT_SPLASH
      const found = pictures.find(link.account_id, splash.image === null ? [] : [splash.image])
      return found.then((stored) =>
        sendPage(
          reply,
          splashPage(lookOf(reply.request, splash.language), {
            splash,
            destination,
            pictures: stored,
            pixels,
            report: report(),
          }),
        ),
      )
    }
    const showIn = (origins: string[] | null) => {
      if (link.overlay)
        return sendPage(
          reply,
          overlayPage(look(), { overlay: link.overlay, destination, origins, pixels, report: report() }),
        )
      if (origins !== null)
        return sendPage(reply, framePage(look(), { title: link.metatitle, destination, origins, pixels }))
      if (pixels !== null) return sendPage(reply, interstitialPage(look(), { destination, pixels, report: report() }))
      return redirectTo(reply, destination, redirectForm(link))
    }
    const isFramed = link.type === 'frame' || link.overlay !== null
    return isFramed ? originsOf(destination, storedUrl, origin).then(showIn) : showIn(null)
  }
}
