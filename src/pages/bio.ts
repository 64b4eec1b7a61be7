import type { BioBlock } from '../../schemas/bios.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { icon, networkOf } from '../html/icons.ts'
import { type Page, page } from '../html/layout.ts'
import { markdown } from '../html/markdown.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { CARD_SIZE, socialMeta } from '../html/social-meta.ts'
import { themeStyle } from '../html/themes.ts'
import { displayHost } from '../html/urls.ts'
import { picturePath } from '../links/public-urls.ts'
import type { PicturesBySource } from '../pictures/picture-store.ts'

interface BioContent {
  name: string
  title: string | null
  description: string | null
  image: string | null
  theme: string
  blocks: readonly BioBlock[]
}

/**
 * A bio page. `url` is its public URL, `pictures` are the stored pictures by their source, `card` is the path of a
 * drawn picture for previews, used if the page has no image. A `draft` has a note that it is not public.
 */
export function bioPage({
  bio,
  url,
  pictures,
  card = null,
  draft = false,
}: {
  bio: BioContent
  url: string
  pictures: PicturesBySource
  card?: string | null
  draft?: boolean
}): Page {
  const title = bio.title ?? bio.name
  const face = bio.image === null ? undefined : pictures.get(bio.image)
  const image =
    face !== undefined
      ? { path: picturePath(face), width: face.width, height: face.height }
      : card === null
        ? null
        : { path: card, ...CARD_SIZE }
  return page({
    title,
    listed: !draft,
    head: socialMeta({ title, description: bio.description, image, url }),
    sheet: themeStyle(bio.theme),
    body: html`${bio.theme === 'trail' ? CONTOUR : null}<main>
${draft ? html`<p class="draft">A draft: only people who have this link can see it.</p>` : null}
<header>
${face === undefined ? null : html`<img class="face" src="${picturePath(face)}" alt="" width="112" height="112">`}
<h1 dir="auto">${title}</h1>
${bio.description === null ? null : html`<p class="about" dir="auto">${bio.description}</p>`}
</header>
${bio.blocks.length === 0 ? null : html`<div class="blocks">${blocksOf(bio.blocks, pictures)}</div>`}
</main>`,
  })
}

type Block<T extends BioBlock['type']> = Extract<BioBlock, { type: T }>

// Consecutive profiles form one list.
function blocksOf(blocks: readonly BioBlock[], pictures: PicturesBySource): Html[] {
  const parts: Html[] = []
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]
    if (block === undefined) continue
    if (block.type !== 'social') {
      parts.push(blockOf(block, pictures))
      continue
    }
    const profiles: Block<'social'>[] = [block]
    for (let next = blocks[at + 1]; next?.type === 'social'; next = blocks[at + 1]) {
      profiles.push(next)
      at++
    }
    parts.push(html`<ul class="social">${profiles.map(profileOf)}</ul>`)
  }
  return parts
}

function blockOf(block: Exclude<BioBlock, Block<'social'>>, pictures: PicturesBySource): Html {
  switch (block.type) {
    case 'link':
      return linkOf(block, pictures)
    case 'heading':
      return block.level === 3 ? html`<h3 dir="auto">${block.text}</h3>` : html`<h2 dir="auto">${block.text}</h2>`
    case 'text':
      return html`<div class="text ${block.justify ?? 'left'}" dir="auto">${markdown(block.text)}</div>`
    case 'image':
      return imageOf(block, pictures)
    case 'contact':
      return contactOf(block)
  }
}

function linkOf({ text, url, image }: Block<'link'>, pictures: PicturesBySource): Html {
  const picture = image ? pictures.get(image) : undefined
  return html`<a class="go${picture === undefined ? null : ' pictured'}" href="${safeHref(url)}">${picture === undefined ? null : html`<img src="${picturePath(picture)}" alt="" width="40" height="40" loading="lazy">`}<span class="words" dir="auto">${text}</span></a>`
}

// While its picture is not stored, an image block with a link is shown as a link with the alternative text.
function imageOf({ url, alt, link }: Block<'image'>, pictures: PicturesBySource): Html {
  const picture = pictures.get(url)
  const label = alt ?? (link ? displayHost(link) : '')
  if (picture === undefined) return link ? linkOf({ type: 'link', text: label, url: link }, pictures) : html``
  const shown = html`<img class="shown" src="${picturePath(picture)}" alt="${label}" width="${picture.width}" height="${picture.height}" loading="lazy">`
  return html`<figure>${link ? html`<a href="${safeHref(link)}">${shown}</a>` : shown}</figure>`
}

function profileOf({ network, url }: Block<'social'>): Html {
  const { glyph, label } = networkOf(network)
  return html`<li><a href="${safeHref(url)}" rel="me noopener">${icon(glyph)}${label}</a></li>`
}

function contactOf({ name, email, phone, address }: Block<'contact'>): Html {
  return html`<address class="contact">
${name ? html`<strong dir="auto">${name}</strong>` : null}
${email ? html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${icon('envelope')}<span>${email}</span></a>` : null}
${phone ? html`<a href="tel:${phone.replace(/[^+0-9]/g, '')}">${icon('phone')}<span>${phone}</span></a>` : null}
${address ? html`<span>${icon('pin')}<span dir="auto">${address}</span></span>` : null}
</address>`
}
