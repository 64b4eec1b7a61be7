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
    Buffer.from(
      `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n${lines.join('')}\r\n${body}`,
    )
  const { path } = target
  const requests = typeof path === 'function' ? [] : [path].flat().map(requestOf)
  const draw = () =>
    typeof path === 'function'
      ? requestOf(path())
      : (requests[Math.floor(Math.random() * requests.length)] ?? Buffer.alloc(0))
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

/** Asks until `answered` is false. */
function drive(port: number, draw: () => Buffer, answered: (status: number, time: number) => boolean) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = Buffer.alloc(0)
    let sent = 0
    const ask = () => {
      sent = performance.now()
      socket.write(draw())
    }
    socket.once('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const head = received.indexOf('\r\n\r\n')
      if (head === -1) return
      const text = received.toString('latin1', 0, head)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (received.length < head + 4 + length) return
      received = received.subarray(head + 4 + length)
      if (answered(Number(text.slice(9, 12)), performance.now() - sent)) return ask()
      socket.destroy()
      resolve()
    })
  })
}
