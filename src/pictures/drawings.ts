import { type Html, html, raw } from '../html/html.ts'

const PALETTES: readonly (readonly [background: string, line: string])[] = [
  ['#1c5a44', '#8fd4b2'],
  ['#0e4a78', '#9fd3f5'],
  ['#7a1f3d', '#f7b3c6'],
  ['#54258c', '#d9c2f7'],
  ['#8a3a12', '#ffc9a3'],
  ['#37474f', '#c4d3da'],
]
const LOGO_COLOR = '#f0764d'

/** The avatar of an account, derived from its id: contour lines of a hill, and the logo. SVG, 96 × 96. */
export function drawAvatar(id: number): string {
  const next = createRandom(id)
  const [ground, line] = PALETTES[next(PALETTES.length)] ?? ['#1c5a44', '#8fd4b2']
  const [x, y] = [24 + next(48), 30 + next(40)]
  const [lean, wave, phase] = [next(180), 2 + next(4), next(360)]
  const rings = [62, 50, 39, 29, 20, 12].map((radius) => ring(x, y, radius, wave, (phase * Math.PI) / 180))
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="Avatar"><path fill="${ground}" d="M0 0h96v96H0z"/><g fill="none" stroke="${line}" stroke-width="1.8" opacity=".75" transform="rotate(${lean} 48 48)">${rings}</g><g fill="${LOGO_COLOR}" transform="rotate(${-8 + next(17)} 48 48)"><path d="M34 38h28v8H34zM34 51h28v8H34z"/></g></svg>`
    .text
}

/** The icon of a link: the first letter of its host on a background derived from the host. SVG, 64 × 64. */
export function drawLinkIcon(host: string): string {
  const next = createRandom(seedOf(host))
  const [ground, line] = PALETTES[next(PALETTES.length)] ?? ['#1c5a44', '#8fd4b2']
  const [letter = ''] = [...clean(host).trim().toUpperCase()]
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="Icon"><rect width="64" height="64" rx="12" fill="${ground}"/><text x="32" y="44" fill="${line}" font-family="ui-sans-serif,system-ui,sans-serif" font-size="34" font-weight="600" text-anchor="middle">${letter}</text></svg>`
    .text
}

export interface Card {
  kind: 'link' | 'bio' | 'campaign'
  title: string
  /** The short URL, shown below the title. */
  address: string
}

const KINDS = { link: 'Link', bio: 'Page', campaign: 'Links' }

/** A preview picture for a link, bio page or campaign that has none of its own. SVG, 600 × 315. */
export function drawCard({ kind, title, address }: Card): string {
  const next = createRandom(seedOf(address))
  const [ground, line] = PALETTES[next(PALETTES.length)] ?? ['#1c5a44', '#8fd4b2']
  const rings = [300, 250, 203, 158, 116, 77, 42].map((radius) => ring(500, 300, radius, 3 + next(1), 0.4))
  const lines = wrap(title, 26, 3)
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 315" width="600" height="315" role="img" aria-label="${clean(title)}"><path fill="${ground}" d="M0 0h600v315H0z"/><g fill="none" stroke="${line}" stroke-width="2" opacity=".35">${rings}</g><g fill="${LOGO_COLOR}"><path d="M48 48h56l-1 13H48.5zM48 68h57v13H48z"/></g><g fill="#ffffff" font-family="Iowan Old Style,Palatino Linotype,Palatino,Noto Serif,Georgia,serif" font-size="36" font-weight="600">${lines.map((text, index) => html`<text x="48" y="${138 + index * 44}" unicode-bidi="plaintext">${text}</text>`)}</g><text x="48" y="276" fill="${line}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="20">${KINDS[kind]} · ${wrap(address.replace(/^https?:\/\//, ''), 38, 1)}</text></svg>`
    .text
}

const seedOf = (text: string) =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7)

// A pseudo-random generator: the same seed gives the same picture.
function createRandom(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return (state >>> 8) % below
  }
}

function ring(x: number, y: number, radius: number, waves: number, phase: number): Html {
  const points = Array.from({ length: 36 }, (_, step) => {
    const turn = (step / 36) * 2 * Math.PI
    const reach = radius * (1 + 0.09 * Math.sin(waves * turn + phase))
    return `${(x + reach * Math.cos(turn)).toFixed(1)} ${(y + reach * Math.sin(turn)).toFixed(1)}`
  })
  return raw(`<path stroke-linejoin="round" d="M${points.join('L')}Z"/>`)
}

// Control characters, U+FFFE and U+FFFF are not allowed in XML.
const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ').toWellFormed()

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const widthOf = (text: string) =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u1100-\u115f\u2e80-\uffdc]|\p{Extended_Pictographic}/u.test(letter) ? 2 : 1),
    0,
  )

// Wraps at about `width` letters. Text beyond `maxLines` is replaced by an ellipsis.
function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of clean(text)
    .slice(0, 400)
    .split(/\s+/)
    .flatMap((word) => splitWord(word, width))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1] ?? ''}…`]
}

function splitWord(word: string, width: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (widthOf(part) + widthOf(segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return part === '' ? parts : [...parts, part]
}
