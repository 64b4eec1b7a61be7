import type { Drawing, Shape } from '../vector/drawing.ts'
import type { Rectangle } from '../vector/path.ts'
import { eyeBalls, eyeFrames, withoutEyes } from './eyes.ts'
import { frameShapes, frameSpace } from './frame.ts'
import { colorOr, foregroundPaint, type Look } from './look.ts'
import { modulePath } from './module-shapes.ts'
import type { QrSymbol } from './symbol.ts'

/** The area that a picture shows, in modules from the top left corner of the symbol, whose quiet zone is `margin`. */
export function boxOf({ size }: Pick<QrSymbol, 'size'>, { design }: Look, margin: number): Rectangle {
  const across = size + 2 * margin
  const { side, top, bottom } = frameSpace(design, across)
  return { x: -margin - side, y: -margin - top, width: across + 2 * side, height: across + top + bottom }
}

/** The picture of a symbol with a quiet zone of `margin`, in modules. */
export async function drawCode(symbol: QrSymbol, look: Look, margin: number): Promise<Drawing> {
  const across = symbol.size + 2 * margin
  const { logo } = symbol
  return {
    box: boxOf(symbol, look, margin),
    background: look.design?.transparent ? null : look.background,
    shapes: [
      ...symbolShapes(symbol, look),
      ...(logo ? [{ bitmap: logo.image, x: logo.x, y: logo.y, width: logo.width, height: logo.height }] : []),
      ...(await frameShapes(look, { x: -margin, y: -margin, width: across, height: across })),
    ],
  }
}

// One path per color: anti-aliasing would show a light line between shapes that touch.
function symbolShapes(symbol: QrSymbol, look: Look): Shape[] {
  const { modules = 'square', eyeframe = 'square', eyeball = 'square', eyeframecolor, eyeballcolor } = look.design ?? {}
  const paint = foregroundPaint(look, symbol.size)
  if (modules === 'square' && eyeframe === 'square' && eyeball === 'square' && !eyeframecolor && !eyeballcolor)
    return [{ path: modulePath(symbol, modules), paint }]
  const parts = [
    { path: modulePath(withoutEyes(symbol), modules), paint },
    {
      path: eyeFrames(symbol.size, eyeframe),
      paint: eyeframecolor ? colorOr(eyeframecolor, look.foreground) : paint,
    },
    {
      path: eyeBalls(symbol.size, eyeball, eyeframe),
      paint: eyeballcolor ? colorOr(eyeballcolor, look.foreground) : paint,
    },
  ]
  const shapes: Shape[] = []
  for (const part of parts) {
    const same = shapes.find((shape) => 'paint' in shape && shape.paint === part.paint)
    if (same && 'path' in same) same.path = [...same.path, ...part.path]
    else shapes.push(part)
  }
  return shapes
}
