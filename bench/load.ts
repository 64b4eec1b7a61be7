import { connect } from 'node:net'

/** What a run of load came to. */
export interface Load {
  answers: number
  /** Answers a second. */
  rate: number
  /** Milliseconds. */
  median: number
  p99: number
  /** Answers whose status was not the one expected. */
  wrong: number
}

export interface Target {
  port: number
  /** Of several, each request takes one at random. */
  path: string | readonly string[] | (() => string)
  headers: Record<string, string>
  /** Sent as JSON by POST. */
  body?: object
  status: number
}

/**
 * Loads a server with keep-alive connections, one request at a time on each, for some time or until so many answers.
 */
export async function load(
  target: Target,
  connections: number,
  durationMs: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Load> {
  const lines = Object.entries(target.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const body = target.body ? JSON.stringify(target.body) : ''
  if (body) lines.push(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)
  const requestOf = (path: string) =>
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n${lines.join('')}\r\n${body}`
  const { path } = target
  const requests = typeof path === 'function' ? [] : [path].flat().map(requestOf)
  const draw = () =>
    typeof path === 'function' ? requestOf(path()) : (requests[Math.floor(Math.random() * requests.length)] ?? '')
  const end = performance.now() + durationMs
  const times: number[] = []
  let wrong = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () =>
      drive(target.port, draw, (status, time) => {
        times.push(time)
        if (status !== target.status) wrong++
        return performance.now() < end && times.length < most
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { answers: times.length, rate: times.length / seconds, median: at(0.5), p99: at(0.99), wrong }
}

const HEAD_END = Buffer.from('\r\n\r\n')
// The end of the header's name in any case that the servers write it.
const LENGTH = Buffer.from('ength: ')
// Of all connections: each reads what it needs before the next one gets data.
const readBuffer = Buffer.alloc(64 * 1024)

/** The status of a response that is complete, else undefined. */
function statusOf(response: Buffer): number | undefined {
  const head = response.indexOf(HEAD_END)
  if (head === -1) return undefined
  const at = response.indexOf(LENGTH)
  const length = at === -1 || at > head ? 0 : Number.parseInt(response.toString('latin1', at + LENGTH.length, head), 10)
  return response.length < head + HEAD_END.length + length ? undefined : Number(response.toString('latin1', 9, 12))
}

/** Asks until `answered` is false. Reads without streams, so that the load takes little of the machine. */
function drive(port: number, draw: () => string, answered: (status: number, time: number) => boolean) {
  return new Promise<void>((resolve, reject) => {
    let received: Buffer | undefined
    let sent = 0
    const ask = () => {
      sent = performance.now()
      socket.write(draw(), 'latin1')
    }
    const read = (bytes: number, buffer: Uint8Array) => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, bytes)
      received = received ? Buffer.concat([received, chunk]) : chunk
      const status = statusOf(received)
      if (status === undefined) received = Buffer.from(received)
      else {
        received = undefined
        if (answered(status, performance.now() - sent)) ask()
        else {
          socket.destroy()
          resolve()
        }
      }
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: readBuffer, callback: read } })
    socket.once('connect', ask)
    socket.on('error', reject)
  })
}
