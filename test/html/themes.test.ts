import { createHash } from 'node:crypto'
import t from 'tap'
import { THEMES as NAMES } from '../../schemas/bios.ts'
import { bioStyle } from '../../src/html/bio-look.ts'
import { contrast, isHex, readable } from '../../src/html/colors.ts'
import { THEMES } from '../../src/html/themes.ts'

t.test('schemas and style sheets have the same themes', async (t) => {
  t.same(Object.keys(THEMES), [...NAMES])
  const styleOf = (theme: string) => bioStyle({ theme, colors: null, font: null })
  t.equal(styleOf('constructor'), styleOf('plain'))
})

for (const [name, theme] of Object.entries(THEMES)) {
  for (const scheme of ['light', 'dark'] as const) {
    t.test(`all text of ${name} in ${scheme} mode has a contrast of at least 4.5`, async (t) => {
      const { ground, ground2, card, ink, soft, act, onAct, accent } = theme[scheme]
      for (const below of [ground, ground2, card])
        for (const [role, color] of Object.entries({ ink, soft, accent }))
          t.ok(contrast(color, below) >= 4.5, `${role} on ${below}: ${contrast(color, below).toFixed(2)}`)
      t.ok(contrast(onAct, act) >= 4.5, `button: ${contrast(onAct, act).toFixed(2)}`)
    })
  }
}

t.test('all text of a page with own colors has a contrast of at least 4.5', async (t) => {
  const random = (seed: number) => `#${createHash('sha256').update(String(seed)).digest('hex').slice(0, 6)}`
  let checked = 0
  for (let seed = 1; seed < 400; seed++) {
    const [background = '', text = '', button = ''] = [1, 2, 3].map((place) => random(seed * 4 + place))
    const buttontext = readable(null, button)
    if (contrast(text, background) < 4.5) continue
    checked++
    const style = bioStyle({ theme: 'plain', colors: { background, text, button, buttontext }, font: null })
    const color = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(style)?.[1] ?? ''
    for (const name of ['ink', 'soft', 'accent'])
      for (const ground of ['ground', 'card'])
        t.ok(contrast(color(name), color(ground)) >= 4.5, `${name} on ${ground} of ${background} and ${text}`)
  }
  t.ok(checked > 10, `${checked} palettes were checked`)
})

t.test('a text color with too little contrast is replaced by black or white', async (t) => {
  t.equal(readable('#777777', '#808080'), '#111111')
  t.equal(readable('#222222', '#333333'), '#ffffff')
  t.equal(readable('#000000', '#ffffff'), '#000000')
  t.equal(readable(null, '#ffee00'), '#111111')
  t.equal(Math.round(contrast('#000000', '#ffffff')), 21)
  t.notOk(isHex('red'))
  t.notOk(isHex('#fff</style>'))
})
