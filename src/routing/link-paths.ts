import { aliasPath, canonicalAlias, MAX_ALIAS, segmentsOf } from '../links/aliases.ts'
import { asciiQuery } from './visit-query.ts'

/** The path of a request, read as an alias and what may follow it. */
export interface LinkPath {
  /** The aliases that the path may start with, longest first. */
  aliases: string[]
  /** Whether the first of them is the whole path. */
  isWhole: boolean
  /** The segments as they were sent, in visible ASCII. */
  segments: string[]
}

/** The path of a request's URL, without its query and a slash at either end; the URL may be an absolute one. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  return path.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/|\/$/g, '')
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

// A destination could read these as steps to another path, or to another host.
const isUnsafe = (text: string | null) =>
  text === null || text === '' || text === '.' || text === '..' || /[/\\\p{Cc}]/u.test(text)

/** Reads a path without slashes at its ends; null if it neither is an alias nor may follow one. */
export function readLinkPath(path: string): LinkPath | null {
  const segments = asciiQuery(path, 'latin1').split('/')
  const decoded = segments.map(decodeSegment)
  if (decoded.some(isUnsafe)) return null
  const aliases: string[] = []
  let length = 0
  for (const segment of decoded) {
    const alias = canonicalAlias(segment ?? '')
    length += (alias === null ? MAX_ALIAS : [...alias].length) + (aliases.length === 0 ? 0 : 1)
    if (alias === null || length > MAX_ALIAS) break
    aliases.unshift(aliases.length === 0 ? alias : `${aliases[0]}/${alias}`)
  }
  return aliases.length === 0 ? null : { aliases, isWhole: aliases.length === segments.length, segments }
}

/** What follows the first `count` segments of the path of a URL, as it was sent; '' if nothing does. */
export function pathAfter({ segments }: LinkPath, count: number, url: string): string {
  const path = segments.slice(count).join('/')
  return path !== '' && /^[^?]*\/(?:\?|$)/.test(url) ? `${path}/` : path
}

/** The first segment of the path of a URL, decoded; '' if it cannot be. */
export const firstSegmentOf = (url: string): string => decodeSegment(pathOf(url).split('/', 1)[0] ?? '') ?? ''

// `<alias>+` is the statistics page of a link, `<alias>/qr`, `<alias>/qr/<size>` and `<alias>/ico` are pictures of it.
const SUFFIX = /(?:\+|%2[bB])$|\/(?:qr(?:\/(?<size>\d+))?|(?<ico>ico))$/

/** A picture of a link: a QR code of its short URL with the requested number of pixels, or an icon. */
export type LinkPicture = { kind: 'qr'; size: string | undefined } | { kind: 'ico' }

/** What is shown of a link. */
export type Page = 'visit' | 'stats' | LinkPicture

/** The path of a request without the suffix of another page of a link. */
export function splitPath(path: string): { alias: string; page: Page } {
  const found = SUFFIX.exec(path)
  if (!found) return { alias: path, page: 'visit' }
  const { size, ico } = found.groups ?? {}
  const isStats = !found[0].startsWith('/')
  const page = isStats ? 'stats' : ico === undefined ? { kind: 'qr' as const, size } : { kind: 'ico' as const }
  return { alias: path.slice(0, found.index), page }
}

/** What a path asks for: the page of what is at `before`, or, if that is no whole alias, a visit by the `whole` path. */
export function readAskedPath(path: string): { before: LinkPath; page: Page; whole: LinkPath | null } | null {
  const { alias, page } = splitPath(path)
  const whole = readLinkPath(path)
  // Where no alias is before a suffix it is part of the path, as in `/<alias>/+`.
  const beforeSuffix = page === 'visit' ? null : readLinkPath(alias)
  const before = beforeSuffix ?? whole
  return before && { before, page: beforeSuffix === null ? 'visit' : page, whole }
}

/** The aliases that may answer at a path, longest first; the first is the whole path, or '' where none can be that. */
export const candidatesOf = ({ aliases, isWhole }: LinkPath): string[] => (isWhole ? aliases : ['', ...aliases])

/**
 * What follows the alias in a visit to `/<alias>/<text>`, as a real one has it, and the aliases that may answer there;
 * null: such a URL is no visit to a link of this alias, whatever the link forwards.
 */
export function supposedPath(alias: string, text: string): { path: string; candidates: string[] } | null {
  const sent = asciiQuery(text.replace(/[?#].*$/s, '').replace(/^\//, ''), 'utf8')
  if (sent === '') return { path: '', candidates: [] }
  const own = aliasPath(alias)
  const url = `/${own}/${sent}`
  const path = pathOf(url)
  const asked = readAskedPath(path)
  if (!asked?.whole || splitPath(path).alias === own) return null
  return { path: pathAfter(asked.whole, segmentsOf(alias), url), candidates: candidatesOf(asked.before) }
}
