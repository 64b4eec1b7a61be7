import type { audiences } from './visitors.ts'

/** How often something is visited over 90 days. */
export interface Traffic {
  /** Visits on an average day. */
  perDay: number
  /** steady, more every day, or most on the first days. */
  curve: 'steady' | 'growth' | 'launch'
  /** The day of its creation, from 0. */
  from: number
  audience: keyof typeof audiences
}

const traffic = (
  perDay: number,
  curve: Traffic['curve'],
  from: number,
  audience: Traffic['audience'],
): { traffic: Traffic } => ({ traffic: { perDay, curve, from, audience } })

const SHOP = 'https://shop.huts.example'
const SITE = 'https://www.huts.example'

export const campaigns = {
  autumn: { name: 'Autumn on the ridge', slug: 'autumn-ridge', public: true },
  winter: { name: 'Winter opening', slug: 'winter-opening' },
  guide: { name: 'Free packing guide' },
}

export const channels = {
  newsletter: { name: 'Newsletter', description: 'Links of the Thursday letter', color: '#1D7A5F', starred: true },
  social: { name: 'Social media', description: 'Posts and stories', color: '#C2410C' },
  print: { name: 'Posters and signs', description: 'QR codes in huts and at trailheads', color: '#1E40AF' },
}

export const pixel = { type: 'vendor01pixel', name: 'Site analytics', tag: 'HUTS-1' }
export const overlay = {
  type: 'message',
  name: 'Membership',
  text: 'Members sleep for half the price in 42 huts.',
  button: 'Join',
  link: `${SITE}/join`,
}
export const splash = { name: 'Leaving for the webcam', title: 'The webcam is on another site', counter: 5 }
export const domain = { domain: 'https://go.huts.example', brandname: 'Huts' }

interface DemoLink {
  body: { url: string; custom: string; metatitle: string } & Record<string, unknown>
  campaign?: keyof typeof campaigns
  channel?: keyof typeof channels
  /** Whether it has the overlay, the splash page or the pixel. */
  with?: 'overlay' | 'splash' | 'pixel'
  traffic: Traffic
}

/** Links, the first of which has public statistics. */
export const links: DemoLink[] = [
  {
    body: {
      url: `${SITE}/autumn?week=42`,
      custom: 'autumn',
      metatitle: 'Five ridge walks for golden days',
      description: 'The letter of the first week of autumn',
      publicstats: true,
      parameters: [{ name: 'ref', value: 'short' }],
    },
    campaign: 'autumn',
    channel: 'newsletter',
    with: 'pixel',
    ...traffic(80, 'growth', 0, 'search'),
  },
  {
    body: { url: `${SITE}/autumn/map`, custom: 'ridge-map', metatitle: 'Map of the ridge, all 14 stages' },
    campaign: 'autumn',
    ...traffic(21, 'growth', 2, 'search'),
  },
  {
    body: { url: `${SITE}/autumn/huts`, custom: 'open-huts', metatitle: 'Huts that are open until November' },
    campaign: 'autumn',
    channel: 'newsletter',
    ...traffic(18, 'launch', 5, 'newsletter'),
  },
  {
    body: { url: `${SHOP}/jackets`, custom: 'rain', metatitle: 'Rain jackets, tested for three weeks' },
    campaign: 'autumn',
    channel: 'social',
    with: 'overlay',
    ...traffic(14, 'launch', 12, 'social'),
  },
  {
    body: {
      url: `${SITE}/winter`,
      custom: 'winter',
      metatitle: 'Winter rooms open on the first of December',
      splittarget: [
        { link: `${SITE}/winter/snowshoes`, weight: 1 },
        { link: `${SITE}/winter/ski`, weight: 1 },
      ],
    },
    campaign: 'winter',
    channel: 'newsletter',
    ...traffic(34, 'growth', 48, 'newsletter'),
  },
  {
    body: {
      url: `${SITE}/winter/avalanche`,
      custom: 'avalanche',
      metatitle: 'Avalanche courses: dates and places',
      geotarget: [{ location: 'CH', link: `${SITE}/winter/avalanche?country=ch` }],
    },
    campaign: 'winter',
    ...traffic(9, 'steady', 50, 'search'),
  },
  {
    body: { url: `${SHOP}/snowshoes`, custom: 'snowshoes', metatitle: 'Snowshoes to rent' },
    campaign: 'winter',
    channel: 'social',
    ...traffic(12, 'growth', 55, 'social'),
  },
  {
    body: { url: `${SITE}/guide.pdf`, custom: 'packing', metatitle: 'Packing guide (PDF)' },
    campaign: 'guide',
    channel: 'newsletter',
    ...traffic(16, 'steady', 0, 'newsletter'),
  },
  {
    body: { url: `${SITE}/guide/kids`, custom: 'with-kids', metatitle: 'With children from hut to hut' },
    campaign: 'guide',
    ...traffic(11, 'steady', 8, 'search'),
  },
  { body: { url: `${SITE}/book`, custom: 'book', metatitle: 'Book a bunk' }, ...traffic(29, 'steady', 0, 'search') },
  {
    body: { url: 'https://webcam.example/peak', custom: 'webcam', metatitle: 'Webcam of the north face' },
    with: 'splash',
    ...traffic(17, 'steady', 0, 'social'),
  },
  {
    body: {
      url: 'https://app.example/huts',
      custom: 'app',
      metatitle: 'The app',
      devicetarget: [
        { device: 'iphone', link: 'https://apps.apple.com/app/id1234567890' },
        { device: 'android', link: 'https://play.google.com/store/apps/details?id=com.example.huts' },
      ],
    },
    channel: 'social',
    ...traffic(13, 'growth', 20, 'social'),
  },
  {
    body: { url: `${SITE}/jobs`, custom: 'jobs', metatitle: 'Season jobs in huts' },
    channel: 'social',
    ...traffic(4, 'launch', 30, 'social'),
  },
  {
    body: { url: `${SITE}/press`, custom: 'press', metatitle: 'Pictures for the press' },
    ...traffic(2, 'steady', 0, 'search'),
  },
  {
    body: { url: 'https://forms.example/survey', custom: 'survey', metatitle: 'How was your night?', clicklimit: 5000 },
    channel: 'print',
    ...traffic(6, 'steady', 15, 'print'),
  },
  {
    body: { url: `${SITE}/board`, custom: 'board', metatitle: 'Minutes of the board', password: 'lantern-and-rope' },
    ...traffic(1, 'steady', 10, 'newsletter'),
  },
]

const gradient = (from: string, to: string) => ({
  type: 'linear',
  angle: 45,
  stops: [
    { at: 0, color: from },
    { at: 1, color: to },
  ],
})

/** The design of the posters, which is also a template. */
export const posters = {
  foreground: 'rgb(15,76,58)',
  design: {
    modules: 'classy-rounded',
    eyeframe: 'leaf',
    eyeball: 'leaf',
    eyeframecolor: 'rgb(140,52,16)',
    gradient: gradient('rgb(15,76,58)', 'rgb(24,54,110)'),
    frame: { type: 'bar', caption: 'Walk with us', color: 'rgb(15,76,58)' },
  },
}

export const codes = [
  {
    body: { type: 'link', data: `${SITE}/trail/1`, name: 'Trailhead sign', ...posters, publicstats: true },
    channel: 'print',
    ...traffic(24, 'steady', 3, 'print'),
  },
  {
    body: {
      type: 'link',
      data: `${SITE}/menu`,
      name: 'Table card',
      foreground: 'rgb(90,20,60)',
      design: { modules: 'dots', eyeframe: 'circle', eyeball: 'circle', frame: { type: 'bubble', caption: 'Menu' } },
    },
    channel: 'print',
    ...traffic(15, 'growth', 10, 'print'),
  },
  {
    body: {
      type: 'wifi',
      data: { ssid: 'Hut guests', encryption: 'WPA', pass: 'good night' },
      name: 'Wi-Fi of the hut',
    },
    ...traffic(0, 'steady', 0, 'print'),
  },
] as const

export const bio = {
  body: {
    name: 'Huts',
    custom: 'huts',
    title: 'From hut to hut',
    theme: 'trail',
    description: 'Routes, bunks and weather for 42 huts.',
    publicstats: true,
    blocks: [
      { type: 'social', network: 'instagram', url: 'https://pictures.example/huts' },
      { type: 'social', network: 'mastodon', url: 'https://social.example/@huts' },
      { type: 'heading', text: 'Plan your walk' },
      { type: 'link', text: 'Book a bunk', url: `${SITE}/book` },
      { type: 'link', text: 'Map of the ridge', url: `${SITE}/autumn/map` },
      { type: 'link', text: 'Packing guide', url: `${SITE}/guide.pdf` },
      { type: 'text', text: 'Huts are open **until the first snow**. Bring a sleeping bag, and a rope for stage 9.' },
      { type: 'faq', items: [{ question: 'Do I need a tent?', answer: 'No: every stage ends at a hut.' }] },
      { type: 'product', name: 'Trail map on paper', price: '€ 14.50', url: `${SHOP}/map` },
      { type: 'contact', email: 'hello@huts.example', phone: '+49 30 901820' },
    ],
  },
  channel: 'social',
  ...traffic(26, 'growth', 1, 'social'),
} as const
