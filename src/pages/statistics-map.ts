import { type Html, html } from '../html/html.ts'
import type { Look } from '../html/look.ts'
import { MAP_OTHER_LAND, MAP_POINTS, MAP_SHAPES, MAP_SIZE } from '../html/world-map.ts'
import { levelOf } from './statistics-charts.ts'

/** A map of the world: the more visits a country has, the stronger its color. By ISO alpha-2 code. */
export function worldMap({ language }: Look, countries: ReadonlyMap<string, number>): Html {
  const { number, country, texts } = language
  const max = Math.max(1, ...[...countries].filter(([code]) => isDrawn(code)).map(([, clicks]) => clicks))
  const visited = [...countries].filter(([code, clicks]) => clicks > 0 && isDrawn(code))
  const land = Object.entries(MAP_SHAPES).filter(([code]) => !countries.get(code))
  return html`<svg class="plot map" viewBox="0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}" role="img" aria-labelledby="map-title">
<title id="map-title">${texts.statistics.mapText}</title>
<path class="l0" d="${land.map(([, shape]) => shape).join('')}${MAP_OTHER_LAND}"/>
${visited.map(([code, clicks]) => {
  const title = html`<title>${country(code)}: ${number(clicks)}</title>`
  const strength = levelOf(clicks, max)
  const [x, y] = MAP_POINTS[code]?.split(' ') ?? []
  return x === undefined
    ? html`<path class="l${strength}" d="${MAP_SHAPES[code]}">${title}</path>`
    : html`<circle class="l${strength}" cx="${x}" cy="${y}" r="4">${title}</circle>`
})}
</svg>`
}

const isDrawn = (code: string) => Object.hasOwn(MAP_SHAPES, code) || Object.hasOwn(MAP_POINTS, code)
