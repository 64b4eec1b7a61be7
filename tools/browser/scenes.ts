import { fillPixels, readPixelTemplates } from '../../src/config/pixel-templates.ts'
import { type Brand, type Look, PLAIN_LOOK } from '../../src/html/look.ts'
import { visitorLanguage } from '../../src/locale/page-language.ts'
import { campaignListPage } from '../../src/pages/campaign.ts'
import { expiredPage } from '../../src/pages/expired.ts'
import { framePage } from '../../src/pages/frame.ts'
import { interstitialPage } from '../../src/pages/interstitial.ts'
import { messagePage } from '../../src/pages/message.ts'
import { notFoundPage } from '../../src/pages/not-found.ts'
import { overlayPage } from '../../src/pages/overlay.ts'
import { passwordPage } from '../../src/pages/password.ts'
import { previewPage } from '../../src/pages/preview.ts'
import { qrContentPage } from '../../src/pages/qr-content.ts'
import { reportedPage, reportPage } from '../../src/pages/report.ts'
import { splashPage } from '../../src/pages/splash.ts'
import { statisticsPage } from '../../src/pages/statistics.ts'
import { ZONE_NAMES } from '../../src/time/zones.ts'
import { bioScenes, hostileBio, PICTURES } from './bio-scenes.ts'
import type { Scene } from './scene.ts'

const REPORT = {
  url: 'https://go.example.com/autumn-sale-with-a-rather-long-alias',
  kind: 'phishing',
  details: 'It asks for the password of my bank.\nI got it by SMS.',
}

const originsOf = (destination: string) => [new URL(destination).origin]

/** Text that runs `window.hit()` if it is not escaped correctly. */
export const HOSTILE = [
  '<script>hit()</script>',
  '"><img src=x onerror=hit()>',
  "' autofocus onfocus=hit() x='",
  '</title></style></script><svg onload=hit()>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder that pages must not run.
  '{{tag}}${hit()}`+hit()+`',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<!--<a href="javascript:hit()">--><a href="javascript:hit()">',
].join(' ')

const HOSTILE_URLS = [
  'javascript:hit()',
  'https://x.example/"onmouseover="hit()"><script>hit()</script>',
  'data:text/html,<script>hit()</script>',
]

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const WEEK = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => Math.max(0, Math.round((day < 5 ? 60 : 25) * Math.sin((hour - 5) / 6)))),
)

function statsOf(text: string) {
  const days = Array.from({ length: 30 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 9, 1 + day)).toISOString(),
    clicks: 900 + Math.round(800 * Math.sin(day / 3)),
    uniqueClicks: 500 + Math.round(400 * Math.sin(day / 3)),
  }))
  const entries = [text, 'Germany', 'Other'].map((name, place) => ({ name, clicks: 4000 - place * 1500 }))
  return {
    address: 'https://go.example/traverse',
    title: text,
    clicks: 27_412,
    uniqueClicks: 15_003,
    interval: 'day' as const,
    steps: days,
    heatmap: WEEK,
    countries: new Map([
      ['DE', 9000],
      ['US', 5200],
      ['BR', 2100],
      ['IN', 700],
      ['SG', 90],
      ['', 40],
      [text, 7],
    ]),
    groups: ['Countries', 'Came from', 'Browsers'].map((title) => ({ title, entries })),
    form: {
      action: '/traverse+',
      access: null,
      from: '2026-10-01',
      to: '2026-10-30',
      today: '2026-11-02',
      timezone: 'Europe/Berlin',
      timezones: ZONE_NAMES,
      fault: null as string | null,
    },
    csv: '/traverse+?days=30&format=csv',
    spans: [7, 30, 90].map((count) => ({ label: `${count} days`, href: `?days=${count}`, isCurrent: count === 30 })),
  }
}

// Five quarters by weeks, with a message.
function longStatsOf(look: Look) {
  const steps = Array.from({ length: 66 }, (_, week) => ({
    date: new Date(Date.UTC(2025, 7, 4 + 7 * week)).toISOString(),
    clicks: 40_000 + Math.round(39_000 * Math.sin(week / 5)),
    uniqueClicks: 20_000 + Math.round(15_000 * Math.sin(week / 5)),
  }))
  const shown = statsOf('The northern traverse')
  const { badPeriod } = look.language.texts.statistics
  const form = { ...shown.form, from: '2025-08-06', fault: badPeriod('5'), access: { name: 'access', value: 'x.y' } }
  return { ...shown, interval: 'week' as const, steps, form }
}

/** Every page with normal content. `destination` is a URL of the test server. */
export function usualScenes(destination: string): Scene[] {
  return [
    ...scenesIn(visitorLook('en'), destination),
    ...['ar', 'de', 'ja'].flatMap((tag) =>
      scenesIn(visitorLook(tag), destination).map(({ name, page }) => ({ name: `${tag}-${name}`, page })),
    ),
    ...BRANDS.flatMap(([name, brand]) => brandedScenes(name, { ...visitorLook('en'), brand }, destination)),
  ]
}

const LOGO = { path: '/picture/scenesscenes1234.png', width: 600, height: 320 }
const COLORS = { background: '#fff7e8', text: '#2b2118', button: '#7a1f3d', buttontext: '#ffffff' }
const NIGHT = { background: '#10131a', text: '#e8eaf0', button: '#ffd166', buttontext: '#1a1300' }
const BRANDS: [string, Brand][] = [
  ['named', { name: 'Alpine Club', logo: null, colors: COLORS }],
  ['logo', { name: 'Alpine Club', logo: LOGO, colors: NIGHT }],
]

function brandedScenes(name: string, look: Look, destination: string): Scene[] {
  const kept = ['not-found', 'expired-time', 'password-failed', 'splash-bare', 'campaign', 'stats', 'tap-vcard']
  return scenesIn(look, destination)
    .filter((scene) => kept.includes(scene.name))
    .map((scene) => ({ ...scene, name: `brand-${name}-${scene.name}` }))
}

const visitorLook = (tag: string): Look => ({ language: visitorLanguage(tag), brand: null })

function scenesIn(look: Look, destination: string): Scene[] {
  const pixels = fillPixels(readPixelTemplates(JSON.stringify({ vendor09: { script: 'window.fired = "{{tag}}"' } })), [
    { type: 'vendor09', tag: 'T-1' },
  ])
  const overlay = {
    type: 'message' as const,
    name: 'Spring offer',
    text: 'Two nights for the price of one until the end of May.',
    button: 'See the rooms',
    link: 'https://example.com/rooms',
    colors: { background: '#1c2924', text: '#f5f1e6', button: '#f0764d' },
    position: 'bottom',
  }
  const splash = {
    title: 'Before you go: the hut opens in June',
    text: 'We have new bunks and a stove.\nBook early, weekends fill up first.',
    image: '/picture.svg',
    counter: 60,
    link: 'https://example.com/hut',
  }
  const scenes: Scene[] = [
    { name: 'not-found', page: notFoundPage(look) },
    { name: 'expired-time', page: expiredPage(look, { reason: 'time' }) },
    { name: 'expired-clicks', page: expiredPage(look, { reason: 'clicks' }) },
    {
      name: 'message',
      page: messagePage(look, { title: 'Too many requests', text: 'Wait a minute and try again.', kicker: '429' }),
    },
    {
      name: 'report',
      page: reportPage(look, { action: '/report-abuse', entered: REPORT, email: 'abuse@example.com' }),
    },
    {
      name: 'report-faults',
      page: reportPage(look, {
        action: '/report-abuse',
        entered: { ...REPORT, kind: '' },
        faults: { url: 'There is no such link here.', kind: 'Choose one.', details: 'At most 1,000 characters.' },
        email: '',
      }),
    },
    { name: 'reported', page: reportedPage(look, 'abuse@example.com') },
    { name: 'password', page: passwordPage(look, { action: '/abc' }) },
    { name: 'password-failed', page: passwordPage(look, { action: '/abc', failed: true }) },
    { name: 'password-wait', page: passwordPage(look, { action: '/abc', wait: 600 }) },
    {
      name: 'tap-phone',
      page: qrContentPage(look, {
        title: 'Call +49 30 901820',
        action: { href: 'tel:+4930901820', label: 'Call now' },
        details: [{ label: 'Phone', value: '+49 30 901820' }],
      }),
    },
    {
      name: 'tap-vcard',
      page: qrContentPage(look, {
        title: 'Ada Lovelace',
        action: { href: '/q/abc.vcf', label: 'Save contact', download: 'Ada Lovelace.vcf' },
        details: [
          { label: 'Phone', value: '+44 20 7946 0000', href: 'tel:+442079460000' },
          { label: 'E-mail', value: 'ada@example.com', href: 'mailto:ada@example.com' },
          { label: 'Company', value: 'Analytical Engines' },
          { label: 'Address', value: '12 St James’s Square\nLondon' },
        ],
      }),
    },
    { name: 'splash', page: splashPage(look, { splash, destination, pictures: PICTURES, pixels }) },
    {
      name: 'splash-bare',
      page: splashPage(look, { splash: { title: null, text: null, image: null, counter: 0, link: null }, destination }),
    },
    { name: 'interstitial', page: interstitialPage(look, { destination: `${destination}?slow`, pixels }) },
    { name: 'frame', page: framePage(look, { title: 'A framed page', destination, origins: originsOf(destination) }) },
    { name: 'overlay-card', page: overlayPage(look, { overlay, destination, origins: null, pixels }) },
    {
      name: 'overlay-contact',
      page: overlayPage(look, {
        overlay: { ...overlay, type: 'contact', button: null, link: 'mailto:hut@example.com', colors: {} },
        destination,
        origins: null,
      }),
    },
    ...['top', 'bottom', 'left', 'right', 'center'].map((position) => ({
      name: `overlay-${position}`,
      page: overlayPage(look, { overlay: { ...overlay, position }, destination, origins: originsOf(destination) }),
    })),
    {
      name: 'preview',
      page: previewPage(look, {
        title: 'The northern traverse',
        description: 'Six days from hut to hut.',
        image: { path: '/picture/scenesscenes1234.png', width: 600, height: 320 },
        url: 'https://go.example/traverse',
        destination,
      }),
    },
    {
      name: 'campaign',
      page: campaignListPage(look, {
        name: 'Summer on the ridge',
        owner: 'ada',
        url: 'https://go.example/u/ada/1',
        total: 32,
        links: [
          { title: 'Trail map', shorturl: 'https://go.example/map', description: 'All 14 stages as one sheet.' },
          { title: 'Bus timetable', shorturl: 'https://go.example/bus' },
          { title: LONG, shorturl: `https://go.example/${LONG.slice(0, 40)}` },
          { title: 'خريطة المسار', shorturl: 'https://go.example/ar' },
        ],
        previous: '?page=1',
        next: '/u/ada/1?page=3',
      }),
    },
    {
      name: 'campaign-empty',
      page: campaignListPage(look, {
        name: 'Autumn',
        owner: 'ada',
        url: 'https://go.example/u/ada/1',
        total: 0,
        links: [],
      }),
    },
    { name: 'stats', page: statisticsPage(look, statsOf('The northern traverse')) },
    { name: 'stats-long', page: statisticsPage(look, longStatsOf(look)) },
    ...bioScenes(look),
  ]
  return scenes
}

/** Every page with hostile text in every field. */
export function hostileScenes(destination: string): Scene[] {
  const look = PLAIN_LOOK
  return HOSTILE_URLS.flatMap((url, index) => {
    const splash = { title: HOSTILE, text: HOSTILE, image: url, counter: 60, link: url }
    const overlay = {
      type: 'contact' as const,
      name: HOSTILE,
      text: HOSTILE,
      button: HOSTILE,
      link: url,
      colors: { background: `#000000}</style>${HOSTILE}`, text: HOSTILE, button: HOSTILE },
      position: HOSTILE,
    }
    return [
      {
        name: 'message',
        page: messagePage(look, {
          title: HOSTILE,
          text: HOSTILE,
          kicker: HOSTILE,
          action: { href: url, label: HOSTILE },
        }),
      },
      { name: 'password', page: passwordPage(look, { action: url, failed: true }) },
      {
        name: 'report',
        page: reportPage(look, {
          action: url,
          entered: { url: HOSTILE, kind: HOSTILE, details: HOSTILE },
          faults: { url: HOSTILE },
          email: HOSTILE,
        }),
      },
      {
        name: 'tap',
        page: qrContentPage(look, {
          title: HOSTILE,
          action: { href: url, label: HOSTILE, download: HOSTILE },
          details: [{ label: HOSTILE, value: HOSTILE, href: url }],
        }),
      },
      hostileBio(look, HOSTILE, url),
      {
        name: 'stats',
        page: statisticsPage(look, {
          ...statsOf(HOSTILE),
          spans: [{ label: HOSTILE, href: url, isCurrent: false }],
          form: {
            action: url,
            access: { name: HOSTILE, value: HOSTILE },
            from: '2026-10-01',
            to: '2026-10-02',
            today: HOSTILE,
            timezone: HOSTILE,
            timezones: [HOSTILE],
            fault: HOSTILE,
          },
          csv: url,
        }),
      },
      { name: 'splash', page: splashPage(look, { splash, destination: url }) },
      { name: 'frame', page: framePage(look, { title: HOSTILE, destination: url, origins: originsOf(destination) }) },
      { name: 'overlay-card', page: overlayPage(look, { overlay, destination: url, origins: null }) },
      { name: 'overlay', page: overlayPage(look, { overlay, destination, origins: originsOf(destination) }) },
      {
        name: 'preview',
        page: previewPage(look, {
          title: HOSTILE,
          description: HOSTILE,
          image: { path: `/${url}`, width: 1, height: 1 },
          url: 'https://go.example/x',
          destination: url,
        }),
      },
      {
        name: 'campaign',
        page: campaignListPage(look, {
          name: HOSTILE,
          owner: HOSTILE,
          url,
          total: 1,
          links: [{ title: HOSTILE, description: HOSTILE, shorturl: url }],
          previous: url,
          next: url,
        }),
      },
    ].map((scene) => ({ ...scene, name: `hostile-${scene.name}-${index + 1}` }))
  })
}
