import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'

interface Way {
  /** The same database by this way. */
  url: string
  /** What is sent is kept until it speaks again. `also`: new connections are silent too. */
  hush(quiet: boolean, also?: 'new'): void
  /** Takes no more connections. */
  shut(): void
  /** Cuts every connection too. */
  cut(): Promise<void>
  open(): Promise<void>
  /** How many connections it has taken so far. */
  taken(): number
}

/** A way to a Postgres server that can fall silent or be cut, on a port of its own. */
export async function wayTo(t: Test, url: string): Promise<Way> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let areNewQuiet = false
  let server: Server | undefined
  let port = 0
  let taken = 0

  const open = () =>
    new Promise<void>((resolve) => {
      const taking = createServer((near) => {
        taken++
        const far = connect(Number(target.port || 5432), target.hostname)
        near.pipe(far).pipe(near)
        for (const socket of [near, far]) {
          sockets.add(socket)
          if (areNewQuiet) socket.pause()
          socket.on('error', () => {})
          socket.on('close', () => {
            sockets.delete(socket)
            near.destroy()
            far.destroy()
          })
        }
      })
      server = taking.listen(port, '127.0.0.1', () => {
        port = (taking.address() as { port: number }).port
        resolve()
      })
    })
  let closed = Promise.resolve()
  const shut = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    closed = promise
    server?.close(() => resolve())
  }
  const cut = async () => {
    shut()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await open()
  t.teardown(cut)
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    hush: (quiet, also) => {
      areNewQuiet = quiet && also === 'new'
      for (const socket of sockets) quiet ? socket.pause() : socket.resume()
    },
    shut,
    cut,
    open,
    taken: () => taken,
  }
}
