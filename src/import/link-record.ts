import { readCount, readRedirectStatus, readTime } from './fields.ts'
import { given } from './record.ts'

/** The fields of a link as another service has them. */
interface SourceLink extends Record<string, unknown> {
  date?: unknown
  clicks?: unknown
  uniqueclicks?: unknown
  redirectstatus?: unknown
  metatitle?: unknown
  description?: unknown
  metadescription?: unknown
}

const texts = {
  metatitle: { name: 'title', max: 255, hasLines: false },
  description: { name: 'description', max: 2000, hasLines: true },
  metadescription: { name: 'description', max: 2000, hasLines: true },
}

const short = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 60) : '')

/**
 * The record of a link. Minor problems become notes instead of faults: a time of creation, number or redirect status
 * that cannot be parsed, and a text that is too long.
 */
export function linkRecord(
  { date, clicks, uniqueclicks, redirectstatus, ...fields }: SourceLink,
  otherNotes: readonly string[] = [],
) {
  const notes = [...otherNotes]
  const read = <T>(value: unknown, what: string, reader: (value: unknown) => T | undefined) => {
    const found = reader(value)
    if (found === undefined && short(value) !== '') notes.push(`The ${what} “${short(value)}” was not understood.`)
    return found
  }
  const record: Record<string, unknown> = {
    ...fields,
    date: read(date, 'creation date', readTime),
    clicks: read(clicks, 'number of clicks', readCount),
    uniqueclicks: read(uniqueclicks, 'number of unique clicks', readCount),
    redirectstatus: read(redirectstatus, 'redirect status', readRedirectStatus),
  }
  for (const [field, { name, max, hasLines }] of Object.entries(texts)) {
    const text = cleanText(record[field], hasLines)
    const characters = [...text].slice(0, max + 1)
    if (characters.length > max) notes.push(`The ${name} was cut to ${max} characters.`)
    record[field] = characters.slice(0, max).join('')
  }
  return { record: given(record), notes }
}

/** Removes characters that texts of links must not have: control characters and lone surrogates. */
function cleanText(value: unknown, hasLines: boolean): string {
  if (typeof value !== 'string') return ''
  const text = hasLines ? value.replaceAll(/\r\n?/g, '\n') : value
  return text
    .toWellFormed()
    .replaceAll(hasLines ? /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g : /[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
}
