import sharp from 'sharp'
import type { QrType } from '../../schemas/qr-content.ts'
import type { Logo } from '../../src/qr/logo.ts'
import { type Color, contrastRatio, luminance } from '../../src/vector/colors.ts'

const letters = [...'abcdefgh XYZ 0123456789 ;:,."\\\'<>&%?=#@!/-_+ñéß£€¿ Привет 日本語 漢字 한국어 عربى 😀🎉']

/** Random data for every type of QR code, with characters of many scripts. */
export function randomData(random: () => number): Record<QrType, unknown> {
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const words = (most: number) => `x${Array.from({ length: upTo(most) }, () => pick(letters)).join('')}`
  const digits = (count: number) => Array.from({ length: count }, () => pick([...'0123456789'])).join('')
  const name = () => Array.from({ length: upTo(9) }, () => pick([...'abcdefghij0123'])).join('')
  const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null)
  const link = `https://${name()}.example/${name()}?q=${encodeURIComponent(words(20))}`
  const phone = `+${digits(4 + upTo(9))}`
  const email = `${name()}+${name()}@${name()}.example`
  return {
    text: random() < 0.2 ? digits(upTo(200)) : `${words(120)}\n${words(20)}`,
    link,
    email: { email, subject: maybe(words(30)), body: maybe(`${words(30)}\n${words(30)}`) },
    phone,
    sms: [phone, maybe(words(60))],
    wifi: {
      ssid: words(30),
      pass: maybe(words(30)),
      encryption: pick(['WPA', 'WEP', 'nopass']),
      hidden: random() < 0.5,
    },
    vcard: [words(10), maybe(words(10)), maybe(phone), maybe(email), maybe(words(20)), maybe(link), maybe(words(30))],
    event: {
      title: words(30),
      start: `20${digits(2)}-05-01 10:00`,
      timezone: 'Europe/Berlin',
      location: maybe(words(30)),
    },
    geo: [random() * 180 - 90, random() * 360 - 180, maybe(words(20))],
    whatsapp: [`+49${digits(8)}`, maybe(words(40))],
    app: { apple: link, google: link, other: maybe(link) },
  }
}

/** Two random colors, dark on light, with a minimum contrast. */
export function randomColors(random: () => number, least: number): { foreground: Color; background: Color } {
  const part = () => Math.floor(random() * 256)
  for (;;) {
    const foreground = { red: part(), green: part(), blue: part() }
    const background = { red: part(), green: part(), blue: part() }
    if (luminance(foreground) < luminance(background) && contrastRatio(foreground, background) >= least)
      return { foreground, background }
  }
}

export const LOGO_KINDS = ['noise', 'dark', 'light', 'stripes', 'rings'] as const

/**
 * Logos that are hard for readers: noise, all dark, all light, stripes like modules, rings like patterns; in several
 * shapes.
 */
export async function randomLogo(random: () => number, wanted?: (typeof LOGO_KINDS)[number]): Promise<Logo> {
  const side = () => (wanted === undefined ? 16 + Math.floor(random() * 300) : 120)
  const [width, height] = [side(), side()]
  const kind = wanted ?? LOGO_KINDS[Math.floor(random() * LOGO_KINDS.length)]
  const stripe = 4 + Math.floor(random() * 30)
  const band = (distance: number) => (Math.floor(distance / stripe) % 2 === 0 ? 0 : 255)
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) {
    const x = Math.floor(i / 3) % width
    const y = Math.floor(i / 3 / width)
    if (kind === 'noise') pixels[i] = random() * 256
    else if (kind === 'stripes') pixels[i] = band(x)
    else if (kind === 'rings') pixels[i] = band(Math.max(Math.abs(x - width / 2), Math.abs(y - height / 2)))
    else pixels[i] = kind === 'dark' ? 0 : 255
  }
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return { png, width, height }
}
