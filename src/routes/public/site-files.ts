import type { App } from '../../services.ts'
import { lookOf } from './looks.ts'
import { redirectTo } from './sites.ts'

// The mark of the service, 32 × 32, as PNG, which browsers accept as favicon.ico.
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgBAMAAACBVGfHAAAAMFBMVEUcWkQXWUQbWkMcWUMbWkMbWkTwdk318eY+ZExmY0dVgW53moiht6jHcUuda0nN1cgXFH3pAAAABnRSTlP/BYPPVHc3K5dKAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAl0lEQVQoz2MQFFRmgAMjQUEGQQcGJMAiyCDCgAIcGQRQBRgZFFAFmBgMUAWYGXCDjs6ZM6HMd+/u3k0DA6hAGhw0gPkceAQmgAU4cQjcvfvuHVTLzJkzOhjIABwdq1bvhpjBdebM///lYLABIlAOB8QKcCAEDiAL/P9/5swCiI27d61a0YDbQRiBjBENGBGFEZUYkY2eHABW71DPawC8AgAAAABJRU5ErkJggg==',
  'base64',
)

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /q/
Disallow: /webhook/
`

// Short, because owners may change the logo.
const LOGO_KEEP_S = 3600

/** favicon.ico and robots.txt, which browsers and crawlers request from every site. */
export function siteFileRoutes(app: App): void {
  app.get('/favicon.ico', async (request, reply) => {
    if (request.site?.kind !== 'branded')
      return reply.headers({ 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=604800' }).send(ICON)
    const logo = lookOf(request).brand?.logo
    if (logo) return redirectTo(reply, logo.path, { status: 302, keepS: LOGO_KEEP_S })
    // Waymark's icon would be wrong on the owner's domain. Without an icon browsers show a default one.
    return reply.code(204).header('Cache-Control', `private, max-age=${LOGO_KEEP_S}`).send()
  })
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' })
      .send(ROBOTS),
  )
}
