import { cleanTags, isNone, readCount, readRedirectStatus, readTime } from './fields.ts'
import { given } from './record.ts'
import { textOf } from './service-client.ts'

/** The fields of a link as another service has them. */
interface SourceLink extends Record<string, unknown> {
  date?: unknown
  start?: unknown
  expiry?: unknown
  clicklimit?: unknown
  clicks?: unknown
  uniqueclicks?: unknown
  redirectstatus?: unknown
  tags?: readonly string[]
  metatitle?: unknown
  description?: unknown
  metadescription?: unknown
}

const texts = {
  metatitle: { name: 'title', max: 255, hasLines: false },
  description: { name: 'description', max: 2000, hasLines: true },
  metadescription: { name: 'description', max: 2000, hasLines: true },
}

/**
 * The record of a link. Minor problems become notes instead of faults: a time of creation, number or redirect status
 * that cannot be parsed, and a text or tag that is too long or has control characters. A start, expiry or limit that
 * cannot be parsed is kept with a note, so that validation reports it.
 */
export function linkRecord(
  { date, start, expiry, clicklimit, clicks, uniqueclicks, redirectstatus, tags, ...fields }: SourceLink,
  otherNotes: readonly string[] = [],
) {
  const notes = [...otherNotes]
  const read = <T>(value: unknown, what: string, reader: (value: unknown) => T | undefined) => {
    const found = reader(value)
    if (found === undefined && !isNone(value))
      notes.push(`The ${what} “${String(value).trim().slice(0, 60)}” was not understood.`)
    return found
  }
  const readOrKeep = <T>(value: unknown, what: string, reader: (value: unknown) => T | undefined) =>
    isNone(value) ? undefined : (read(value, what, reader) ?? value)
  const cleaned = tags && cleanTags(tags)
  notes.push(...(cleaned?.notes ?? []))
  const record: Record<string, unknown> = {
    ...fields,
    date: read(date, 'creation date', readTime),
    start: readOrKeep(start, 'start', readTime),
    expiry: readOrKeep(expiry, 'expiry', readTime),
    clicklimit: readOrKeep(clicklimit, 'click limit', readCount),
    clicks: read(clicks, 'number of clicks', readCount),
    uniqueclicks: read(uniqueclicks, 'number of unique clicks', readCount),
    redirectstatus: read(redirectstatus, 'redirect status', readRedirectStatus),
    tags: cleaned?.names,
  }
  for (const [field, { name, max, hasLines }] of Object.entries(texts)) {
    const value = textOf(record[field]).trim()
    const text = hasLines ? value.replaceAll(/\r\n?/g, '\n') : value
    const clean = cleanText(text, hasLines)
    if (clean !== text)
      notes.push(`Control characters${hasLines ? '' : ' or line breaks'} in the ${name} were replaced.`)
    const characters = [...clean].slice(0, max + 1)
    if (characters.length > max) notes.push(`The ${name} was cut to ${max} characters.`)
    record[field] = characters.slice(0, max).join('')
  }
  return { record: given(record), notes }
}

/** Replaces characters that texts of links must not have: control characters and lone surrogates. */
const cleanText = (text: string, hasLines: boolean): string =>
  text
    .toWellFormed()
    .replaceAll(hasLines ? /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g : /[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
