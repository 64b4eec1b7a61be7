/** Why the databases cannot store a text as it is; null if they can. */
export function storageFault(text: string): string | null {
  if (text.includes('\u0000')) return 'must not contain the character U+0000'
  // The embedded database reads a leading U+FEFF as the mark of an encoding, and drops it.
  if (text.startsWith('\ufeff')) return 'must not start with the character U+FEFF'
  return text.isWellFormed()
    ? null
    : 'must be well-formed Unicode: it contains half of a surrogate pair, such as \\ud800'
}
