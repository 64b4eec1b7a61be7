import { createHash } from 'node:crypto'
import type { TemplateLook } from '../../db/queries/qr-templates.ts'
import type { LinkCodeQuery } from '../../schemas/link-codes.ts'
import type { QrWarning } from '../../schemas/qr-check.ts'
import type { QrDesign } from '../../schemas/qr-design.ts'
import { type Fault, invalid } from '../errors/api-error.ts'
import { BLACK, WHITE } from '../vector/colors.ts'
import { canonicalDesign, findDesignFaults } from './design-input.ts'
import type { Logo } from './logo.ts'
import { colorOr, type Look } from './look.ts'
import { type LogoSpace, makeSymbol } from './symbol.ts'

/** The symbol of a short URL with the text that it encodes; null if it is too long. */
export function linkSymbol(shortUrl: string, logo: Logo | null = null, space: LogoSpace = {}) {
  // A long alias may fit only as it is, without percent-encoding; browsers encode it themselves.
  for (const payload of [shortUrl, decodeURI(shortUrl)]) {
    const symbol = makeSymbol(payload, logo, space)
    if (symbol !== null) return { symbol, payload }
  }
  return null
}

/** A strong ETag of a picture by all that determines it, which is known before the picture is drawn. */
export const pictureTag = (...parts: unknown[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`

/** The look that a query asks for, with that of its template for the rest. Throws `invalid_request` with every fault that its schema cannot find. */
export async function readLook(query: LinkCodeQuery, template?: TemplateLook): Promise<Look> {
  const { foreground = template?.foreground, background = template?.background } = query
  const design = designOf(query, template?.design)
  const faults: Fault[] = (await findDesignFaults(design)).map((fault) => ({ ...fault, path: 'query/caption' }))
  if (query.frame !== undefined && !design?.frame) faults.push({ path: 'query/caption', message: 'is required' })
  if (faults.length > 0) throw invalid(faults)
  return { foreground: colorOr(foreground, BLACK), background: colorOr(background, WHITE), design }
}

/** The query parameters that a client can change to avoid a warning. */
export const PARAMETERS: Partial<Record<QrWarning['code'], string>> = {
  contrast_low: 'query/foreground',
  light_on_dark: 'query/foreground',
  quiet_zone_small: 'query/margin',
  background_transparent: 'query/transparent',
  modules_small: 'query/size',
}

function designOf(
  { foreground, modules, eyeframe, eyeball, eyeframecolor, eyeballcolor, transparent, frame, caption }: LinkCodeQuery,
  copied: QrDesign | null = null,
): QrDesign | null {
  // The gradient of the template would hide the color that was sent.
  const { gradient, ...plain } = copied ?? {}
  const base = { ...plain, ...(foreground === undefined && gradient ? { gradient } : {}) }
  const sent = { modules, eyeframe, eyeball, eyeframecolor, eyeballcolor, transparent }
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { type = 'bar', caption: text, ...rest } = base.frame ?? {}
  const words = caption ?? text
  const framed = words === undefined ? {} : { frame: { ...rest, type: frame ?? type, caption: words } }
  return canonicalDesign({ ...base, ...given, ...framed })
}
