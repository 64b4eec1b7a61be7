import type { BioColors } from '../../schemas/bio-looks.ts'
import { BIO_STYLE } from './bio-style.ts'
import { contrast, isHex, luminance, MIN_CONTRAST, mix } from './colors.ts'
import { FONT_STACKS } from './fonts.ts'
import { type Palette, THEMES } from './themes.ts'

/** How a bio page looks: its theme, and the colors and the font that it has in place of those of the theme. */
export interface BioLook {
  theme: string
  colors: BioColors | null
  font: string | null
}

/** The style sheet of a bio page. An unknown theme gives `plain`, an unknown font that of the theme. */
export function bioStyle({ theme, colors, font }: BioLook): string {
  const shapes = (Object.hasOwn(THEMES, theme) ? THEMES[theme] : undefined) ?? THEMES['plain']
  if (shapes === undefined) return ''
  const own = colors === null ? null : paletteOf(colors)
  const palettes =
    own === null
      ? `:root{color-scheme:light dark;${variables(shapes.light)}}@media (prefers-color-scheme:dark){:root{${variables(shapes.dark)}}}`
      : `:root{color-scheme:${luminance(own.ground) > luminance(own.ink) ? 'light' : 'dark'};${variables(own)}}`
  return `${palettes}${BIO_STYLE}${shapes.style}${fontRule(font)}`
}

function fontRule(font: string | null): string {
  if (font === null || !Object.hasOwn(FONT_STACKS, font)) return ''
  return `body,h1,h2,h3{font-family:${FONT_STACKS[font as keyof typeof FONT_STACKS]}}`
}

/** All colors of a page, made from the four of its account; every text has the contrast that it needs. */
export function paletteOf({ background, text, button, buttontext }: BioColors): Palette | null {
  if (![background, text, button, buttontext].every(isHex)) return null
  const isReadable = (color: string, ...grounds: string[]) =>
    grounds.every((ground) => contrast(color, ground) >= MIN_CONTRAST)
  const tinted = mix(background, text, 0.05)
  const card = isReadable(text, tinted) ? tinted : background
  const paler = mix(text, background, 0.2)
  return {
    ground: background,
    ground2: background,
    card,
    ink: text,
    soft: isReadable(paler, background, card) ? paler : text,
    line: mix(background, text, 0.28),
    act: button,
    onAct: buttontext,
    accent: isReadable(button, background, card) ? button : text,
  }
}

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}:${color}`)
    .join(';')
}
