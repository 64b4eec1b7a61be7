import type { FastifyReply } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { fillPixels } from '../../config/pixel-templates.ts'
import { framePage } from '../../pages/frame.ts'
import { createFramingChecker } from '../../pages/frame-check.ts'
import { interstitialPage } from '../../pages/interstitial.ts'
import { overlayPage } from '../../pages/overlay.ts'
import { splashPage } from '../../pages/splash.ts'
import type { Services } from '../../services.ts'
import { sendPage } from './errors.ts'
import { sendOn } from './sites.ts'

export type ShowDestination = (
  link: LinkRoute,
  /** `link` is the stored address that was chosen, `destination` what the visit made of it. */
  outcome: { destination: string; link: string },
  origin: string,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

// A link that wants a splash page but names none.
const PLAIN_SPLASH = { title: null, text: null, image: null, counter: 5, link: null }

/** Shows a destination as the link's type says: by a redirect, in a frame, behind a splash page, under a call to action. */
export function showDestination({ safeFetch, pixelTemplates, pictures, caches }: Services): ShowDestination {
  const framing = createFramingChecker(safeFetch, caches)
  // Where a frame may lead, or null for no frame: a browser shows no insecure page within a secure one, and our own
  // pages refuse frames. The stored address is asked, without what a visitor added: else he could have us ask for any
  // number of them.
  const originsOf = async (destination: string, asked: string, origin: string): Promise<string[] | null> => {
    const there = new URL(destination).origin
    const passed = there === origin ? null : await framing.originsOf(asked)
    if (passed === null) return null
    const origins = [...new Set([there, ...passed])]
    return origin.startsWith('https:') && origins.some((one) => one.startsWith('http:')) ? null : origins
  }

  return (link, { destination, link: asked }, origin, reply) => {
    const pixels = link.pixels.length === 0 ? null : fillPixels(pixelTemplates, link.pixels)
    if (link.type === 'splash') {
      const splash = link.splash ?? PLAIN_SPLASH
      const found = pictures.find(link.account_id, splash.image === null ? [] : [splash.image])
      return found.then((held) => sendPage(reply, splashPage({ splash, destination, pictures: held, pixels })))
    }
    const showIn = (origins: string[] | null) => {
      if (link.overlay) return sendPage(reply, overlayPage({ overlay: link.overlay, destination, origins, pixels }))
      if (origins !== null) return sendPage(reply, framePage({ title: link.metatitle, destination, origins, pixels }))
      if (pixels !== null) return sendPage(reply, interstitialPage({ destination, pixels }))
      return sendOn(reply, destination)
    }
    const isFramed = link.type === 'frame' || link.overlay !== null
    return isFramed ? originsOf(destination, asked, origin).then(showIn) : showIn(null)
  }
}
