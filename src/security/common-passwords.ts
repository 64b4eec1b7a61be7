import { dictionary } from '@zxcvbn-ts/language-common'

const MIN_LENGTH = 8

let common: Set<string> | undefined

/** Whether a password is one of the 49,000 most frequent in published leaks, ignoring case. */
export function isCommonPassword(password: string): boolean {
  // Shorter passwords are rejected for their length.
  common ??= new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= MIN_LENGTH))
  return common.has(password.toLowerCase())
}
