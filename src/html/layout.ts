import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { brandStyle } from './brand.ts'
import { type Html, html, raw, type Value } from './html.ts'
import type { Look } from './look.ts'
import { BASE_STYLE } from './style.ts'

/** A finished document and the Content-Security-Policy it must be sent with. */
export interface Page {
  html: string
  policy: string
}

interface PageParts {
  look: Look
  title: string
  body: Html
  /** CSS after the shared style sheet. Only constants and validated colors. */
  style?: string
  /** Replaces the shared style sheet. */
  sheet?: string
  /** An inline script of this service, allowed by its hash. */
  script?: string
  /** Further elements of the head. */
  head?: Value
  /** The nonce on third-party scripts; added to `script-src`. */
  nonce?: string
  /** Additional sources by directive: `{'img-src': ['https:']}`. */
  sources?: Record<string, readonly string[]>
  /** Whether search engines may list the page. Default false. */
  listed?: boolean
}

/** Builds a page: head, inline style allowed by its hash, body. */
export function page(parts: PageParts): Page {
  const sheet = parts.sheet ?? BASE_STYLE + brandStyle(parts.look.brand)
  const style = sheet + (parts.style ?? '')
  if (style.includes('</')) throw new Error('A style sheet must not contain `</`.')
  const document = html`<!doctype html>
<html lang="${parts.look.language.tag}" dir="${parts.look.language.dir}">
<head>
<meta charset="utf-8">
<title>${parts.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${parts.listed ? null : html`<meta name="robots" content="noindex">`}
<style>${raw(style)}</style>
${parts.head}
</head>
<body>
${parts.body}
${parts.script === undefined ? null : html`<script>${raw(parts.script)}</script>`}
</body>
</html>
`
  const scripts = [
    ...(parts.script === undefined ? [] : [hashSource(parts.script)]),
    ...(parts.nonce === undefined ? [] : [`'nonce-${parts.nonce}'`]),
  ]
  return {
    html: document.text,
    policy: policy({ 'style-src': [hashSource(style)], 'script-src': scripts }, parts.sources ?? {}),
  }
}

/** Features that neither our pages nor pages in their frames may use. */
export const PERMISSIONS_POLICY = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'

/** The headers of a page, including its content policy. */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
  }
}

// Pictures come from this service only, including copies of those that accounts name, and the favicon.
const DEFAULTS: Record<string, readonly string[]> = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'"],
}

function policy(...layers: Record<string, readonly string[]>[]): string {
  const sources = new Map<string, Set<string>>()
  for (const [directive, values] of [DEFAULTS, ...layers].flatMap(Object.entries<readonly string[]>)) {
    const all = sources.get(directive) ?? new Set()
    if (values.length > 0) all.delete("'none'")
    for (const value of values) all.add(value)
    if (all.size > 0) sources.set(directive, all)
  }
  return [...sources].map(([directive, values]) => `${directive} ${[...values].join(' ')}`).join('; ')
}

const hashes = new LRUCache<string, string>({ max: 200 })

function hashSource(text: string): string {
  let source = hashes.get(text)
  if (source === undefined) {
    source = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    hashes.set(text, source)
  }
  return source
}
