import type { NewQrRow } from '../../db/queries/qr.ts'
import type { NewQr } from '../../schemas/qr.ts'
import type { QrWarning } from '../../schemas/qr-check.ts'
import type { Config } from '../config/config.ts'
import { ApiError, invalid } from '../errors/api-error.ts'
import { createQueue, takeTurn } from '../pictures/queue.ts'
import { PictureError } from '../pictures/source.ts'
import { randomCode } from './code.ts'
import { type CodeReferences, templateFaults } from './code-references.ts'
import { type Logo, type LogoSources, readLogo, readStoredLogo } from './logo.ts'
import { fixedStatic, nameOf } from './payload.ts'
import { findWarnings, readQrInput, refuseWarnings } from './qr-input.ts'

/** A code to create, with what is wrong with its picture. */
export interface QrInput {
  columns: NewQrRow
  warnings: QrWarning[]
}

// Bounds what one request may fetch, decode and store.
const MAX_LOGOS = 20
const MAX_CODES_WITH_LOGO = 100
const MAX_DECODED_DESIGNS = 20
const FETCHES = 4

const UNCHECKED: QrWarning = {
  code: 'not_checked',
  message: `The picture was not decoded: one request checks at most ${MAX_DECODED_DESIGNS} designs (colors and logo).`,
}

// The source of a logo that is copied from a template. No request can have it: it has a control character.
const TEMPLATE_LOGO = /^\u0001template (\d+)$/

/** A body with the values of its template where it has none itself. */
function withTemplate(body: NewQr, templates: CodeReferences['templates']): NewQr {
  const template = body.template === undefined ? undefined : templates.get(body.template)
  if (!template) return body
  const { background, foreground, logo_image } = template
  // The gradient of the template would hide the color that was sent.
  const { gradient, ...plain } = template.design ?? {}
  const design = template.design && body.foreground !== undefined ? plain : template.design
  const logo = logo_image === null ? null : `\u0001template ${body.template}`
  const copied = Object.entries({ background, foreground, design, logo }).filter(([, value]) => value !== null)
  const sent = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...copied, ...sent]) as NewQr
}

/** A function that reads the logos of one request, each of them once. */
export function createLogoReader(
  sources: LogoSources,
  templates: CodeReferences['templates'],
): (source: string) => Promise<Logo> {
  const queue = createQueue(FETCHES, MAX_LOGOS)
  const logos = new Map<string, Promise<Logo>>()
  let codes = 0
  return (source) => {
    const known = logos.get(source)
    codes++
    if (codes > MAX_CODES_WITH_LOGO)
      return Promise.reject(new PictureError(`is on more than ${MAX_CODES_WITH_LOGO} codes of one request`))
    if (known) return known
    if (logos.size === MAX_LOGOS)
      return Promise.reject(new PictureError(`is one more than the ${MAX_LOGOS} different logos of one request`))
    const stored = templates.get(Number(TEMPLATE_LOGO.exec(source)?.[1]))?.logo_image
    const logo = queue(async () => (stored ? readStoredLogo(stored) : readLogo(source, sources)))
    logo.catch(() => {})
    logos.set(source, logo)
    return logo
  }
}

const failureOf = (error: unknown): ApiError => {
  if (error instanceof ApiError && (error.code === 'invalid_request' || error.code === 'may_not_scan')) return error
  throw error
}

/**
 * Reads the valid bodies of requests to create QR codes. The picture of one code of each of 20 designs (colors and
 * logo) is drawn and decoded, which takes about 10 ms; the other codes of the design share the verdict. Those of more
 * designs get a warning.
 */
export async function readQrInputs(
  bodies: readonly NewQr[],
  config: Pick<Config, 'baseUrl'>,
  isStrict: boolean,
  sources: LogoSources,
  { domains, templates }: CodeReferences,
): Promise<(QrInput | ApiError)[]> {
  const readLogoOnce = createLogoReader(sources, templates)
  const filled = bodies.map((body) => withTemplate(body, templates))
  const read = async (body: NewQr) => {
    const faults = templateFaults(body.template, templates)
    return faults.length > 0 ? invalid(faults) : readQrInput(body, body.type, readLogoOnce, domains).catch(failureOf)
  }
  // The logos are fetched at the same time.
  const reads: ReturnType<typeof read>[] = []
  for (const body of filled) {
    // The longest captions and contents take many milliseconds each: each code gets a turn of its own, here and below.
    await takeTurn()
    const input = read(body)
    // It may reject before all are awaited.
    input.catch(() => {})
    reads.push(input)
  }
  const designs = new Map<string, boolean>()
  const inputs: (QrInput | ApiError)[] = []
  for (const [i, input] of (await Promise.all(reads)).entries()) {
    await takeTurn()
    if (input instanceof ApiError) {
      inputs.push(input)
      continue
    }
    const body = filled[i] as NewQr
    const { content, columns: sent } = input
    const columns = {
      background: null,
      foreground: null,
      logo: null,
      logo_image: null,
      design: null,
      domain: null,
      externalid: null,
      publicstats: false,
      ...sent,
      ...(body.logo !== bodies[i]?.logo ? { logo: templates.get(body.template ?? 0)?.logo ?? null } : {}),
      is_static: fixedStatic(body.type) ?? body.static === true,
      name: sent.name ?? nameOf(content),
      code: randomCode(),
    }
    const design = JSON.stringify([columns.background, columns.foreground, body.logo, columns.design])
    const isChecked = designs.has(design) || designs.size < MAX_DECODED_DESIGNS
    try {
      const warnings = await findWarnings(columns, config, isChecked ? designs.get(design) : true)
      if (isChecked) designs.set(design, !warnings.some(({ code }) => code === 'not_decoded'))
      else warnings.push(UNCHECKED)
      if (isStrict) refuseWarnings(warnings)
      inputs.push({ columns, warnings })
    } catch (error) {
      inputs.push(failureOf(error))
    }
  }
  return inputs
}
