import stringWidth from 'string-width'

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Where the output of a command goes. */
export interface Screen {
  /** The width of the terminal; undefined if it is none. */
  columns: number | undefined
  /** The text in a style where colors are shown, else as it is. */
  paint(style: Style | readonly string[], text: string): string
}

export interface Column {
  title: string
  /** Never cut to the width of the terminal. */
  isWhole?: boolean
  /** Numbers, aligned to the right. */
  isNumber?: boolean
}

export type Cell = string | number | null | { text: string; style: Style }

/** Columns with a title, or, without titles, names and values. */
export interface Table {
  columns?: readonly Column[]
  rows: readonly (readonly Cell[])[]
}

const MIN_WIDTH = 8
const GAP = '  '
const NAME_COLUMNS: Column[] = [
  { title: '', isWhole: true },
  { title: '', isWhole: true },
]

const escapeMark = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes control characters, which could control the terminal, and those that change the direction of text; not newlines. */
export const escapeControls = (text: string) =>
  text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeMark)

/** Escapes newlines, so that a text from another source cannot look like further lines of the output. */
export const inOneLine = (text: string): string => String(text).replaceAll('\n', '\\n')

/** The lines of a table with aligned columns, cut to the width of a terminal. */
export function formatTable({ columns, rows }: Table, screen: Screen): string[] {
  if (rows.length === 0) return ['There are none.']
  const shapes = columns ?? NAME_COLUMNS
  const head = columns?.map(({ title }) => ({ text: title, style: 'bold' as const }))
  const cells = (head ? [head, ...rows] : rows).map((row) => row.map(readCell))
  const widths = shapes.map((_, i) => Math.max(...cells.map((row) => stringWidth(row[i]?.text ?? ''))))
  if (screen.columns !== undefined) narrow(widths, shapes, screen.columns)
  const last = shapes.length - 1
  return cells.map((row) =>
    row
      .map(({ text, style }, i) => {
        const width = widths[i] ?? 0
        const shown = cut(text, width)
        const space = ' '.repeat(Math.max(0, width - stringWidth(shown)))
        const painted = style === undefined ? shown : screen.paint(style, shown)
        return shapes[i]?.isNumber ? space + painted : i === last ? painted : painted + space
      })
      .join(GAP),
  )
}

function readCell(cell: Cell): { text: string; style?: Style } {
  const { text, style } = typeof cell === 'object' && cell !== null ? cell : { text: cell ?? '-', style: undefined }
  const line = inOneLine(escapeControls(String(text)))
  return style === undefined ? { text: line } : { text: line, style }
}

// Takes from the widest column first.
function narrow(widths: number[], shapes: readonly Column[], max: number): void {
  const flexible = shapes.flatMap(({ isWhole, isNumber }, i) => (isWhole || isNumber ? [] : [i]))
  let excess = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - max
  while (excess > 0) {
    const widest = flexible.reduce<number | undefined>(
      (found, i) => (found === undefined || (widths[i] ?? 0) > (widths[found] ?? 0) ? i : found),
      undefined,
    )
    if (widest === undefined || (widths[widest] ?? 0) <= MIN_WIDTH) return
    widths[widest] = (widths[widest] ?? 0) - 1
    excess--
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function cut(text: string, max: number): string {
  if (stringWidth(text) <= max) return text
  let kept = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
    if (width > max - 1) break
    kept += segment
  }
  return `${kept}…`
}

const valueCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The fields of a record; lists and objects as JSON. */
export const fieldTable = (record: object): Table => ({
  rows: Object.entries(record).map(([name, value]) => [name, valueCell(value)]),
})

export const warningLines = (warnings: readonly { message: string }[] = []): string[] =>
  warnings.map(({ message }) => `Warning: ${message}`)
