/** Markup that is safe to send. Only `html` and `raw` create it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Value = Html | string | number | null | undefined | false | readonly Value[]

/**
 * Builds markup from a template. Values are escaped for text and quoted attributes, except `Html`; null, undefined and
 * false give no output.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  let text = strings[0] ?? ''
  values.forEach((value, index) => {
    text += render(value) + (strings[index + 1] ?? '')
  })
  return new Html(text)
}

/**
 * Takes a text as markup without escaping. Only for constants and for markup that a renderer has escaped, never for
 * input.
 */
export function raw(text: string): Html {
  return new Html(text)
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Escapes a text for markup, in text and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? character)
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'smsto:', 'geo:'])

/** The URL if a browser may follow it (http, https, mailto, tel, sms, geo, or a path or query on this host), else `#`. */
export function safeHref(url: string): string {
  if (/^(\?|\/(?![/\\]))[^\s\\]*$/.test(url)) return url
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(url)?.[1]?.toLowerCase()
  return scheme !== undefined && SCHEMES.has(scheme) ? url : '#'
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}
