import { MAX_EXTRA_ALIASES, type Refusal } from '../../db/queries/aliases.ts'
import { type ApiError, externalIdTaken, invalid, taken } from '../errors/api-error.ts'
import { START_FAULT } from './link-references.ts'

/** The failure of an alias that another link or page has; `path` is its field. */
export const aliasTaken = (path = '/custom') =>
  taken('alias_taken', path, 'This alias is taken on this domain; choose another one.')

/** The failure of an address, external id or time that a link or page cannot have. */
export function refused({ reason, alias }: Refusal, { aliases = [] }: { aliases?: readonly string[] }): ApiError {
  if (reason === 'external') return externalIdTaken()
  if (reason === 'start') return invalid([{ path: '/start', message: START_FAULT }])
  if (reason === 'expiry') return invalid([{ path: '/expiry', message: 'must be after the start of the link' }])
  if (reason === 'many')
    return invalid([
      { path: '/keepalias', message: `would give the link more than ${MAX_EXTRA_ALIASES} further aliases` },
    ])
  const place = aliases.indexOf(alias)
  const path = place === -1 ? '/custom' : `/aliases/${place}`
  if (reason === 'taken') return aliasTaken(path)
  return invalid([{ path, message: `is reserved: the service itself answers at /${alias}`, code: 'alias_reserved' }])
}
