import { type Html, html, safeHref } from './html.ts'

/** A picture of this service. Sizes are in pixels. */
export interface SocialImage {
  path: string
  width: number
  height: number
}

/** The size of a card drawn as PNG. */
export const CARD_SIZE = { width: 1200, height: 630 }

// Social networks show narrower pictures as a thumbnail.
const LARGE_WIDTH = 300

/**
 * Open Graph and Twitter meta elements, shown when the page is shared. The path of `image` is resolved against `url`.
 */
export function socialMeta({
  title,
  description,
  image,
  url,
}: {
  title: string
  description: string | null
  image: SocialImage | null
  url: string
}): Html {
  return html`<link rel="canonical" href="${safeHref(url)}">
<meta property="og:type" content="website">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${title}">
${description === null ? null : html`<meta name="description" content="${description}"><meta property="og:description" content="${description}">`}
${
  image === null
    ? null
    : html`<meta property="og:image" content="${new URL(image.path, url).href}">
<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">`
}
<meta name="twitter:card" content="${image !== null && image.width >= LARGE_WIDTH ? 'summary_large_image' : 'summary'}">`
}
