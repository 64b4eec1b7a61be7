/** The length of a text in characters, as `maxLength` counts them: each is one or two code units. */
export const charactersIn = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

/** Whether a text has more characters than its `maxLength`, or a list more items than its `maxItems`. */
export const isLonger = (value: string | readonly unknown[], max = Number.POSITIVE_INFINITY): boolean =>
  value.length > max && (typeof value !== 'string' || value.length > 2 * max || charactersIn(value) > max)
