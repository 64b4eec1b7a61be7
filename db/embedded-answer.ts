import { type messages, protocol } from '@electric-sql/pglite'

const HEADER = 5
const DATA_ROW = 'D'.charCodeAt(0)
// Making one takes longer than reading an answer. It keeps nothing of complete messages.
const parser = new protocol.Parser()

/**
 * The messages of a complete answer of Postgres. Rows are read here, because the parser of PGlite, which reads all
 * other messages, takes ten times as long for them.
 */
export function readAnswer(bytes: Buffer): messages.BackendMessage[] {
  const answer: messages.BackendMessage[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + bytes.readUInt32BE(start + 1)
    if (bytes[start] === DATA_ROW) answer.push(readRow(bytes, start, end))
    else parser.parse(bytes.subarray(start, end), (message) => answer.push(message))
    start = end
  }
  return answer
}

function readRow(bytes: Buffer, start: number, end: number): messages.DataRowMessage {
  const fields: (string | null)[] = []
  for (let at = start + HEADER + 2; at < end; ) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) fields.push(null)
    else {
      fields.push(bytes.toString('utf8', at, at + length))
      at += length
    }
  }
  return { name: 'dataRow', length: end - start - 1, fields, fieldCount: fields.length }
}
