/** The length of a text in characters, as `maxLength` counts them: each is one or two code units. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Whether a text has more characters than its `maxLength`, or a list more items than its `maxItems`. */
export const isLonger = (value: string | readonly unknown[], max = Number.POSITIVE_INFINITY): boolean =>
  value.length > max && (typeof value !== 'string' || value.length > 2 * max || charactersIn(value) > max)
