import { type Html, html, safeHref } from './html.ts'

/** The meta elements by which a page is shown where it is shared. `image` only where others can fetch it. */
export function socialMeta({
  title,
  description,
  image,
  url,
}: {
  title: string
  description: string | null
  image: string | null
  url: string
}): Html {
  const picture = image !== null && /^https?:/i.test(image) ? image : null
  return html`<link rel="canonical" href="${safeHref(url)}">
<meta property="og:type" content="website">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${title}">
${description === null ? null : html`<meta name="description" content="${description}"><meta property="og:description" content="${description}">`}
${picture === null ? null : html`<meta property="og:image" content="${picture}">`}
<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}">`
}
