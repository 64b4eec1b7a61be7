import { type Html, raw } from './html.ts'

/** The logo above the heading of a page: two brush strokes. */
export const BLAZE: Html = raw(
  '<svg class="blaze" viewBox="0 0 40 22" aria-hidden="true" focusable="false"><path fill="currentColor" d="M2 1.6 37.6 0l.9 7.7L1.2 9.3z"/><path fill="currentColor" opacity=".55" d="m.9 13.3 36.9-1.4.4 7.9L1.7 21.8z"/></svg>',
)

/** Contour lines in the corner of a page. */
export const CONTOUR: Html = raw(contour())

// Each ring is a smaller copy of the outermost one, slightly rotated, so that rings never cross.
function contour(): string {
  const rings = [1, 0.86, 0.72, 0.59, 0.46, 0.33, 0.2].map((scale, ring) => {
    const points = Array.from({ length: 24 }, (_, step) => {
      const turn = (step / 24) * 2 * Math.PI
      const radius = 330 * scale * (1 + 0.1 * Math.sin(3 * turn + ring * 0.15) + 0.06 * Math.cos(5 * turn - ring * 0.1))
      return [430 + radius * Math.cos(turn) * 1.15, 400 + radius * Math.sin(turn)] as const
    })
    return smooth(points)
  })
  return `<svg class="contour" viewBox="0 0 560 440" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="1.5">${rings.map((d) => `<path d="${d}"/>`).join('')}</g></svg>`
}

function smooth(points: readonly (readonly [number, number])[]): string {
  const middles = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
    return [(x + nextX) / 2, (y + nextY) / 2] as const
  })
  const [startX, startY] = middles.at(-1) ?? [0, 0]
  const curves = points.map(([x, y], index) => {
    const [endX, endY] = middles[index] ?? [x, y]
    return `Q${Math.round(x)} ${Math.round(y)} ${Math.round(endX)} ${Math.round(endY)}`
  })
  return `M${Math.round(startX)} ${Math.round(startY)}${curves.join('')}Z`
}
