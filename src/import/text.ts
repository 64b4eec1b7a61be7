import { UnreadableFile } from './record.ts'

const MAX_LINE = 4 * 1024 * 1024
// The most bytes of a character in UTF-8.
const LONGEST = 4

const marks: { bytes: number[]; message: string }[] = [
  { bytes: [0xff, 0xfe], message: 'The file is UTF-16; save it as UTF-8.' },
  { bytes: [0xfe, 0xff], message: 'The file is UTF-16; save it as UTF-8.' },
  { bytes: [0x1f, 0x8b], message: 'The file is compressed (gzip); unpack it first.' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], message: 'The file is compressed (zstd); unpack it first.' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], message: 'The file is a ZIP archive or a spreadsheet; save it as CSV in UTF-8.' },
]

/** Decodes the bytes of a file. Throws UnreadableFile for anything but UTF-8; a byte order mark is left out. */
export async function* readText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let before = 0
  let isFirst = true
  // The last bytes before a chunk: a character may begin in them.
  let end: Uint8Array = new Uint8Array()
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      const begun = end.subarray(end.findIndex((byte) => !isContinuation(byte)))
      const place = before - begun.length + findInvalid(Buffer.concat([begun, chunk ?? new Uint8Array()]))
      throw new UnreadableFile(`The file is not UTF-8 (at byte offset ${place}); save it as UTF-8.`)
    }
  }
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue
    if (isFirst) checkStart(chunk)
    isFirst = false
    const text = decode(chunk)
    before += chunk.length
    end = Buffer.concat([end, chunk.subarray(-LONGEST)]).subarray(-LONGEST)
    if (text !== '') yield text
  }
  const rest = decode(undefined)
  if (rest !== '') yield rest
  if (before === 0) throw new UnreadableFile('The file is empty.')
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80

/** The index of the first byte that is not valid UTF-8. */
function findInvalid(bytes: Buffer): number {
  let place = 0
  for (const character of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    const size = Buffer.byteLength(character)
    if (character === '\ufffd' && bytes.toString('hex', place, place + size) !== 'efbfbd') break
    place += size
  }
  return place
}

function checkStart(chunk: Uint8Array): void {
  for (const { bytes, message } of marks)
    if (bytes.every((byte, i) => chunk[i] === byte)) throw new UnreadableFile(message)
  // UTF-16 without a byte order mark, as some spreadsheets write it.
  const start = chunk.subarray(0, 64)
  if (start.length >= 8 && start.filter((byte) => byte === 0).length * 4 > start.length)
    throw new UnreadableFile('The file is UTF-16 or binary; save it as UTF-8.')
}

/** The lines of a text with their numbers, without empty ones. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<{ row: number; line: string }> {
  let rest = ''
  let row = 0
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new UnreadableFile(`Line ${row + lines.length + 1} is longer than 4 MiB.`)
    for (const line of lines) {
      row++
      if (line.length > MAX_LINE) throw new UnreadableFile(`Line ${row} is longer than 4 MiB.`)
      if (line.trim() !== '') yield { row, line }
    }
  }
  if (rest.trim() !== '') yield { row: row + 1, line: rest }
}
