import { type Html, raw } from './html.ts'

// One drawing per kind of network instead of brand logos; the name is always shown next to it.
const GLYPHS = {
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5.5 5 5.5 12 0 17-5.5-5-5.5-12 0-17z"/>',
  camera: '<path d="M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4z"/><circle cx="12" cy="13" r="3.5"/>',
  play: '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="m10 9 5.5 3-5.5 3z"/>',
  bubble: '<path d="M4 5h16v11h-8.5L7 20v-4H4z"/><path d="M8 9h8M8 12h5"/>',
  people:
    '<circle cx="9" cy="8.5" r="3.2"/><path d="M3 19c0-7.5 12-7.5 12 0M16 5.6a3.2 3.2 0 0 1 0 5.8M17.5 14c2.3.8 3.5 2.5 3.5 5"/>',
  pen: '<path d="m4 20 1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5"/>',
  note: '<circle cx="7" cy="17" r="3"/><circle cx="17" cy="15" r="3"/><path d="M10 17V6l10-2v11"/>',
  code: '<path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5M13.5 5l-3 14"/>',
  feed: '<path d="M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14"/><circle cx="6" cy="18" r="1"/>',
  at: '<circle cx="12" cy="12" r="3.5"/><path d="M15.5 8.5V13c0 3 5 3 5-1a8.5 8.5 0 1 0-3.5 6.9"/>',
  cart: '<path d="M3 4h2.5l2 11h10l2.5-8H6.2"/><circle cx="9" cy="19" r="1.3"/><circle cx="16" cy="19" r="1.3"/>',
  microphone: '<rect x="9" y="3.5" width="6" height="10" rx="3"/><path d="M5.5 11.5c0 8 13 8 13 0M12 17.5V21"/>',
  heart: '<path d="M12 20C2 13 3.5 5 8 5c2 0 3.3 1.2 4 2.7C12.7 6.2 14 5 16 5c4.5 0 6 8-4 15z"/>',
  envelope: '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="m4 7 8 6.5L20 7"/>',
  phone:
    '<path d="M6 3.5h3l1.5 4.5-2 1.5c1 2.5 3 4.5 5.5 5.5l1.5-2 5 1.5v3c0 1.5-1 2.5-2.5 2.5C10 20 4 14 3.5 6 3.5 4.5 4.5 3.5 6 3.5z"/>',
  pin: '<path d="M12 21c-9-9-6.5-17.5 0-17.5S21 12 12 21z"/><circle cx="12" cy="10" r="2.5"/>',
} as const

type Glyph = keyof typeof GLYPHS

const NETWORKS: Record<string, [glyph: Glyph, name: string]> = {
  website: ['globe', 'Website'],
  blog: ['pen', 'Blog'],
  newsletter: ['envelope', 'Newsletter'],
  podcast: ['microphone', 'Podcast'],
  shop: ['cart', 'Shop'],
  rss: ['feed', 'RSS'],
  bandcamp: ['note', 'Bandcamp'],
  bluesky: ['at', 'Bluesky'],
  codeberg: ['code', 'Codeberg'],
  discord: ['bubble', 'Discord'],
  facebook: ['people', 'Facebook'],
  github: ['code', 'GitHub'],
  gitlab: ['code', 'GitLab'],
  instagram: ['camera', 'Instagram'],
  linkedin: ['people', 'LinkedIn'],
  mastodon: ['at', 'Mastodon'],
  medium: ['pen', 'Medium'],
  patreon: ['heart', 'Patreon'],
  pinterest: ['camera', 'Pinterest'],
  reddit: ['bubble', 'Reddit'],
  signal: ['bubble', 'Signal'],
  snapchat: ['camera', 'Snapchat'],
  soundcloud: ['note', 'SoundCloud'],
  spotify: ['note', 'Spotify'],
  substack: ['pen', 'Substack'],
  telegram: ['bubble', 'Telegram'],
  threads: ['at', 'Threads'],
  tiktok: ['play', 'TikTok'],
  twitch: ['play', 'Twitch'],
  twitter: ['at', 'Twitter'],
  vimeo: ['play', 'Vimeo'],
  whatsapp: ['bubble', 'WhatsApp'],
  x: ['at', 'X'],
  youtube: ['play', 'YouTube'],
}

/** An icon, hidden from screen readers because a label always follows it. */
export function icon(glyph: Glyph): Html {
  return raw(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${GLYPHS[glyph]}</svg>`,
  )
}

/** The icon and label of a social network. */
export function networkOf(name: string): { glyph: Glyph; label: string } {
  const [glyph, label] = NETWORKS[name] ?? ['globe', name]
  return { glyph, label }
}
