/** The most characters of an alias. */
export const MAX_ALIAS = 255

const PLAIN_SEGMENT = /^[A-Za-z0-9_.~-]+$/

const letter = '[[\\p{L}\\p{Nd}]--\\p{Default_Ignorable_Code_Point}]'
const mark = '[\\p{M}--\\p{Default_Ignorable_Code_Point}]'
const picture = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?'
// What an alias consists of: an emoji, a letter or digit with its marks, or one of `-_.~`. The emoji `#` and `*` on a key
// contain characters that end a path or are not in one.
const part = new RegExp(
  `(?![#*])\\p{RGI_Emoji}|${picture}(?:\\u200D${picture})*|\\p{Regional_Indicator}{2}|${letter}${mark}*|[\\-_.~]`,
  'vy',
)

function isSegment(text: string): boolean {
  if (text === '' || text === '.' || text === '..') return false
  if (PLAIN_SEGMENT.test(text)) return true
  // Part by part, because a pattern of the whole would try every way to divide a row of emoji.
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at
    if (!part.test(text)) return false
  }
  return true
}

/** A text as an alias is stored, in the normal form NFC; null if it is none: see `newAlias` in schemas/fields.ts. */
export function canonicalAlias(text: string): string | null {
  const alias = text.normalize('NFC')
  // A character is one or two code units.
  if (alias.length > 2 * MAX_ALIAS || (alias.length > MAX_ALIAS && [...alias].length > MAX_ALIAS)) return null
  return alias.split('/').every(isSegment) ? alias : null
}

const lowerLetter = (letter: string) => {
  const lower = letter.toLowerCase()
  return [...lower].length === 1 ? lower : letter
}

/** An alias without case, as the function fold_alias of the database writes it. */
export function foldAlias(alias: string): string {
  if (/^[!-~]*$/.test(alias)) return alias.toLowerCase()
  return Array.from(alias, lowerLetter).join('')
}

/** An alias as it is written in a URL. */
export function aliasPath(alias: string): string {
  return /^[A-Za-z0-9_.~/-]*$/.test(alias) ? alias : alias.split('/').map(encodeURIComponent).join('/')
}

/** The number of segments of an alias. */
export const segmentsOf = (alias: string): number => alias.split('/').length
