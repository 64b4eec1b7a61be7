import { type RawBuilder, sql } from 'kysely'

const foldLetter = (letter: string): string => {
  // The dotless i is a letter of its own, also in the case folding of Unicode.
  if (letter === 'ı') return letter
  const upper = letter.toUpperCase()
  const lower = ([...upper].length === 1 ? upper : letter).toLowerCase()
  return [...lower].length === 1 ? lower : letter
}

const ASCII = /^[!-~]*$/

/** An alias without case. Only here aliases are folded; the database stores the result and lowers those of ASCII. */
export function foldAlias(alias: string): string {
  return ASCII.test(alias) ? alias.toLowerCase() : Array.from(alias, foldLetter).join('')
}

/** What is stored as the folded alias: null for those of ASCII, of which `aliasKey` tells it. */
export const foldedOf = (alias: string): string | null => (ASCII.test(alias) ? null : foldAlias(alias))

/** The folded alias of a row of a table, as the index aliases_folded has it. */
export const aliasKey = (table: string): RawBuilder<string> =>
  sql.raw(`coalesce(${table}.folded, lower(${table}.alias collate "C"))`)
