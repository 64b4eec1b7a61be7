import { taken } from '../../errors/api-error.ts'

/** The failure of an alias that another link or page has. */
export const aliasTaken = () =>
  taken('alias_taken', '/custom', 'This alias is taken on this domain; choose another one.')
