import { emblem } from '../html/brand.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'

interface StatisticsPage {
  /** The short URL. */
  short: string
  title: string | null
  clicks: number
  uniqueClicks: number
  /** Visits by day; `date` begins with `YYYY-MM-DD`. */
  days: readonly { date: string; clicks: number; uniqueClicks: number }[]
  groups: readonly { title: string; entries: readonly { name: string; clicks: number }[] }[]
  /** The periods to choose from. */
  spans: readonly { label: string; href: string; isCurrent: boolean }[]
}

/** The statistics page of a link: a plot of the days, and the visits by country, referrer and so on. */
export function statisticsPage(
  look: Look,
  { short, title, clicks, uniqueClicks, days, groups, spans }: StatisticsPage,
): Page {
  const { texts, isolate, number } = look.language
  const words = texts.statistics
  const name = short.replace(/^https?:\/\//, '')
  const heading = words.title(isolate(title ?? name))
  const [before, after] = words.notes.split('{source}')
  return page({
    look,
    title: heading,
    style: STATS_STYLE,
    body: html`<main class="wide">
${emblem(look)}
<h1>${heading}</h1>
<p class="address soft" dir="ltr">${name}</p>
<nav aria-label="${words.period}"><ul class="spans">${spans.map(
      ({ label, href, isCurrent }) =>
        html`<li>${isCurrent ? html`<a href="${safeHref(href)}" aria-current="page">${label}</a>` : html`<a href="${safeHref(href)}">${label}</a>`}</li>`,
    )}</ul></nav>
<dl class="totals">
<div><dt>${words.visits}</dt><dd>${number(clicks)}</dd></div>
<div><dt>${words.visitors}</dt><dd>${number(uniqueClicks)}</dd></div>
</dl>
<section class="whole-width" aria-labelledby="days"><h2 id="days">${words.byDay}</h2>
${plot(look, days)}
${table(look, days)}</section>
<div class="groups">${groups.map(
      ({ title, entries }) =>
        html`<section><h2>${title}</h2>${entries.length === 0 ? html`<p class="soft">${words.none}</p>` : bars(look, entries)}</section>`,
    )}</div>
<p class="small soft">${before}<a href="https://db-ip.com" rel="noopener">DB-IP</a>${after}</p>
</main>`,
  })
}

const WIDTH = 720
const HEIGHT = 220
// Leaves room for the labels, which are larger on phones.
const LEFT = 76
const BOTTOM = 34
const TOP = 16

/** The smallest number of the form 1, 2 or 5 times a power of ten that is at least `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}

function plot({ language }: Look, days: StatisticsPage['days']): Html {
  const { number, day, shortDay, dir, texts } = language
  const words = texts.statistics
  const top = roundUp(Math.max(1, ...days.map(({ clicks }) => clicks)))
  const step = (WIDTH - LEFT) / Math.max(1, days.length)
  const room = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + room * (1 - value / top)
  const round = (value: number) => Math.round(value * 100) / 100
  const lines = [0, top / 2, top].filter(Number.isInteger)
  const every = Math.max(1, Math.ceil(days.length / 6))
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="plot-title">
<title id="plot-title">${words.plot(day(days[0]?.date ?? ''), day(days.at(-1)?.date ?? ''), number(Math.max(0, ...days.map(({ clicks }) => clicks))))}</title>
${lines.map(
  (value) =>
    html`<line class="rule" x1="${LEFT}" x2="${WIDTH}" y1="${round(y(value))}" y2="${round(y(value))}"/><text class="scale" x="${LEFT - 8}" y="${round(y(value) + 4)}" text-anchor="end">${number(value)}</text>`,
)}
${days.map(({ date, clicks, uniqueClicks }, place) => {
  const x = LEFT + place * step
  const isOdd = (place / every) % 2 === 1
  const label = html`<text class="scale${isOdd ? ' odd' : ''}" x="${round(x + step / 2)}" y="${HEIGHT - 6}" text-anchor="${place === 0 ? 'start' : 'middle'}">${dir === 'rtl' ? `\u2067${shortDay(date)}\u2069` : shortDay(date)}</text>`
  return html`<g><title>${day(date)}: ${number(clicks)}</title>
<rect class="all" x="${round(x + step * 0.1)}" width="${round(step * 0.8)}" y="${round(y(clicks))}" height="${round(TOP + room - y(clicks))}"/>
<rect class="unique" x="${round(x + step * 0.1)}" width="${round(step * 0.8)}" y="${round(y(uniqueClicks))}" height="${round(TOP + room - y(uniqueClicks))}"/></g>${place % every === 0 && place <= days.length - every / 2 ? label : null}`
})}
</svg>
<p class="small soft"><span class="key all"></span> ${words.visitsKey} <span class="key unique"></span> ${words.visitorsKey}</p>`
}

function table({ language }: Look, days: StatisticsPage['days']): Html {
  const { number, day, texts } = language
  const words = texts.statistics
  return html`<details><summary>${words.table}</summary><table>
<thead><tr><th scope="col">${words.day}</th><th scope="col">${words.visits}</th><th scope="col">${words.visitorsShort}</th></tr></thead>
<tbody>${days
    .toReversed()
    .map(
      ({ date, clicks, uniqueClicks }) =>
        html`<tr><th scope="row">${day(date)}</th><td>${number(clicks)}</td><td>${number(uniqueClicks)}</td></tr>`,
    )}</tbody></table></details>`
}

function bars({ language: { number } }: Look, entries: readonly { name: string; clicks: number }[]): Html {
  const max = Math.max(1, ...entries.map(({ clicks }) => clicks))
  return html`<ol class="bars">${entries.map(
    ({
      name,
      clicks,
    }) => html`<li><span class="name" dir="auto">${name}</span><span class="figure">${number(clicks)}</span>
<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="${Math.max(1, Math.round((clicks / max) * 100))}" height="4"/></svg></li>`,
  )}</ol>`
}

const STATS_STYLE = `
main.wide{max-width:60rem;justify-items:stretch}
.spans{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.spans a{display:inline-block;min-height:2.75rem;padding:.5rem 0}
.spans a[aria-current]{color:var(--ink);font-weight:650;text-decoration:none}
.totals{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin:0}
.totals dt{color:var(--soft);font-size:.9375rem}
.totals dd{margin:0;font-size:2rem;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
section{display:grid;gap:.75rem;align-content:start;min-width:0}
.plot{direction:ltr;width:100%;height:auto;display:block}
.rule{stroke:var(--line);stroke-width:1}
.scale{fill:var(--soft);font-size:13px}
@media (max-width:40rem){.scale{font-size:25px}.scale.odd{display:none}}
rect.all{fill:var(--edge)}
rect.unique{fill:var(--plank)}
.key{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-inline-start:.6em}
.key.all{background:var(--edge)}
.key.unique{background:var(--plank)}
.groups{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr))}
.bars{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}
.bars li{display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;align-items:baseline}
.bars svg{grid-column:1/-1;width:100%;height:6px;display:block}
.figure{font-variant-numeric:tabular-nums}
summary{cursor:pointer;padding:.6rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:start;padding:.25rem 0;padding-inline-end:1.5rem;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-weight:600}
`
