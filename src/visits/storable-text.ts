/**
 * Text of a stranger for the database, cut to a length in UTF-16 units; null if nothing is left. Postgres cannot store
 * NUL and lone surrogates; other control characters are useless.
 */
export function storableText(text: string, maxLength: number): string | null {
  const kept = text
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .slice(0, maxLength)
    .toWellFormed()
  return kept === '' ? null : kept
}
