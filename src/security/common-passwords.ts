import { dictionary } from '@zxcvbn-ts/language-common'

const MIN_LENGTH = 8

let common: Set<string> | undefined

/** Whether a password is one of 49,000 that published leaks have most often; upper and lower case are the same. */
export function isCommonPassword(password: string): boolean {
  // Shorter ones are refused for their length.
  common ??= new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= MIN_LENGTH))
  return common.has(password.toLowerCase())
}
