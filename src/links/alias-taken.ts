import { MAX_EXTRA_ALIASES, type Refusal } from '../../db/queries/aliases.ts'
import type { LinkAddresses } from '../../db/queries/link-moves.ts'
import { type ApiError, externalIdTaken, invalid, taken } from '../errors/api-error.ts'
import { START_FAULT } from './link-references.ts'

/** The failure of an alias that another link or page has; `path` is its field. */
export const aliasTaken = (path = '/custom') =>
  taken('alias_taken', path, 'This alias is taken on this domain; choose another one.')

/** The failure for a refused address, external id or time of a link or page; `move` is the requested address. */
export function refused(
  { reason, alias }: Refusal,
  { alias: custom, aliases = [] }: Pick<LinkAddresses, 'alias' | 'aliases'>,
): ApiError {
  if (reason === 'external') return externalIdTaken()
  if (reason === 'start') return invalid([{ path: '/start', message: START_FAULT }])
  if (reason === 'expiry') return invalid([{ path: '/expiry', message: 'must be after the start of the link' }])
  if (reason === 'many')
    return invalid([
      { path: '/keepalias', message: `would give the link more than ${MAX_EXTRA_ALIASES} further aliases` },
    ])
  const place = aliases.indexOf(alias)
  if (place === -1 && alias !== custom) return refusedThere(reason, alias)
  const path = place === -1 ? '/custom' : `/aliases/${place}`
  if (reason === 'taken') return aliasTaken(path)
  return invalid([{ path, message: `is reserved: the service itself answers at /${alias}`, code: 'alias_reserved' }])
}

/** The failure of an alias that was not sent: one that would move to another domain with its link or page. */
function refusedThere(reason: 'taken' | 'reserved', alias: string): ApiError {
  if (reason === 'taken') return taken('alias_taken', '/domain', `The alias ${alias} moves with it and is taken there.`)
  const message = `cannot be the service's own host, where the alias ${alias}, which moves with it, is reserved`
  return invalid([{ path: '/domain', message, code: 'alias_reserved' }])
}
