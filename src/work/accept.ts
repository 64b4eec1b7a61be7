/** A range of media types in an Accept header, and how much it is wanted: 0, not at all, to 1. */
interface AcceptedRange {
  type: string
  quality: number
}

/** The ranges of an Accept header, as they stand in it. */
export const readAccept = (accept: string): AcceptedRange[] => accept.split(',').map(readRange)

function readRange(text: string): AcceptedRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

/** How much a type is wanted: the most particular range that names it decides. */
export function qualityOf(type: string, wanted: readonly AcceptedRange[]): number {
  for (const range of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const found = wanted.find((one) => one.type === range)
    if (found) return found.quality
  }
  return 0
}

/** Whether a client wants CSV rather than JSON: where it wants both as much, the one that it names. */
export function wantsCsv(accept: string | undefined): boolean {
  const wanted = readAccept(accept ?? '')
  const [csv, json] = [qualityOf('text/csv', wanted), qualityOf('application/json', wanted)]
  const names = (type: string) => wanted.some((range) => range.type === type)
  return csv > json || (csv === json && csv > 0 && names('text/csv') && !names('application/json'))
}
