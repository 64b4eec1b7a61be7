import { createRequire } from 'node:module'

const MIN_LENGTH = 8
const LIST = '@zxcvbn-ts/language-common'

let common: Set<string> | undefined

// Loaded when a password is set for the first time, because it takes 15 MB.
function readList(): Set<string> {
  const { dictionary } = createRequire(import.meta.url)(LIST) as typeof import('@zxcvbn-ts/language-common')
  // Shorter passwords are rejected for their length.
  return new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= MIN_LENGTH))
}

/** Whether a password is one of the 49,000 most frequent in published leaks, ignoring case. */
export function isCommonPassword(password: string): boolean {
  common ??= readList()
  return common.has(password.toLowerCase())
}
