import { emblem } from '../html/brand.ts'
import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { CARD_SIZE, socialMeta } from '../html/social-meta.ts'

export interface CampaignList {
  name: string
  /** The username of the owner. */
  owner: string
  /** The public URL of the list. */
  url: string
  /** The path of a drawn picture for previews. */
  card?: string | null
  links: readonly { title: string; description?: string | null; shorturl: string }[]
  /** The number of links on all pages; with `isMore` there are more; null: not known. */
  total: number | null
  isMore?: boolean
  previous?: string | null
  next?: string | null
}

/** The public list of a campaign's links. */
export function campaignListPage(
  look: Look,
  { name, owner, url, card = null, links, total, isMore = false, previous = null, next = null }: CampaignList,
): Page {
  const { campaign: texts } = look.language.texts
  const by = look.language.isolate(owner)
  const countOf = (total: number) =>
    total === 0 ? texts.none : look.language.count(isMore ? texts.moreThan : texts.links, total)
  const summary = total === null ? by : texts.maintainedBy(countOf(total), by)
  return page({
    look,
    title: name,
    listed: true,
    head: socialMeta({
      title: name,
      description: summary,
      image: card === null ? null : { path: card, ...CARD_SIZE },
      url,
    }),
    body: html`${CONTOUR}<main>
${emblem(look)}
<h1 dir="auto">${name}</h1>
<p class="soft">${summary}</p>
${
  links.length === 0
    ? null
    : html`<ul class="stops">${links.map(
        ({
          title,
          description,
          shorturl,
        }) => html`<li><a href="${safeHref(shorturl)}"><span class="name" dir="auto">${title}</span>
<span class="address soft" dir="ltr">${shorturl.replace(/^https?:\/\//, '')}</span></a>${description ? html`<p class="small soft words" dir="auto">${description}</p>` : null}</li>`,
      )}</ul>`
}
${
  previous === null && next === null
    ? null
    : html`<nav class="pages" aria-label="${texts.pages}">${previous === null ? null : html`<a rel="prev" href="${safeHref(previous)}">${texts.previous}</a>`}
${next === null ? null : html`<a rel="next" href="${safeHref(next)}">${texts.next}</a>`}</nav>`
}
</main>`,
    style: CAMPAIGN_STYLE,
  })
}

// The list looks like a trail: a line with a mark for every link.
const CAMPAIGN_STYLE = `
.stops{list-style:none;margin:.5rem 0 0;padding:0;padding-inline-start:1.6rem;width:100%;position:relative}
.stops::before{content:"";position:absolute;inset-inline-start:.42rem;top:1.2rem;bottom:1.2rem;border-inline-start:3px dotted var(--edge)}
.stops li{position:relative;padding:.75rem 0}
.stops li::before{content:"";position:absolute;inset-inline-start:-1.6rem;top:1.2rem;width:1rem;height:.7rem;background:var(--blaze);transform:rotate(-3deg)}
.stops a{display:grid;gap:.1rem;text-decoration:none}
.stops .name{font-weight:650;text-decoration:underline;text-decoration-thickness:.08em;text-underline-offset:.18em}
.stops a:hover .name{text-decoration-thickness:.14em}
.words{white-space:pre-line}
.pages{display:flex;gap:1.5rem}
.pages a{padding:.5rem 0}
`
