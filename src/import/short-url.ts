import { MAX_EXTRA_ALIASES } from '../../db/queries/aliases.ts'
import type { SourceRow } from './record.ts'

/** The parts of a short URL; without a domain it is an alias alone. */
interface ShortUrl {
  domain?: string
  custom?: string
}

// What programs write in place of nothing.
const NO_URL = /^(?:-|null|\\n|none|n\/a)$/i
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
// A host has a dot or a port, if it is not the machine itself.
const NO_HOST = /^(?!localhost(?:\/|$))(?:\/(?!\/)|[^./:]+(?:\/|$))/i

/**
 * Splits a short URL, with or without scheme, into domain and alias. `sale`, `summer/sale` and `/sale` are an alias
 * alone.
 */
export function takeShortUrl(text: string): ShortUrl {
  if (text === '' || NO_URL.test(text)) return {}
  if (NO_HOST.test(text)) return aliasOf(text)
  const url = SCHEME.test(text) ? text : `https://${text}`
  if (!URL.canParse(url)) return {}
  const { host, pathname } = new URL(url)
  return { domain: host, ...aliasOf(pathname) }
}

/** Splits a short URL where an alias alone may have dots, such as `file.pdf`. */
export const takeShortUrlOrAlias = (text: string): ShortUrl =>
  /[/:]/.test(text) || NO_URL.test(text) ? takeShortUrl(text) : aliasOf(text)

/**
 * Splits the short URLs of a link: the first that has an alias gives it, others on the same domain its further aliases.
 */
export function takeShortUrls(texts: readonly string[]) {
  const all = [...new Set(texts.filter((text) => text !== ''))].map(takeShortUrl)
  const first = all.find(({ custom }) => custom !== undefined) ?? all[0] ?? {}
  const others = all.filter((one) => one !== first)
  const near = others.filter(({ domain, custom }) => domain === first.domain && custom !== undefined)
  const aliases = [...new Set(near.flatMap(({ custom }) => custom ?? []))].filter((custom) => custom !== first.custom)
  const far = others.filter(({ domain }) => domain !== first.domain)
  return {
    first,
    aliases: aliases.slice(0, MAX_EXTRA_ALIASES),
    notes: [
      ...far.map(({ domain, custom = '' }) => `${domain}/${custom}, on another domain, is not carried over.`),
      ...aliases.slice(MAX_EXTRA_ALIASES).map((alias) => `The further alias ${alias} is one too many.`),
    ],
  }
}

export const ROOT_FAULT = {
  path: '/custom',
  message: 'is empty: it is the root of the domain, whose `redirectroot` does that here',
}

/** The fault of a link of a bare domain, which here is a field of the domain; `code` is its alias in another field. */
export const rootFault = ({ domain, custom }: ShortUrl, code = ''): Pick<SourceRow, 'faults'> =>
  domain !== undefined && custom === undefined && code === '' ? { faults: [ROOT_FAULT] } : {}

function aliasOf(path: string): ShortUrl {
  const alias = path.replace(/^\//, '').replace(/\/$/, '')
  if (alias === '') return {}
  try {
    return { custom: decodeURIComponent(alias) }
  } catch {
    return { custom: alias }
  }
}
