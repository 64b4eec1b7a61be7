import { type Colors, formatHex } from './colors.ts'
import { outlines } from './outline.ts'
import type { PlacedLogo, QrSymbol } from './symbol.ts'

/** Draws a symbol as SVG, `size` pixels wide, with a quiet zone of `margin` modules. */
export function drawSvg(symbol: QrSymbol, colors: Colors, margin: number, size: number): string {
  const across = symbol.size + 2 * margin
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-margin} ${-margin} ${across} ${across}"><path fill="${formatHex(colors.background)}" d="M${-margin} ${-margin}h${across}v${across}h${-across}z"/><path fill="${formatHex(colors.foreground)}" d="${svgPath(outlines(symbol))}"/>${symbol.logo ? logoImage(symbol.logo) : ''}</svg>`
}

/**
 * The attribute `d` of a path. Every polygon starts with a horizontal edge, and horizontal and vertical edges
 * alternate.
 */
function svgPath(polygons: number[][]): string {
  let path = ''
  for (const polygon of polygons) {
    path += `M${polygon[0]} ${polygon[1]}`
    for (let i = 2; i < polygon.length; i += 2) {
      const dx = (polygon[i] ?? 0) - (polygon[i - 2] ?? 0)
      path += dx === 0 ? `v${(polygon[i + 1] ?? 0) - (polygon[i - 1] ?? 0)}` : `h${dx}`
    }
    path += 'z'
  }
  return path
}

const short = (length: number) => String(Math.round(length * 1000) / 1000)

function logoImage({ image, x, y, width, height }: PlacedLogo): string {
  return `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" preserveAspectRatio="none" href="data:image/png;base64,${image.png.toString('base64')}"/>`
}
