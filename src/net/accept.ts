import Negotiator from 'negotiator'

const preferredType = (accept: string | undefined, types: string[]): string | undefined =>
  new Negotiator({ headers: accept === undefined ? {} : { accept } }).mediaTypes(types)[0]

/** Whether a client prefers JSON to HTML; false if it has no preference. */
export const wantsJson = (accept: string | undefined): boolean =>
  preferredType(accept, ['text/html', 'application/json']) === 'application/json'

/** Whether a client prefers CSV to JSON; if it accepts both equally, only if it names CSV and not JSON. */
export function wantsCsv(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(readRange)
  const [csv, json] = [qualityOf('text/csv', ranges), qualityOf('application/json', ranges)]
  const isNamed = (type: string) => ranges.some((range) => range.type === type)
  return csv > json || (csv === json && csv > 0 && isNamed('text/csv') && !isNamed('application/json'))
}

/**
 * The type with the highest quality in an Accept header; the first of `types` among equals, and if none is accepted.
 * (Negotiator prefers types that are named over types that only `*` covers.)
 */
export function chooseType<T extends string>(accept: string | undefined, types: readonly [T, ...T[]]): T {
  const ranges = (accept ?? '*/*').split(',').map(readRange)
  let [best]: readonly T[] = types
  let highest = 0
  for (const type of types) {
    const quality = qualityOf(type, ranges)
    if (quality > highest) [best, highest] = [type, quality]
  }
  return best ?? types[0]
}

/** The first of these encodings that an Accept-Encoding header accepts; undefined if none. */
export function acceptedEncoding<T extends string>(accept: string | undefined, encodings: T[]): T | undefined {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept ?? 'identity' } })
  return encodings.find((encoding) => negotiator.encodings([encoding]).length > 0)
}

interface AcceptedRange {
  type: string
  /** 0 (not accepted) to 1. */
  quality: number
}

function readRange(text: string): AcceptedRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

// The most specific range that matches a type decides.
function qualityOf(type: string, ranges: readonly AcceptedRange[]): number {
  for (const range of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const found = ranges.find(({ type }) => type === range)
    if (found) return found.quality
  }
  return 0
}
