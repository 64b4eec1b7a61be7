import { directionOf, type Lettering, outlineText } from '../vector/lettering.ts'
import { type Path, placed, type Rectangle } from '../vector/path.ts'

// In em: distance of two baselines, and the height and depth that a line has at least, so that the size of a caption
// does not depend on its letters.
const LINE_HEIGHT = 1.25
const MIN_RISE = 0.75
const MIN_DEPTH = 0.1
// Two lines are worth it only if the letters become this much larger.
const WORTH = 1.15
// Two lines may fill more of the height.
const TALLER = 1.3
// What looks like the middle of a line without long letters, twice: between that of capitals and of small letters.
const OPTICAL_RISE = 0.66

/** The characters of a caption that cannot be drawn. */
export async function findMissingCharacters(caption: string): Promise<string[]> {
  const line = await outlineText(normalOf(caption))
  return 'missing' in line ? line.missing : []
}

const normalOf = (caption: string) => caption.normalize('NFC').replace(/\s+/g, ' ').trim()

/** The outlines of a caption in one or two lines, as large as the area allows, in its middle. */
export async function captionPath(caption: string, area: Rectangle): Promise<Path> {
  const text = normalOf(caption)
  const direction = directionOf(text)
  const settings = await Promise.all(
    [[text], halvesOf(text)]
      .filter((lines) => lines.every((line) => line !== ''))
      .map(async (lines) => {
        const letterings = await Promise.all(lines.map((line) => outlineText(line, direction)))
        return settle(
          letterings.filter((line): line is Lettering => 'path' in line),
          area,
        )
      }),
  )
  const [one, two] = settings
  if (!one) return []
  const chosen = two && two.em > one.em * WORTH ? two : one
  return chosen.path
}

// Between words; in scripts that are written without spaces, between words that a dictionary finds.
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

function halvesOf(text: string): [string, string] {
  const places = [...segmenter.segment(text)].map(({ index }) => index).filter((index) => index > 0)
  const middle = text.length / 2
  const [place = 0] = places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return [text.slice(0, place).trim(), text.slice(place).trim()]
}

function settle(lines: readonly Lettering[], area: Rectangle): { em: number; path: Path } {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return { em: 0, path: [] }
  const rise = Math.max(MIN_RISE, -first.ink.y)
  const depth = Math.max(MIN_DEPTH, last.ink.y + last.ink.height)
  const baselines = (lines.length - 1) * LINE_HEIGHT
  const widest = Math.max(...lines.map(({ ink }) => ink.width))
  const height = area.height * (lines.length > 1 ? TALLER : 1)
  const em = Math.min(height / (rise + baselines + depth), area.width / widest)
  // What is below the baseline, or above capitals, counts half: such a line does not look centered otherwise.
  const above = OPTICAL_RISE + Math.max(0, -first.ink.y - MIN_RISE) / 2
  const middle = (-above + baselines + (last.ink.y + last.ink.height) / 2) / 2
  const top = area.y + area.height / 2 - middle * em
  const path = lines.flatMap(({ path, ink }, i) =>
    placed(path, em, area.x + area.width / 2 - (ink.x + ink.width / 2) * em, top + i * LINE_HEIGHT * em),
  )
  return { em, path }
}
