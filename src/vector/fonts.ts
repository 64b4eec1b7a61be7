import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'

/** A part of a font family: the file has the glyphs of some of its characters. */
export interface Slice {
  file: string
  /** First and last code points of ranges that the file may have, ascending. */
  ranges: readonly (readonly [number, number])[]
}

/** The weight of all text: semi-bold. */
const WEIGHT = 600
export const UNITS_PER_EM = 1000
// All slices together.
const MAX_FONT_BYTES = 32 * 1024 * 1024

// Noto Sans, for each script; where several have a character, the first that has it is taken.
const SCRIPTS = [
  '',
  '-arabic',
  '-hebrew',
  '-devanagari',
  '-thai',
  '-bengali',
  '-tamil',
  '-telugu',
  '-gujarati',
  '-gurmukhi',
  '-kannada',
  '-malayalam',
  '-sinhala',
  '-khmer',
  '-lao',
  '-myanmar',
  '-georgian',
  '-armenian',
  '-ethiopic',
] as const
const EAST_ASIAN = { chinese: ['-sc', '-jp', '-kr'], japanese: ['-jp', '-sc', '-kr'], korean: ['-kr', '-jp', '-sc'] }

// The shapes of Chinese characters differ by language.
function eastAsianOrder(text: string): readonly string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return EAST_ASIAN.japanese
  return /\p{Script=Hangul}/u.test(text) ? EAST_ASIAN.korean : EAST_ASIAN.chinese
}

const require = createRequire(import.meta.url)
const families = new Map<string, Promise<readonly Slice[]>>()

async function readSlices(script: string): Promise<readonly Slice[]> {
  const index = require.resolve(`@fontsource-variable/noto-sans${script}/unicode.json`)
  const ranges = JSON.parse(await readFile(index, 'utf8')) as Record<string, string>
  return Object.entries(ranges).map(([name, list]) => ({
    file: join(dirname(index), 'files', `noto-sans${script}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: list
      .split(',')
      .map((range) => {
        const [from = 0, to = from] = range
          .slice(2)
          .split('-')
          .map((digits) => Number.parseInt(digits, 16))
        return [from, to] as const
      })
      .sort(([a], [b]) => a - b),
  }))
}

function slicesOf(script: string): Promise<readonly Slice[]> {
  const slices = families.get(script) ?? readSlices(script)
  families.set(script, slices)
  return slices
}

/** The slices that may have characters of a text, the preferred ones first. */
export async function listSlices(text: string): Promise<readonly Slice[]> {
  return (await Promise.all([...SCRIPTS, ...eastAsianOrder(text)].map(slicesOf))).flat()
}

/** Whether a slice may have a character; a binary search, because a text is looked up in hundreds of slices. */
export function mayHave({ ranges }: Slice, point: number): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = ranges[middle] as readonly [number, number]
    if (point < from) high = middle - 1
    else if (point > to) low = middle + 1
    else return true
  }
  return false
}

// Decompressing takes 5 to 50 ms on the event loop: one at a time, so that other requests are served between them.
const decompressing = new PQueue({ concurrency: 1 })
const fonts = new LRUCache<string, { font: Font; bytes: number }>({
  maxSize: MAX_FONT_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
  fetchMethod: (file) => decompressing.add(() => readFont(file)),
})

async function readFont(file: string): Promise<{ font: Font; bytes: number }> {
  // Loaded when a text is first drawn: together they take 2 MB and 50 ms.
  const [{ Blob, Face, Font, Variation }, { default: decompress }] = await Promise.all([
    import('harfbuzzjs'),
    import('woff2-encoder/decompress'),
  ])
  const data = await decompress(await readFile(file))
  const font = new Font(new Face(new Blob(data)))
  font.setVariations([new Variation('wght', WEIGHT)])
  font.setScale(UNITS_PER_EM, UNITS_PER_EM)
  return { font, bytes: data.length }
}

/** The font of a slice, from memory or its file. Its lengths are in `UNITS_PER_EM`. */
export async function openFont({ file }: Slice): Promise<Font> {
  const found = await fonts.fetch(file)
  if (!found) throw new Error(`The font ${file} was not read.`)
  return found.font
}
