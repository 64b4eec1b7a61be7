import { createSocket } from 'node:dgram'
import type { Test } from 'tap'

const TXT = 16
const NOT_FOUND = 3
const FAILED = 2

/** A local name server of TXT records. */
export interface NameServer {
  /** As `address:port`. */
  address: string
  /** The records of names; other names do not exist. */
  records: Map<string, string[]>
  /** Whether every query fails. */
  isFailing: boolean
}

/** Starts a name server on loopback; stops it when the file is done. */
export async function startNameServer(t: Test): Promise<NameServer> {
  const server: NameServer = { address: '', records: new Map(), isFailing: false }
  const socket = createSocket('udp4', (query, { port, address }) => {
    const { name, end } = readName(query)
    const isTxt = query.readUInt16BE(end) === TXT
    const texts = server.records.get(name)
    const answers = isTxt && !server.isFailing ? (texts ?? []).map(answerOf) : []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 + (server.isFailing ? FAILED : texts === undefined ? NOT_FOUND : 0), 2)
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  t.teardown(() => socket.close())
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

function readName(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

// A TXT record has strings of at most 255 bytes.
function answerOf(text: string): Buffer {
  const chunks = text.match(/.{1,200}/gs) ?? ['']
  const data = Buffer.concat(chunks.map((chunk) => Buffer.concat([Buffer.from([chunk.length]), Buffer.from(chunk)])))
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
