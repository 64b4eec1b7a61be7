import type { RedirectStatus } from '../../../schemas/link-fields.ts'
import { safeDestination } from '../../routing/destinations.ts'

/** A redirect of a static export. */
export interface Entry {
  host: string
  /** The path, decoded, with its slash. */
  path: string
  /** An absolute URL of printable ASCII. */
  target: string
  status: RedirectStatus
}

/** An address with its redirect, unless it is left out, and notes for the operator. */
export interface Found {
  host: string
  path: string
  /** False: its domain was deleted, and another address may have the same host and path. */
  isAttached: boolean
  redirect: Pick<Entry, 'target' | 'status'> | null
  reasons: string[]
}

/** The response of this service to a scan, and of a domain to its bare host and to unknown paths. */
export const TEMPORARY: RedirectStatus = 302

/** nginx compares words without the case of ASCII letters. */
export const foldAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * A destination in printable ASCII; characters that are not valid in URLs but have a meaning in configurations are
 * encoded.
 */
export function asciiTarget(url: string): string | null {
  const safe = safeDestination(url)
  if (safe === null || !URL.canParse(safe)) return null
  const ascii = /^[\x21-\x7e]+$/.test(safe) ? safe : new URL(safe).href
  return ascii.replaceAll(/["'<>\\^`{|}]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
