/** Reads one value of a code's data, a text of `max` characters at most: what is kept of it, or what is wrong with it. */
export type ReadField = (value: unknown, max: number) => { kept: string | boolean } | { wrong: string }

const LINE = /[\u0000-\u001f\u007f-\u009f]/
const PROSE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const IN_LINE = 'must be one line of text without control characters, such as Ada Lovelace'
const IN_PROSE = 'must be text without control characters other than tab and newline, such as Boil the water first'

function string(refuse: RegExp, check?: (text: string) => string | null): ReadField {
  return (value, max) => {
    if (typeof value !== 'string') return { wrong: 'must be text' }
    // Code points, as the vocabulary and the database count.
    const length = value.length > max ? [...value].length : value.length
    if (length > max) return { wrong: `must have at most ${max} characters, and has ${length}` }
    if (refuse.test(value) || !value.isWellFormed()) return { wrong: refuse === LINE ? IN_LINE : IN_PROSE }
    const wrong = check?.(value) ?? null
    return wrong === null ? { kept: value } : { wrong }
  }
}

/** One line of text. */
export const line: ReadField = string(LINE)

/** Text that may have several lines. */
export const prose: ReadField = string(PROSE)

/** An absolute http or https address. */
export const webAddress: ReadField = string(LINE, (text) =>
  isWebAddress(text) ? null : 'must be an http or https URL, such as https://example.com/menu',
)

/** A web address; without a scheme it is taken as https. */
export const site: ReadField = (value, max) => {
  const read = webAddress(value, max)
  const bare = typeof value === 'string' && /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(value)
  return 'wrong' in read && bare ? webAddress(`https://${value}`, max) : read
}

/** One e-mail address. */
export const emailAddress: ReadField = string(LINE, (text) =>
  /^[^\s@"(),:;<>[\\\]]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) && !text.includes('..')
    ? null
    : 'must be an e-mail address, such as ada@example.com',
)

/** A telephone number with the separators people write; `*`, `#` and pauses too. */
export const phoneNumber: ReadField = string(LINE, (text) =>
  /^\+?[\d().\-/ ,*#]+$/.test(text) && /\d/.test(text) ? null : 'must be a phone number, such as +49 30 901820',
)

/** How a wireless network is protected, in the standard's words whatever the case. */
export const encryption: ReadField = (value) => {
  const found = ['WPA', 'WEP', 'nopass'].find(
    (word) => typeof value === 'string' && word.toLowerCase() === value.toLowerCase(),
  )
  return found ? { kept: found } : { wrong: 'must be one of WPA, WEP, nopass' }
}

export const flag: ReadField = (value) =>
  typeof value === 'boolean' ? { kept: value } : { wrong: 'must be true or false' }

/** Whether a text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\\?#\s][^\s\\]*$/i.test(text)) return false
  const host = URL.parse(text)?.hostname ?? ''
  return host !== ''
}
