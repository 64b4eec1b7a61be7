import type { App } from '../../services.ts'

// The logo, 32 × 32, as PNG, which browsers accept as favicon.ico.
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgBAMAAACBVGfHAAAAMFBMVEUcWkQXWUQbWkMcWUMbWkMbWkTwdk318eY+ZExmY0dVgW53moiht6jHcUuda0nN1cgXFH3pAAAABnRSTlP/BYPPVHc3K5dKAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAl0lEQVQoz2MQFFRmgAMjQUEGQQcGJMAiyCDCgAIcGQRQBRgZFFAFmBgMUAWYGXCDjs6ZM6HMd+/u3k0DA6hAGhw0gPkceAQmgAU4cQjcvfvuHVTLzJkzOhjIABwdq1bvhpjBdebM///lYLABIlAOB8QKcCAEDiAL/P9/5swCiI27d61a0YDbQRiBjBENGBGFEZUYkY2eHABW71DPawC8AgAAAABJRU5ErkJggg==',
  'base64',
)

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /q/
Disallow: /webhook/
`

/** favicon.ico and robots.txt, which browsers and crawlers request from every site. */
export function siteFileRoutes(app: App): void {
  app.get('/favicon.ico', async (_request, reply) =>
    reply.headers({ 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=604800' }).send(ICON),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' })
      .send(ROBOTS),
  )
}
