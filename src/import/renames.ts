import { hash } from 'node:crypto'
import { randomBase62 } from '../security/secrets.ts'

/** The most new aliases or codes that are tried to rename a row. */
export const MAX_RENAMES = 30
const MAX_ALIAS = 255

/** The alias to try after `tries` others: sale-2, sale-3 …; random after many. */
export function nextAlias(alias: string, tries: number): string {
  const end = tries < MAX_RENAMES - 5 ? `-${tries + 2}` : `-${randomBase62(5)}`
  return `${[...alias].slice(0, MAX_ALIAS - end.length).join('')}${end}`
}

/** The code to try after `tries` others. It is the same in each import of an account, so that a copy is found again. */
export const nextCode = (accountId: number, code: string, tries: number): string =>
  BigInt(`0x${hash('sha256', `${accountId} ${code} ${tries}`)}`)
    .toString(36)
    .slice(-8)
