import { emblem } from '../html/brand.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { bars, heatMap, type ShownInterval, type ShownStep, stepPlot, stepTable } from './statistics-charts.ts'
import { worldMap } from './statistics-map.ts'
import { STATISTICS_STYLE } from './statistics-style.ts'

export interface StatisticsPage {
  /** The public URL of what was visited. */
  address: string
  title: string | null
  clicks: number
  uniqueClicks: number
  interval: ShownInterval
  steps: readonly ShownStep[]
  /** Visits by day of the week, Monday first, and hour. */
  heatmap: readonly (readonly number[])[]
  /** Visits by ISO alpha-2 code. */
  countries: ReadonlyMap<string, number>
  groups: readonly { title: string; entries: readonly { name: string; clicks: number }[] }[]
  /** The periods to choose from. */
  spans: readonly { label: string; href: string; isCurrent: boolean }[]
  form: PeriodForm
  /** Where the steps are as a file. */
  csv: string
}

export interface PeriodForm {
  /** The path of the page. */
  action: string
  /** The owner's signature, if the page needs one. */
  access: { name: string; value: string } | null
  /** Days as `YYYY-MM-DD`. */
  from: string
  to: string
  today: string
  timezone: string
  timezones: readonly string[]
  /** Why the default is shown instead of what was sent. */
  fault: string | null
}

/** The statistics page: a plot of the steps, when and from where visits came, and the visits by referrer and so on. */
export function statisticsPage(look: Look, shown: StatisticsPage): Page {
  const { texts, isolate, number } = look.language
  const words = texts.statistics
  const name = shown.address.replace(/^https?:\/\//, '')
  const heading = words.title(isolate(shown.title ?? name))
  const [before = '', after = ''] = words.notes.replace('{zone}', () => isolate(shown.form.timezone)).split('{source}')
  const { interval, steps, clicks } = shown
  const plotted = { interval, steps, from: shown.form.from, to: shown.form.to }
  return page({
    look,
    title: heading,
    style: STATISTICS_STYLE,
    // The form of the period.
    sources: { 'form-action': ["'self'"] },
    body: html`<main class="wide">
${emblem(look)}
<h1>${heading}</h1>
<p class="address soft" dir="ltr">${name}</p>
<nav aria-label="${words.period}"><ul class="spans">${shown.spans.map(
      ({ label, href, isCurrent }) =>
        html`<li><a href="${safeHref(href)}"${isCurrent ? html` aria-current="page"` : null}>${label}</a>`,
    )}</ul></nav>
${periodForm(look, shown.form)}
<dl class="totals">
<div><dt>${words.visits}</dt><dd>${number(clicks)}</dd></div>
<div><dt>${words.visitors}</dt><dd>${number(shown.uniqueClicks)}</dd></div>
</dl>
<section aria-labelledby="steps"><h2 id="steps">${words.by[interval]}</h2>
${stepPlot(look, plotted)}
${stepTable(look, plotted)}
<p><a href="${safeHref(shown.csv)}" download>${words.csv}</a></p></section>
${
  clicks === 0
    ? null
    : html`<div class="groups halves"><section aria-labelledby="hours"><h2 id="hours">${words.hours}</h2>
${heatMap(look, shown.heatmap)}</section>
<section aria-labelledby="map"><h2 id="map">${words.map}</h2>
${worldMap(look, shown.countries)}
<p class="small soft">${words.mapText}</p></section></div>`
}
<div class="groups">${shown.groups.map(
      ({ title, entries }) =>
        html`<section><h2>${title}</h2>${entries.length === 0 ? html`<p class="soft">${words.none}</p>` : bars(look, entries)}</section>`,
    )}</div>
<p class="small soft">${before}<a href="https://db-ip.com" rel="noopener">DB-IP</a>${after}</p>
</main>`,
  })
}

function periodForm(
  { language }: Look,
  { action, access, from, to, today, timezone, timezones, fault }: PeriodForm,
): Html {
  const words = language.texts.statistics
  const dateField = (name: 'from' | 'to', value: string) =>
    html`<div class="field"><label for="${name}">${words[name]}</label><input type="date" id="${name}" name="${name}" value="${value}" min="2000-01-01" max="${today}"></div>`
  const zones = timezones.includes(timezone) ? timezones : [timezone, ...timezones]
  return html`${fault === null ? null : html`<p class="error" role="alert">${fault}</p>`}
<form class="period" method="get" action="${safeHref(action)}">
${access && html`<input type="hidden" name="${access.name}" value="${access.value}">`}
${dateField('from', from)}${dateField('to', to)}
<div class="field"><label for="timezone">${words.timezone}</label><select id="timezone" name="timezone" dir="ltr">${zones.map(
    (zone) => (zone === timezone ? html`<option selected>${zone}` : html`<option>${zone}`),
  )}</select></div>
<button class="plank">${words.show}</button></form>`
}
