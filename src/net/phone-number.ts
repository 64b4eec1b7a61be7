/**
 * A phone number without the trunk prefix of its own country, which many write in brackets after the country code:
 * `+49 (0)30 901820` is dialled as `+49 30 901820`. Other numbers are returned unchanged.
 */
export const withoutTrunkPrefix = (phone: string): string =>
  phone.replace(/^(\s*(?:\+|00)[\d .\-/]*)\(0\)\s*/, (_, start: string) => `${start.trimEnd()} `)
