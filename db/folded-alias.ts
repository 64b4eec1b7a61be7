import { type RawBuilder, sql } from 'kysely'

const foldLetter = (letter: string): string => {
  // The dotless i is a letter of its own, also in the case folding of Unicode.
  if (letter === 'ı') return letter
  const upper = letter.toUpperCase()
  const lower = ([...upper].length === 1 ? upper : letter).toLowerCase()
  return [...lower].length === 1 ? lower : letter
}

const ASCII = /^[!-~]*$/

/** The case-folded form of an alias. Folding happens only here: the database stores the result. */
export function foldAlias(alias: string): string {
  return ASCII.test(alias) ? alias.toLowerCase() : Array.from(alias, foldLetter).join('')
}

/** The stored folded alias: null for ASCII, whose folded form is its lower case (`aliasKey`). */
export const foldedOf = (alias: string): string | null => (ASCII.test(alias) ? null : foldAlias(alias))

/** The SQL expression of the folded alias of a row, the same as in the index aliases_folded. */
export const aliasKey = (table: string): RawBuilder<string> =>
  sql.raw(`coalesce(${table}.folded, lower(${table}.alias collate "C"))`)
