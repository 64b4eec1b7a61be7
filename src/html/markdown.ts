import { type Html, html } from './html.ts'

// Emphasis within emphasis and so on; deeper than this stays as it was typed.
const DEEPEST = 6

/**
 * A subset of Markdown as markup: paragraphs, line breaks, lists, strong, emphasis, code, links to http, https and mailto.
 * Everything else, markup above all, is text.
 */
export function markdown(source: string): Html {
  const blocks: Html[] = []
  for (const chunk of source.replace(/\r\n?/g, '\n').split(/\n[ \t]*(?:\n[ \t]*)+/)) {
    const lines = chunk.split('\n').filter((line) => line.trim() !== '')
    while (lines.length > 0) blocks.push(takeList(lines) ?? takeParagraph(lines))
  }
  return html`${blocks}`
}

interface Marker {
  ordered: boolean
  start: number
  rest: string
}

function markerOf(line: string): Marker | null {
  const bullet = /^ {0,3}[-*+][ \t]+(.*)$/.exec(line)
  if (bullet) return { ordered: false, start: 1, rest: bullet[1] ?? '' }
  const number = /^ {0,3}(\d{1,6})[.)][ \t]+(.*)$/.exec(line)
  return number ? { ordered: true, start: Number(number[1]), rest: number[2] ?? '' } : null
}

function takeList(lines: string[]): Html | null {
  const first = markerOf(lines[0] ?? '')
  if (first === null) return null
  const items: string[] = []
  for (;;) {
    const line = lines[0]
    const marker = line === undefined ? null : markerOf(line)
    if (line === undefined || (marker !== null && marker.ordered !== first.ordered)) break
    if (marker === null) items.push(`${items.pop() ?? ''}\n${line.trim()}`)
    else items.push(marker.rest)
    lines.shift()
  }
  const entries = items.map((item) => html`<li>${inline(item)}</li>`)
  if (!first.ordered) return html`<ul>${entries}</ul>`
  return html`<ol${first.start === 1 ? null : html` start="${first.start}"`}>${entries}</ol>`
}

function takeParagraph(lines: string[]): Html {
  const taken: string[] = []
  while (lines.length > 0 && (taken.length === 0 || markerOf(lines[0] ?? '') === null)) taken.push(lines.shift() ?? '')
  return html`<p>${inline(taken.map((line) => line.trim()).join('\n'))}</p>`
}

const LINK = /\[([^[\]]+)\]\(([^()\s]{1,2048})\)/y
const ADDRESS = /https?:\/\/[^\s<>"'`]+/iy
const WORD = /[\p{L}\p{N}]/u

// What a search of the text has shown not to be there; without it, hostile text would be searched again from every sign.
interface Misses {
  /** No emphasis of this mark that begins at or after this place ends. */
  closers: Map<string, number>
  /** No address begins before this place. */
  addresses: number
}

function inline(text: string, depth = 0, inLink = false): Html {
  const misses: Misses = { closers: new Map(), addresses: 0 }
  const parts: Html[] = []
  let plain = ''
  const push = (part: Html) => {
    parts.push(html`${plain}`, part)
    plain = ''
  }
  for (let at = 0; at < text.length; ) {
    const found = inlineAt(text, at, depth, inLink, misses)
    if (found === null) {
      const isEscape = text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')
      plain += text[isEscape ? at + 1 : at] ?? ''
      at += isEscape ? 2 : 1
    } else {
      push(found.markup)
      at = found.end
    }
  }
  return html`${parts}${plain}`
}

interface Found {
  markup: Html
  end: number
}

function inlineAt(text: string, at: number, depth: number, inLink: boolean, misses: Misses): Found | null {
  const character = text[at]
  if (character === '\n') return { markup: html`<br>`, end: at + 1 }
  if (character === '`') return codeAt(text, at)
  if (depth >= DEEPEST) return null
  if (character === '*' || character === '_') return emphasisAt(text, at, depth, inLink, misses)
  if (inLink) return null
  if (character === '[') return linkAt(text, at, depth)
  if (character === 'h' || character === 'H') return addressAt(text, at, misses)
  return null
}

function codeAt(text: string, at: number): Found | null {
  const end = text.indexOf('`', at + 1)
  return end <= at + 1 ? null : { markup: html`<code>${text.slice(at + 1, end)}</code>`, end: end + 1 }
}

function emphasisAt(text: string, at: number, depth: number, inLink: boolean, misses: Misses): Found | null {
  const sign = text[at] ?? ''
  const mark = text[at + 1] === sign ? sign + sign : sign
  const start = at + mark.length
  if (/^\s?$/.test(text[start] ?? '')) return null
  // Within a word an underscore is part of it.
  if (sign === '_' && WORD.test(text[at - 1] ?? '')) return null
  if (start >= (misses.closers.get(mark) ?? Number.POSITIVE_INFINITY)) return null
  for (let end = text.indexOf(mark, start + 1); end !== -1; end = text.indexOf(mark, end + 1)) {
    const after = end + mark.length
    if (/\s/.test(text[end - 1] ?? '') || (sign === '_' && WORD.test(text[after] ?? ''))) continue
    // `*a**` closes at its last sign.
    if (mark.length === 1 && text[after] === sign && text[after + 1] !== sign) continue
    const inner = inline(text.slice(start, end), depth + 1, inLink)
    return { markup: mark.length === 2 ? html`<strong>${inner}</strong>` : html`<em>${inner}</em>`, end: after }
  }
  misses.closers.set(mark, start)
  return null
}

function linkAt(text: string, at: number, depth: number): Found | null {
  LINK.lastIndex = at
  const [whole, label = '', url = ''] = LINK.exec(text) ?? []
  if (whole === undefined || !/^(https?:\/\/|mailto:)/i.test(url)) return null
  return { markup: anchor(url, inline(label, depth + 1, true)), end: at + whole.length }
}

function addressAt(text: string, at: number, misses: Misses): Found | null {
  if (at < misses.addresses || WORD.test(text[at - 1] ?? '')) return null
  ADDRESS.lastIndex = at
  const run = ADDRESS.exec(text)?.[0]
  if (run === undefined) return null
  let length = run.length
  while (/[.,;:!?)\]*_]/.test(run[length - 1] ?? '')) length -= 1
  const url = run.slice(0, length)
  if (!URL.canParse(url)) {
    misses.addresses = at + run.length
    return null
  }
  return { markup: anchor(url, html`${url.replace(/^https?:\/\//i, '')}`), end: at + url.length }
}

function anchor(url: string, label: Html): Html {
  return html`<a href="${url}" rel="noopener nofollow ugc">${label}</a>`
}
