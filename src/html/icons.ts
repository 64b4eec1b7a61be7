import type { NETWORKS } from '../../schemas/bio-blocks.ts'
import { BRAND_ICONS } from './brand-icons.ts'
import { type Html, raw } from './html.ts'

const GLYPHS = {
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5.5 5 5.5 12 0 17-5.5-5-5.5-12 0-17z"/>',
  pen: '<path d="m4 20 1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5"/>',
  feed: '<path d="M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14"/><circle cx="6" cy="18" r="1"/>',
  cart: '<path d="M3 4h2.5l2 11h10l2.5-8H6.2"/><circle cx="9" cy="19" r="1.3"/><circle cx="16" cy="19" r="1.3"/>',
  microphone: '<rect x="9" y="3.5" width="6" height="10" rx="3"/><path d="M5.5 11.5c0 8 13 8 13 0M12 17.5V21"/>',
  envelope: '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="m4 7 8 6.5L20 7"/>',
  phone:
    '<path d="M6 3.5h3l1.5 4.5-2 1.5c1 2.5 3 4.5 5.5 5.5l1.5-2 5 1.5v3c0 1.5-1 2.5-2.5 2.5C10 20 4 14 3.5 6 3.5 4.5 4.5 3.5 6 3.5z"/>',
  play: '<circle cx="12" cy="12" r="9.5"/><path d="m10 8 6.5 4-6.5 4z"/>',
  note: '<circle cx="7" cy="17" r="3"/><circle cx="17" cy="15" r="3"/><path d="M10 17V6l10-2v11"/>',
  pin: '<path d="M12 21c-9-9-6.5-17.5 0-17.5S21 12 12 21z"/><circle cx="12" cy="10" r="2.5"/>',
} as const

type Glyph = keyof typeof GLYPHS

/** The kinds of profiles that are no brand, with their drawings. */
export const DRAWN_NETWORKS = {
  website: 'globe',
  blog: 'pen',
  newsletter: 'envelope',
  podcast: 'microphone',
  shop: 'cart',
  rss: 'feed',
} as const satisfies Record<string, Glyph>

type Network = (typeof NETWORKS)[number]

const NAMES: Record<Network, string> = {
  website: 'Website',
  blog: 'Blog',
  newsletter: 'Newsletter',
  podcast: 'Podcast',
  shop: 'Shop',
  rss: 'RSS',
  bandcamp: 'Bandcamp',
  bluesky: 'Bluesky',
  codeberg: 'Codeberg',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  medium: 'Medium',
  patreon: 'Patreon',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  signal: 'Signal',
  snapchat: 'Snapchat',
  soundcloud: 'SoundCloud',
  spotify: 'Spotify',
  substack: 'Substack',
  telegram: 'Telegram',
  threads: 'Threads',
  tiktok: 'TikTok',
  twitch: 'Twitch',
  twitter: 'Twitter',
  vimeo: 'Vimeo',
  whatsapp: 'WhatsApp',
  x: 'X',
  youtube: 'YouTube',
}

const BRANDS: Partial<Record<Network, { size: number; path: string }>> = BRAND_ICONS
const DRAWN: Partial<Record<Network, Glyph>> = DRAWN_NETWORKS

/** An icon, hidden from screen readers because a label always follows it. */
export function icon(glyph: Glyph): Html {
  return raw(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${GLYPHS[glyph]}</svg>`,
  )
}

/** The icon of a network, hidden from screen readers, and the name that follows it. An unknown one gets a globe. */
export function networkOf(network: Network): { image: Html; name: string } {
  const brand = BRANDS[network]
  const image =
    brand === undefined
      ? icon(DRAWN[network] ?? 'globe')
      : raw(
          `<svg class="icon" viewBox="0 0 ${brand.size} ${brand.size}" fill="currentColor" aria-hidden="true" focusable="false"><path d="${brand.path}"/></svg>`,
        )
  return { image, name: NAMES[network] ?? network }
}
