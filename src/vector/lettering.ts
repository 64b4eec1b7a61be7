import { setImmediate as nextTurn } from 'node:timers/promises'
import bidiFactory, { type Bidi } from 'bidi-js'
import type { Font } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { listSlices, mayHave, openFont, type Slice, UNITS_PER_EM } from './fonts.ts'
import { boundsOf, type Path, placed, type Rectangle, type Step } from './path.ts'

/** The outlines of one line of text, in em; the baseline is at y 0 and starts at x 0. */
export interface Lettering {
  path: Path
  /** Where the next text would begin. */
  advance: number
  /** What the outlines cover. */
  ink: Rectangle
}

/** Characters that no font has. */
export interface MissingGlyphs {
  missing: string[]
}

const MAX_KEPT = 200
const kept = new LRUCache<string, Lettering | MissingGlyphs>({ max: MAX_KEPT })
// The outlines of a text take 1 to 20 ms of the event loop: one text a turn.
const queue = new PQueue({ concurrency: 1 })
// Its types say that the function is the property `default` of what is imported.
const bidi = (bidiFactory as unknown as () => Bidi)()
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The outlines of a line of text of any script, shaped and in visual order, in the typeface of the fonts that come with
 * the service; or the characters that none of them has. `direction` is that of the whole text.
 */
export async function outlineText(text: string, direction = directionOf(text)): Promise<Lettering | MissingGlyphs> {
  const key = `${direction} ${text}`
  const known = kept.get(key)
  if (known) return known
  return await queue.add(async () => {
    await nextTurn()
    const made = kept.get(key) ?? (await makeLettering(text, direction))
    kept.set(key, made)
    return made
  })
}

/** The direction of a text, by its first letter that has one. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'

async function makeLettering(text: string, direction: 'ltr' | 'rtl'): Promise<Lettering | MissingGlyphs> {
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const { runs, missing } = await findRuns(text, levels)
  if (missing.length > 0) return { missing }
  const steps: Step[] = []
  let advance = 0
  for (const run of inVisualOrder(runs)) {
    const shaped = await shape(text, run)
    steps.push(...placed(shaped.path, 1, advance, 0))
    advance += shaped.advance
  }
  return { path: steps, advance, ink: boundsOf(steps) ?? { x: 0, y: 0, width: 0, height: 0 } }
}

/** Characters that follow each other with one font and one direction; `start` and `end` are indices in the text. */
interface Run {
  font: Font
  level: number
  start: number
  end: number
}

const IGNORED = /^[\p{Default_Ignorable_Code_Point}\p{Join_Control}]$/u

async function findRuns(text: string, levels: Uint8Array): Promise<{ runs: Run[]; missing: string[] }> {
  const slices = await listSlices(text)
  const missing = new Set<string>()
  const runs: Run[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const last = runs.at(-1)
    const needed = [...segment].filter((character) => !IGNORED.test(character))
    const font = await fontFor(needed, slices, last?.font)
    if (font === undefined) {
      missing.add(segment)
      continue
    }
    const [level, end] = [levels[index] ?? 0, index + segment.length]
    if (last && last.font === font && last.level === level && last.end === index) last.end = end
    else runs.push({ font, level, start: index, end })
  }
  return { runs, missing: [...missing] }
}

const hasAll = (font: Font, points: readonly number[]) =>
  points.every((point) => font.nominalGlyph(point) !== undefined)

// The font of the characters before is kept while it has the next ones, so that spaces and digits do not split a run.
async function fontFor(characters: string[], slices: readonly Slice[], before?: Font): Promise<Font | undefined> {
  const points = characters.map((character) => character.codePointAt(0) as number)
  if (before && hasAll(before, points)) return before
  for (const slice of slices) {
    if (!points.every((point) => mayHave(slice, point))) continue
    const font = await openFont(slice)
    if (hasAll(font, points)) return font
  }
  return undefined
}

// UAX 9, rule L2: from the highest level to the lowest odd one, runs of at least that level are reversed.
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && (ordered[end] as Run).level >= level) end++
      if (end === start) continue
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  return ordered
}

// Each run is shaped with the text around it, because letters of joined scripts connect across runs.
async function shape(text: string, { font, level, start, end }: Run): Promise<{ path: Path; advance: number }> {
  const { Buffer, Direction, shape } = await import('harfbuzzjs')
  const buffer = new Buffer()
  buffer.addText(text, start, end - start)
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  const scale = 1 / UNITS_PER_EM
  const steps: Step[] = []
  let advance = 0
  for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
    for (const step of placed(glyphPath(font, codepoint), scale, (advance + xOffset) * scale, -yOffset * scale))
      steps.push(step)
    advance += xAdvance
  }
  return { path: steps, advance: advance * scale }
}

// Fonts have y growing upwards, and quadratic curves.
function glyphPath(font: Font, glyph: number): Path {
  let [x, y] = [0, 0]
  return font.glyphToJson(glyph).map(({ type, values }): Step => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values.map((at, i) => (i % 2 === 0 ? at : -at))
    const [fromX, fromY] = [x, y]
    if (values.length > 0) [x, y] = [values.at(-2) as number, -(values.at(-1) as number)]
    if (type === 'Q') {
      const third = (from: number, control: number) => from + ((control - from) * 2) / 3
      return ['C', third(fromX, a), third(fromY, b), third(c, a), third(d, b), c, d]
    }
    if (type === 'C') return ['C', a, b, c, d, e, f]
    return type === 'Z' ? ['Z'] : [type as 'M' | 'L', a, b]
  })
}
