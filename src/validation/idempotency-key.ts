const BARE = '[!#-~][!-~]{0,254}'
// A string of RFC 9651, in which a backslash escapes a quote or a backslash.
const QUOTED = '"(?:[!#-\\[\\]-~]|\\\\["\\\\]){1,255}"'

/** Matches every valid value of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_PATTERN = `^(?:${BARE}|${QUOTED})$`

const valid = new RegExp(IDEMPOTENCY_KEY_PATTERN)

/**
 * The key in a value of the header `Idempotency-Key`, which is the same bare and quoted; undefined if the value is not
 * valid.
 */
export function readIdempotencyKey(value: string): string | undefined {
  if (!valid.test(value)) return undefined
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}
