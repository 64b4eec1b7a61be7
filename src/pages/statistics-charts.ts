import { type Html, html, type Value } from '../html/html.ts'
import type { Look } from '../html/look.ts'
import type { PageLanguage } from '../locale/page-language.ts'

/** The visits of a step; `date` begins with `YYYY-MM-DD`. */
export interface ShownStep {
  date: string
  clicks: number
  uniqueClicks: number
}

/** Days, weeks or months. */
export type ShownInterval = 'day' | 'week' | 'month'

const WIDTH = 720
const HEIGHT = 220
// Room for the labels, which are larger on phones: of a character of a number, and below.
const DIGIT = 14
const BOTTOM = 34
const TOP = 16

const round = (value: number) => Math.round(value * 10) / 10
const bar = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h-${round(width)}z`

/** The smallest number of the form 1, 2 or 5 times a power of ten that is at least `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}

const dateOf = ({ day, month }: PageLanguage, interval: ShownInterval, date: string) =>
  interval === 'month' ? month(date) : day(date)

// Plots run from left to right in every language, their labels do not. Right-to-left isolate, and its end.
const directed = ({ dir }: PageLanguage, label: string) => (dir === 'rtl' ? `\u2067${label}\u2069` : label)

interface Steps {
  interval: ShownInterval
  steps: readonly ShownStep[]
  /** First and last day. */
  from: string
  to: string
}

/** A bar for the visits of each step, with the different visitors in it. */
export function stepPlot({ language }: Look, { interval, steps, from, to }: Steps): Html {
  const { number, day, shortDay, month, texts } = language
  const words = texts.statistics
  const most = Math.max(0, ...steps.map(({ clicks }) => clicks))
  const top = roundUp(most)
  const left = DIGIT * (number(top).length + 1)
  const width = (WIDTH - left) / Math.max(1, steps.length)
  const room = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + room * (1 - value / top)
  const barOf = (place: number, value: number) =>
    bar(left + (place + 0.1) * width, y(value), width * 0.8, TOP + room - y(value))
  const every = Math.max(1, Math.ceil(steps.length / 6))
  const prefix = interval === 'week' ? `${words.step.week} ` : ''
  const label = (date: string) => directed(language, interval === 'month' ? month(date) : shortDay(date))
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="plot-title">
<title id="plot-title">${words.plot(day(from), day(to), number(most))}</title>
${[0, top / 2, top]
  .filter(Number.isInteger)
  .map(
    (value) =>
      html`<path class="rule" d="M${left} ${round(y(value))}H${WIDTH}"/><text class="scale" x="${left - 8}" y="${round(y(value) + 4)}" text-anchor="end">${number(value)}</text>`,
  )}
<g class="all">${steps.map(
    ({ date, clicks }, place) =>
      html`<path d="${barOf(place, clicks)}"><title>${prefix}${dateOf(language, interval, date)}: ${number(clicks)}</title></path>`,
  )}</g>
<path class="unique" d="${steps.map(({ uniqueClicks }, place) => barOf(place, uniqueClicks)).join('')}"/>
${steps.map(({ date }, place) =>
  place % every === 0 && place <= steps.length - every / 2
    ? html`<text class="scale${(place / every) % 2 === 1 ? ' odd' : ''}" x="${round(left + (place + 0.5) * width)}" y="${HEIGHT - 6}" text-anchor="${place === 0 ? 'start' : 'middle'}">${label(date)}</text>`
    : null,
)}
</svg>
<p class="small soft"><span class="key all"></span> ${words.visitsKey} <span class="key unique"></span> ${words.visitorsKey}</p>`
}

// End tags that HTML does not need are left out: pages have hundreds of cells.
const tableOf = ({ texts }: PageLanguage, head: readonly Value[], rows: readonly Value[]): Html =>
  html`<details><summary>${texts.statistics.table}</summary><div class="scroll" tabindex="0" role="region" aria-label="${texts.statistics.table}"><table>
<thead><tr>${head.map((title) => html`<th scope="col">${title}`)}</thead>
<tbody>${rows}</table></div></details>`

/** The figures of the plot, newest first. */
export function stepTable({ language }: Look, { interval, steps }: Steps): Html {
  const { number, texts } = language
  const { step, visits, visitorsShort } = texts.statistics
  return tableOf(
    language,
    [step[interval], visits, visitorsShort],
    steps
      .toReversed()
      .map(
        ({ date, clicks, uniqueClicks }) =>
          html`<tr><th scope="row">${dateOf(language, interval, date)}<td>${number(clicks)}<td>${number(uniqueClicks)}`,
      ),
  )
}

/** Labels with a bar each for their visits. */
export function bars({ language: { number } }: Look, entries: readonly { name: string; clicks: number }[]): Html {
  const max = Math.max(1, ...entries.map(({ clicks }) => clicks))
  return html`<ol class="bars">${entries.map(
    ({ name, clicks }) =>
      html`<li><span dir="auto">${name}</span><span class="figure">${number(clicks)}</span><svg aria-hidden="true"><rect width="${Math.max(1, Math.round((clicks / max) * 100))}%" height="100%"/></svg>`,
  )}</ol>`
}

const CELL = 26
const CELL_HEIGHT = 30
const DAYS_WIDTH = WIDTH - 24 * CELL
const LEVELS = 4

/** The strength of the color of a value, 1 to 4; 0 for none. By the square root, so that small values differ too. */
export function levelOf(value: number, max: number): number {
  return value <= 0 ? 0 : Math.ceil(LEVELS * Math.sqrt(value / Math.max(value, max)))
}

/** Visits by day of the week and hour: the more, the stronger the color. `rows` begin with Monday. */
export function heatMap({ language }: Look, rows: readonly (readonly number[])[]): Html {
  const { number, weekday, hour, texts } = language
  const words = texts.statistics
  const days = rows.map((_, day) => weekday(day, 'short'))
  const cells = rows.flatMap((hours, day) => hours.map((clicks, at) => ({ day, at, clicks })))
  const first = cells[0] ?? { day: 0, at: 0, clicks: 0 }
  const busiest = cells.reduce((most, cell) => (cell.clicks > most.clicks ? cell : most), first)
  const level = ({ clicks }: { clicks: number }) => levelOf(clicks, busiest.clicks)
  const when = `${weekday(busiest.day, 'long')}, ${hour(busiest.at)}`
  const cell = ({ day, at }: { day: number; at: number }) =>
    bar(DAYS_WIDTH + at * CELL + 1, day * CELL_HEIGHT + 1, CELL - 2, CELL_HEIGHT - 2)
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${7 * CELL_HEIGHT + BOTTOM}" role="img" aria-labelledby="heat-title">
<title id="heat-title">${words.busiest(when, number(busiest.clicks))}</title>
${[0, 1, 2, 3, 4].map(
  (strength) =>
    html`<path class="l${strength}" d="${cells
      .filter((one) => level(one) === strength)
      .map(cell)
      .join('')}"/>`,
)}
${days.map((name, day) => html`<text class="scale" x="${DAYS_WIDTH - 8}" y="${(day + 0.7) * CELL_HEIGHT}" text-anchor="end">${name}</text>`)}
${[0, 6, 12, 18].map((at) => html`<text class="scale" x="${DAYS_WIDTH + at * CELL}" y="${7 * CELL_HEIGHT + BOTTOM - 8}">${directed(language, hour(at))}</text>`)}
</svg>
${tableOf(
  language,
  [words.hour, ...days],
  Array.from(
    { length: 24 },
    (_, at) => html`<tr><th scope="row">${hour(at)}${rows.map((hours) => html`<td>${number(hours[at] ?? 0)}`)}`,
  ),
)}`
}
