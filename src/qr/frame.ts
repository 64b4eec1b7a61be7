import type { FrameType, QrDesign } from '../../schemas/qr-design.ts'
import type { Shape } from '../vector/drawing.ts'
import { hole, polygon, type Radii, type Rectangle, rectangle } from '../vector/path.ts'
import { captionPath } from './caption.ts'
import { captionColor, frameColor, type Look } from './look.ts'

/** Whole modules that a frame adds around the symbol and its quiet zone. */
export interface FrameSpace {
  side: number
  top: number
  bottom: number
}

// The height of the caption's bar and the width of a border, as fractions of the width of code and quiet zone.
const BAR = 0.18
const MIN_BAR = 5
const BORDER = 0.04
// Distance of a bar from the edge of the picture; height of a bubble's tip.
const INSET = 1
const TIP = 2

const barHeight = (across: number) => Math.max(MIN_BAR, Math.round(across * BAR))
const borderWidth = (type: FrameType, across: number) =>
  type === 'border' ? Math.max(1, Math.round(across * BORDER)) : 0

/** The space for the frame of a design around a square of `across` modules. */
export function frameSpace(design: QrDesign | null | undefined, across: number): FrameSpace {
  if (!design?.frame) return { side: 0, top: 0, bottom: 0 }
  const { type, position } = design.frame
  const border = borderWidth(type, across)
  // A border ends at the edge of the picture; others keep a distance from it.
  const caption = barHeight(across) + (type === 'border' ? 0 : INSET) + (type === 'bubble' ? TIP : 0)
  return position === 'above'
    ? { side: border, top: caption, bottom: border }
    : { side: border, top: border, bottom: caption }
}

/** The shapes of the frame of a look around a square `inside` (the symbol and its quiet zone), in modules. */
export async function frameShapes(look: Look, inside: Rectangle): Promise<Shape[]> {
  const frame = look.design?.frame
  if (!frame) return []
  const isAbove = frame.position === 'above'
  const bar = barArea(frame.type, isAbove, inside)
  const paint = frameColor(look)
  const caption = { path: await captionPath(frame.caption, textArea(bar)), paint: captionColor(look) }
  const radius = bar.height * 0.3
  switch (frame.type) {
    case 'text':
      return [caption]
    case 'bar':
      return [{ path: rectangle(bar, [radius, radius, radius, radius]), paint }, caption]
    case 'bubble':
      return [
        { path: rectangle(bar, [radius, radius, radius, radius]), paint },
        { path: tipOf(bar, isAbove), paint },
        caption,
      ]
    case 'border': {
      const border = borderWidth('border', inside.width)
      const { top, bottom } = frameSpace(look.design, inside.width)
      const outside = {
        x: inside.x - border,
        y: inside.y - top,
        width: inside.width + 2 * border,
        height: inside.height + top + bottom,
      }
      const outer = border * 2
      const inner = border
      const outerRadii: Radii = [outer, outer, outer, outer]
      const innerRadii: Radii = isAbove ? [0, 0, inner, inner] : [inner, inner, 0, 0]
      return [{ path: [...rectangle(outside, outerRadii), ...hole(inside, innerRadii)], paint }, caption]
    }
  }
}

function barArea(type: FrameType, isAbove: boolean, inside: Rectangle): Rectangle {
  const height = barHeight(inside.width)
  const inset = type === 'border' ? 0 : INSET
  const gap = type === 'bubble' ? TIP : 0
  const y = isAbove ? inside.y - gap - height : inside.y + inside.height + gap
  return { x: inside.x + inset, y, width: inside.width - 2 * inset, height }
}

// The caption keeps a distance from the edges of its bar.
function textArea({ x, y, width, height }: Rectangle): Rectangle {
  const padding = height * 0.2
  return { x: x + 1.5 * padding, y: y + padding, width: width - 3 * padding, height: height - 2 * padding }
}

function tipOf({ x, y, width, height }: Rectangle, isAbove: boolean) {
  const middle = x + width / 2
  const edge = isAbove ? y + height : y
  const point = isAbove ? edge + TIP : edge - TIP
  const corners = [
    [middle - TIP, edge],
    [middle, point],
    [middle + TIP, edge],
  ] as const
  return polygon(isAbove ? [...corners].reverse() : corners)
}
