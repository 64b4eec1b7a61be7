import { paletteOf } from './bio-look.ts'
import { contrast, luminance, MIN_CONTRAST } from './colors.ts'
import { type Html, html } from './html.ts'
import type { Brand, Look } from './look.ts'
import { BLAZE } from './ornaments.ts'

/** What stands above the heading of a page: the logo or the name of the domain, else the mark of the service. */
export function emblem({ brand }: Look): Html {
  if (brand?.logo)
    return html`<img class="logo" src="${brand.logo.path}" alt="${brand.name ?? ''}" width="${brand.logo.width}" height="${brand.logo.height}">`
  return brand?.name ? html`<p class="brand" dir="auto">${brand.name}</p>` : BLAZE
}

const BRAND_STYLE = `
.logo{display:block;width:auto;height:auto;max-height:4.5rem;max-width:min(16rem,100%)}
.brand{font-weight:700;font-size:1.125rem}`

/** The style sheet of a brand, after the shared one; '' if the page has none. Unsafe colors are left out. */
export function brandStyle(brand: Brand | null): string {
  if (brand === null) return ''
  const palette = brand.colors === null ? null : paletteOf(brand.colors)
  if (palette === null) return BRAND_STYLE
  const { ground, card, ink, soft, line, act, onAct, accent } = palette
  const scheme = luminance(ground) > luminance(ink) ? 'light' : 'dark'
  // Borders of fields need less contrast than text, but what is paler than a text need not have it.
  const tokens = `--paper:${ground};--card:${card};--ink:${ink};--soft:${soft};--line:${line};--edge:${soft};--plank:${act};--plank-deep:${act};--on-plank:${onAct};--blaze:${accent};--mark:${ink};--focus:${ink}`
  const links = contrast(act, ground) >= MIN_CONTRAST ? act : ink
  const link = `a:not(.plank,.act),.quiet{color:${links}}a:not(.plank,.act):hover{color:${ink}}`
  return `${BRAND_STYLE}\n:root{color-scheme:${scheme};${tokens}}\n@media (prefers-color-scheme:dark){:root{${tokens}}}\n${link}`
}
