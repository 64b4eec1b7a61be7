import type { Client } from './service.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Creates at least one of everything an account can have, and refers to all of it. `host` is a domain of its own. */
export async function fillAccount(client: Client, host: string) {
  const make = async (path: string, body: object): Promise<number> => {
    const { status, body: answer, text } = await client.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${text}`)
    return answer.id
  }
  const domain = `https://${host}`
  await make('/api/domain/add', {
    domain,
    redirectroot: 'https://example.com/root',
    language: 'de',
    brandname: 'Club',
    brandcolors: { background: '#10131A', text: '#E8EAF0', button: '#FFD166', buttontext: '#1A1300' },
    redirect404: 'https://example.com/404',
    apple: [{ app: 'ABCDE12345.com.example.app', paths: ['/promo/*'] }],
    android: [{ package: 'com.example.app', fingerprints: [Array(32).fill('0F').join(':')], exclude: ['/terms'] }],
  })
  const pixel = await make('/api/pixel/add', { type: 'vendor01pixel', name: 'Pixel', tag: 'ABC-1' })
  const overlay = await make('/api/overlay/add', {
    type: 'message',
    name: 'Offer',
    text: 'Buy\nnow',
    link: 'https://example.com/offer',
    colors: { background: '#101010' },
  })
  const splash = await make('/api/splash/add', { name: 'Wait', title: 'A moment', counter: 9, language: 'de' })
  const campaign = await make('/api/campaign/add', { name: 'Summer', slug: `summer-${client.id}`, public: true })
  const first = await make('/api/channel/add', { name: 'News', description: 'Weekly', color: '#1D7A5F', starred: true })
  // Names of channels need not be unique.
  const second = await make('/api/channel/add', { name: 'News' })
  const link = await make('/api/url/add', {
    url: 'https://example.com/page?x=1#y',
    custom: 'every-field',
    domain,
    type: `overlay-${overlay}`,
    password: 'open sesame',
    expiry: '2099-01-02 03:04:05',
    expirationredirect: 'https://example.com/over',
    clicklimit: 1000,
    description: '=HYPERLINK("https://evil.example")',
    metatitle: 'Ünïcode 🎉',
    metadescription: 'Two\nlines',
    geotarget: [{ location: 'DE', link: 'https://example.com/de' }],
    devicetarget: [{ device: 'android', link: 'https://example.com/android' }],
    languagetarget: [{ language: 'pt-BR', link: 'https://example.com/pt' }],
    timetarget: [
      { from: '09:00', to: '17:00', days: [1, 2], timezone: 'Europe/Berlin', link: 'https://example.com/day' },
    ],
    splittarget: [
      { link: 'https://example.com/a', weight: 1 },
      { link: 'https://example.com/b', weight: 2 },
    ],
    parameters: [{ name: 'aff', value: '3' }],
    pixels: [pixel],
    channel: first,
    campaign,
    deeplink: { auto: false, apple: 'https://apps.apple.com/app/id1' },
    forward: false,
    publicstats: true,
    watch: true,
  })
  await client.post(`/api/channel/${second}/assign/links/${link}`)
  const plain = await make('/api/url/add', { url: 'https://example.com/plain', custom: `plain-${client.id}` })
  const splashed = await make('/api/url/add', {
    url: 'https://example.com/s',
    custom: `splash-${client.id}`,
    type: splash,
  })
  const privately = await make('/api/url/add', {
    url: 'https://example.com/p',
    custom: `private-${client.id}`,
    status: 'private',
  })
  const bio = await make('/api/bio/add', {
    name: 'Ada',
    title: 'Ada Lovelace',
    custom: `ada-${client.id}`,
    theme: 'trail',
    published: false,
    publicstats: true,
    blocks: [
      { type: 'link', text: 'Map', url: 'https://example.com/map' },
      { type: 'contact', email: 'ada@example.com' },
    ],
  })
  await client.post(`/api/channel/${first}/assign/bio/${bio}`)
  await make('/api/qrtemplate/add', {
    name: 'Menus',
    foreground: 'rgb(0,0,80)',
    logo: PNG,
    design: { modules: 'dots', frame: { type: 'text', caption: 'Menu' } },
  })
  const qr = await make('/api/qr/add', {
    type: 'link',
    data: 'https://example.com/menu',
    name: 'Menu',
    publicstats: true,
    foreground: 'rgb(0,0,80)',
    logo: PNG,
    design: {
      modules: 'rounded',
      eyeframe: 'circle',
      gradient: { type: 'radial', stops: [0, 1].map((at) => ({ at, color: `rgb(${at * 40},0,80)` })) },
      logosize: 0.15,
      frame: { type: 'bar', caption: 'Our menu' },
    },
  })
  await client.post(`/api/channel/${second}/assign/qr/${qr}`)
  await make('/api/qr/add', { type: 'wifi', data: { ssid: 'Hut', encryption: 'nopass' } })
  return { pixel, overlay, splash, campaign, channels: [first, second], link, plain, splashed, privately, bio, qr }
}
