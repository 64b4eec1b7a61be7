import type { Signer } from '../security/signer.ts'
import { SOURCE } from '../visits/visit-details.ts'
import { ACCESS, ownerStatement } from './owner-access.ts'

/** The query string of a visit to a link. */
export interface VisitQuery {
  /** The query as it was sent, without `?`, the owner's token and the source tag; ASCII. */
  forwarded: string
  /** Whether it has a valid owner's token of the link. */
  isOwner: boolean
}

/** The decoded name of a `name=value` pair. */
export function pairName(pair: string): string {
  return decode(pair.split('=', 1)[0] ?? '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * Percent-encodes everything in a query but visible ASCII, and `#`, for a Location header. `encoding` is latin1 for the
 * URLs of requests, which Node decodes as such, else utf8.
 */
export function asciiQuery(query: string, encoding: 'latin1' | 'utf8'): string {
  if (/^[\x21\x22\x24-\x7e]*$/.test(query)) return query
  return query.replace(/[^\x21\x22\x24-\x7e]/gu, (character) =>
    [...Buffer.from(character, encoding)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )
}

/** The query of a request's URL in a form that is valid in a Location header; '' if there is none. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : asciiQuery(url.slice(mark + 1), 'latin1')
}

/**
 * Reads the query of a visit to a link. A parameter `access` that this service did not sign for the link is forwarded;
 * the source tag, which only the statistics use, is not.
 */
export function readVisitQuery(query: string, linkId: number, signer: Pick<Signer, 'verify' | 'isSigned'>): VisitQuery {
  if (query === '') return { forwarded: '', isOwner: false }
  const statement = ownerStatement(linkId)
  let isOwner = false
  const pairs = query.split('&')
  const forwarded = pairs.filter((pair) => {
    const name = pairName(pair)
    if (name === SOURCE) return false
    if (name !== ACCESS) return true
    const token = decode(pair.slice(pair.indexOf('=') + 1))
    if (!signer.isSigned(statement, token)) return true
    isOwner ||= signer.verify(statement, token)
    return false
  })
  return { forwarded: forwarded.length === pairs.length ? query : forwarded.join('&'), isOwner }
}
