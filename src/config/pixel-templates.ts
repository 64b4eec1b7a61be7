import { Script } from 'node:vm'
import { PIXEL_TYPES } from '../../schemas/pixels.ts'
import type { Fault } from '../errors/api-error.ts'
import { placeholderFault } from './pixel-markup.ts'

/** The operator's snippet for one type of pixel, which is filled with the tag of a pixel. */
interface PixelTemplate {
  /** JavaScript, with `{{tag}}` inside strings. */
  script: string | null
  /**
   * Markup, with `{{tag}}` or `{{tag:url}}` (percent-encoded) in text or quoted attributes. Script elements get a
   * nonce.
   */
  html: string | null
  /** The pattern of valid tags. */
  pattern: RegExp | null
  /** The sources that the snippet needs, by directive of the Content-Security-Policy. */
  csp: Readonly<Record<string, readonly string[]>>
}

/** Templates by type of pixel. */
export type PixelTemplates = ReadonlyMap<string, PixelTemplate>

/** The filled snippets for the pixels of one page. */
export interface FilledPixels {
  scripts: readonly string[]
  markup: readonly string[]
  sources: Record<string, string[]>
}

/** An invalid file of templates. */
export class PixelTemplateError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`PIXEL_TEMPLATES: ${faults.join(' ')}`)
    this.name = 'PixelTemplateError'
    this.faults = faults
  }
}

const TYPE = /^vendor(0[1-8]pixel|09|1[0-3])$/
const FIELDS = new Set(['script', 'html', 'pattern', 'csp'])
const DIRECTIVES = new Set(['script-src', 'img-src', 'connect-src', 'frame-src', 'style-src', 'font-src'])
const SOURCE =
  /^(https:|wss:|data:|blob:|'self'|'strict-dynamic'|'unsafe-eval'|(https|wss):\/\/(\*\.)?[a-z0-9.-]+(:[0-9]+)?(\/[^\s;,'"]*)?)$/i

/**
 * Reads the operator's templates file (JSON: type → `{script?, html?, pattern?, csp?}`). Throws PixelTemplateError with
 * every fault.
 */
export function readPixelTemplates(text: string): PixelTemplates {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw new PixelTemplateError([`The file is not JSON: ${error instanceof Error ? error.message : error}.`])
  }
  if (!isRecord(file))
    throw new PixelTemplateError(['The file must contain an object with a template for each type of pixel.'])
  const faults: string[] = []
  const templates = new Map<string, PixelTemplate>()
  for (const [type, value] of Object.entries(file)) {
    const template = readTemplate(value, (fault) => faults.push(`${type}: ${fault}`))
    if (!TYPE.test(type)) faults.push(`${type}: unknown type of pixel.`)
    else if (template !== null) templates.set(type, template)
  }
  if (faults.length > 0) throw new PixelTemplateError(faults)
  return templates
}

/** Whether a tag matches the pattern of its type of pixel, if the type has one. */
export function isTagAllowed(templates: PixelTemplates, type: string, tag: string): boolean {
  return templates.get(type)?.pattern?.test(tag) ?? true
}

/** The faults of a tag for a type of pixel; if the type is undefined, the tag must be invalid for all types. */
export function tagFaults(templates: PixelTemplates, type: string | undefined, tag: string): Fault[] {
  const types = type === undefined ? PIXEL_TYPES : [type]
  if (types.some((name) => isTagAllowed(templates, name, tag))) return []
  return [{ path: '/tag', message: `does not look like a tag of ${type ?? 'any type'}` }]
}

/** Fills the templates for the pixels of a page. Null if none of them has a template. */
export function fillPixels(
  templates: PixelTemplates,
  pixels: readonly { type: string; tag: string }[],
): FilledPixels | null {
  const filled = { scripts: [] as string[], markup: [] as string[], sources: {} as Record<string, string[]> }
  for (const { type, tag } of pixels) {
    const template = templates.get(type)
    if (template === undefined || !isTagAllowed(templates, type, tag)) continue
    if (template.script !== null) filled.scripts.push(template.script.replaceAll('{{tag}}', () => inString(tag)))
    if (template.html !== null) filled.markup.push(fillMarkup(template.html, tag))
    for (const [directive, sources] of Object.entries(template.csp)) {
      filled.sources[directive] = [...new Set([...(filled.sources[directive] ?? []), ...sources])]
    }
  }
  return filled.scripts.length + filled.markup.length === 0 ? null : filled
}

function readTemplate(value: unknown, fault: (text: string) => void): PixelTemplate | null {
  if (!isRecord(value)) {
    fault('must be an object.')
    return null
  }
  for (const key of Object.keys(value)) if (!FIELDS.has(key)) fault(`the field "${key}" is not known.`)
  const [script, html, pattern] = ['script', 'html', 'pattern'].map((key) => {
    const field = value[key]
    if (field === undefined || field === null) return null
    if (typeof field === 'string' && field !== '') return field
    fault(`"${key}" must be a text.`)
    return null
  }) as [string | null, string | null, string | null]
  if (script === null && html === null) fault('"script" or "html" is needed.')
  if (script !== null) checkScript(script, fault)
  if (html !== null) {
    const found = placeholderFault(html)
    if (found !== null) fault(`"html": ${found}`)
  }
  return { script, html, pattern: readPattern(pattern, fault), csp: readSources(value['csp'], fault) }
}

function checkScript(script: string, fault: (text: string) => void): void {
  if (/<\/script|<!--/i.test(script)) fault('"script" must not contain "</script" or "<!--".')
  try {
    // Compiled, never run. Filled so, a placeholder outside a string is no JavaScript.
    new Script(`async () => {${script.replaceAll('{{tag}}', inString(' '))}\n}`)
  } catch {
    fault('"script" is not JavaScript, or {{tag}} stands outside quotes.')
  }
}

function readPattern(pattern: string | null, fault: (text: string) => void): RegExp | null {
  if (pattern === null) return null
  try {
    return new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    fault('"pattern" is not a regular expression.')
    return null
  }
}

function readSources(value: unknown, fault: (text: string) => void): Record<string, string[]> {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) {
    fault('"csp" must be an object: directive to list of sources.')
    return {}
  }
  const sources: Record<string, string[]> = {}
  for (const [directive, list] of Object.entries(value)) {
    if (!DIRECTIVES.has(directive)) fault(`"csp" may not set "${directive}".`)
    else if (Array.isArray(list) && list.every((source) => typeof source === 'string' && SOURCE.test(source))) {
      sources[directive] = list
    } else fault(`"csp" lists under "${directive}" something that is not a source.`)
  }
  return sources
}

// Every character that could mean anything becomes an escape that holds in '…', "…" and `…`.
function inString(tag: string): string {
  return tag.replace(/[^A-Za-z0-9_]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function fillMarkup(markup: string, tag: string): string {
  const escaped = tag.replace(/[^A-Za-z0-9_ .:/-]/gu, (character) => `&#${character.codePointAt(0)};`)
  return markup.replaceAll('{{tag:url}}', () => encodeTag(tag)).replaceAll('{{tag}}', () => escaped)
}

function encodeTag(tag: string): string {
  return encodeURIComponent(tag.toWellFormed()).replace(/[!'()*]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
