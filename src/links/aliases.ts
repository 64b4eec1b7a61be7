/** The maximum number of characters of an alias. */
export const MAX_ALIAS = 255

const PLAIN_SEGMENT = /^[A-Za-z0-9_.~-]+$/

const letter = '[[\\p{L}\\p{Nd}\\p{Nl}]--\\p{Default_Ignorable_Code_Point}]'
const mark = '[\\p{M}--\\p{Default_Ignorable_Code_Point}]'
const picture = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?'
// What an alias consists of: an emoji, a letter or digit with its marks, or one of `-_.~`.
const part = new RegExp(
  `\\p{RGI_Emoji_Tag_Sequence}|${picture}(?:\\u200D${picture})*|\\p{Regional_Indicator}{2}|${letter}${mark}*|[\\-_.~]`,
  'vy',
)
// Variation selectors: they only affect how an emoji is drawn, and not all keyboards insert them.
const PRESENTATION = /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\uFE0E\uFE0F]|(?<=[0-9])\uFE0F(?=\u20E3)/gu

function isSegment(text: string): boolean {
  if (text === '' || text === '.' || text === '..') return false
  if (PLAIN_SEGMENT.test(text)) return true
  // Matched part by part, because a pattern for the whole alias would backtrack exponentially on emoji.
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at
    if (!part.test(text)) return false
  }
  return true
}

// Normalizing sorts the marks after a letter, in a time that grows with the square of their number.
const MANY_MARKS = /\p{M}{31}/u
const isNormalizable = (text: string) =>
  text.length <= MAX_ALIAS || (text.length <= 4 * MAX_ALIAS && !MANY_MARKS.test(text))

/** The normal form of an alias: NFC, without variation selectors of emoji. A text that cannot be one is left as it is. */
export const normalAlias = (text: string): string =>
  isNormalizable(text) ? text.normalize('NFC').replace(PRESENTATION, '') : text

/** A text in the normal form of aliases; null if it is not a valid alias (see `newAlias` in schemas/fields.ts). */
export function canonicalAlias(text: string): string | null {
  if (text.length <= MAX_ALIAS && PLAIN_SEGMENT.test(text) && isSegment(text)) return text
  if (!isNormalizable(text)) return null
  const alias = normalAlias(text)
  // A character is one or two code units.
  if (alias.length > 2 * MAX_ALIAS || (alias.length > MAX_ALIAS && [...alias].length > MAX_ALIAS)) return null
  return alias.split('/').every(isSegment) ? alias : null
}

/** An alias as it is written in a URL. */
export function aliasPath(alias: string): string {
  return /^[A-Za-z0-9_.~/-]*$/.test(alias) ? alias : alias.split('/').map(encodeURIComponent).join('/')
}

/** The number of segments of an alias. */
export const segmentsOf = (alias: string): number => alias.split('/').length
