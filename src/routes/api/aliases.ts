import { taken } from '../../errors/api-error.ts'

/** The 409 of an alias that is somebody's. */
export const aliasTaken = () =>
  taken('alias_taken', '/custom', 'This alias is taken on this domain; choose another one.')
