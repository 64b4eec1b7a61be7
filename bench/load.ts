import { connect } from 'node:net'

/** What a run of load came to. */
export interface Load {
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
  path: string | readonly string[]
  headers: Record<string, string>
  /** Sent as JSON by POST. */
  body?: object
  status: number
}

/** Loads a server with keep-alive connections, one request at a time on each. */
export async function load(target: Target, connections: number, durationMs: number): Promise<Load> {
  const lines = Object.entries(target.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const body = target.body ? JSON.stringify(target.body) : ''
  if (body) lines.push(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)
  const requests = [target.path]
    .flat()
    .map((path) =>
      Buffer.from(
        `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n${lines.join('')}\r\n${body}`,
      ),
    )
  const draw = () => requests[Math.floor(Math.random() * requests.length)] ?? Buffer.alloc(0)
  const end = performance.now() + durationMs
  const times: number[] = []
  let wrong = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () =>
      drive(target.port, draw, end, (status, time) => {
        times.push(time)
        if (status !== target.status) wrong++
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { rate: times.length / seconds, median: at(0.5), p99: at(0.99), wrong }
}

function drive(port: number, draw: () => Buffer, end: number, answered: (status: number, time: number) => void) {
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
      answered(Number(text.slice(9, 12)), performance.now() - sent)
      if (performance.now() < end) return ask()
      socket.destroy()
      resolve()
    })
  })
}
