import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { icon, networkOf } from '../html/icons.ts'
import type { Look } from '../html/look.ts'
import { markdown } from '../html/markdown.ts'
import { displayHost } from '../html/urls.ts'
import { picturePath } from '../links/public-urls.ts'
import { withoutTrunkPrefix } from '../net/phone-number.ts'
import type { PicturesBySource } from '../pictures/picture-store.ts'
import { formOf, type ShownForms } from './bio-forms.ts'
import { bioLinkKey, FOLLOWED } from './bio-links.ts'
import { type PlayedBlock, playerBox, playerOf } from './bio-players.ts'

/** What blocks need besides their content. */
export interface Shown {
  pictures: PicturesBySource
  /** Whether the visits of its links are counted: those of a draft are not. */
  isCounted: boolean
  forms: ShownForms
}

// The URL by which the visit of a link is counted.
const hrefOf = (url: string, { isCounted }: Shown): Html =>
  isCounted ? html`?${FOLLOWED}=${bioLinkKey(url)}` : html`${safeHref(url)}`

type Block<T extends BioBlock['type']> = Extract<BioBlock, { type: T }>
type Listed = Block<'social'> | Block<'product'>

const isListed = (block: BioBlock): block is Listed => block.type === 'social' || block.type === 'product'

/** The blocks of a bio page. Consecutive profiles form one list, and so do consecutive products. */
export function blocksOf(look: Look, blocks: readonly BioBlock[], shown: Shown): Html[] {
  const parts: Html[] = []
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]
    if (block === undefined) continue
    if (!isListed(block)) {
      parts.push(blockOf(look, block, shown))
      continue
    }
    const items = [listed(block, shown)]
    for (let next = blocks[at + 1]; next?.type === block.type; next = blocks[at + 1]) {
      items.push(listed(next as Listed, shown))
      at++
    }
    parts.push(html`<ul class="${block.type}">${items}</ul>`)
  }
  return parts
}

const listed = (block: Listed, shown: Shown): Html =>
  block.type === 'social' ? profileOf(block) : productOf(block, shown)

function blockOf(look: Look, block: Exclude<BioBlock, Listed>, shown: Shown): Html {
  switch (block.type) {
    case 'link':
      return linkOf(block, shown)
    case 'heading':
      return block.level === 3 ? html`<h3 dir="auto">${block.text}</h3>` : html`<h2 dir="auto">${block.text}</h2>`
    case 'text':
      return html`<div class="text ${block.justify ?? ''}" dir="auto">${markdown(block.text)}</div>`
    case 'image':
      return imageOf(block, shown)
    case 'contact':
      return contactOf(block)
    case 'video':
    case 'music':
      return playedOf(look, block, shown)
    case 'faq':
      return faqOf(block)
    case 'divider':
      return html`<hr>`
    case 'form':
      return formOf(look, block, shown.forms)
  }
}

function linkOf({ text, url, image }: Block<'link'>, shown: Shown): Html {
  const picture = image ? shown.pictures.get(image) : undefined
  return html`<a class="go${picture === undefined ? null : ' pictured'}" href="${hrefOf(url, shown)}">${picture === undefined ? null : html`<img src="${picturePath(picture)}" alt="" width="40" height="40" loading="lazy">`}<span class="words" dir="auto">${text}</span></a>`
}

// While its picture is not stored, an image block with a link is shown as a link with the alternative text.
function imageOf({ url, alt, link }: Block<'image'>, shown: Shown): Html {
  const picture = shown.pictures.get(url)
  const label = alt ?? (link ? displayHost(link) : '')
  if (picture === undefined) return link ? linkOf({ type: 'link', text: label, url: link }, shown) : html``
  const content = html`<img class="shown" src="${picturePath(picture)}" alt="${label}" width="${picture.width}" height="${picture.height}" loading="lazy">`
  return html`<figure>${link ? html`<a href="${hrefOf(link, shown)}">${content}</a>` : content}</figure>`
}

function profileOf({ network, url }: Block<'social'>): Html {
  const { image, name } = networkOf(network)
  return html`<li><a href="${safeHref(url)}" rel="me noopener">${image}${name}</a></li>`
}

function contactOf({ name, email, phone, address }: Block<'contact'>): Html {
  return html`<address class="contact">
${name ? html`<strong><bdi>${name}</bdi></strong>` : null}
${email ? html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${icon('envelope')}<span dir="ltr">${email}</span></a>` : null}
${phone ? html`<a href="tel:${withoutTrunkPrefix(phone).replace(/[^+0-9]/g, '')}">${icon('phone')}<span dir="ltr">${phone}</span></a>` : null}
${address ? html`<span>${icon('pin')}<span dir="auto">${address}</span></span>` : null}
</address>`
}

function playedOf(look: Look, block: PlayedBlock, shown: Shown): Html {
  const player = playerOf(block)
  const { url, title } = block
  return player === undefined
    ? linkOf({ type: 'link', text: title ?? displayHost(url), url }, { ...shown, isCounted: false })
    : playerBox(look, block, player)
}

function faqOf({ items }: Block<'faq'>): Html {
  return html`<div class="faq">${items.map(
    ({ question, answer }) =>
      html`<details><summary dir="auto">${question}</summary><div class="text" dir="auto">${markdown(answer)}</div></details>`,
  )}</div>`
}

function productOf({ name, description, price, image, url }: Block<'product'>, shown: Shown): Html {
  const picture = image ? shown.pictures.get(image) : undefined
  const content = html`${picture === undefined ? html`<span class="bare">${icon('cart')}</span>` : html`<img src="${picturePath(picture)}" alt="" width="${picture.width}" height="${picture.height}" loading="lazy">`}<strong dir="auto">${name}</strong>${description ? html`<span class="about" dir="auto">${description}</span>` : null}${price ? html`<span class="price" dir="auto">${price}</span>` : null}`
  return html`<li>${url ? html`<a href="${hrefOf(url, shown)}">${content}</a>` : html`<div>${content}</div>`}</li>`
}
