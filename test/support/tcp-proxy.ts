import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'

interface TcpProxy {
  /** The database URL through the proxy. */
  url: string
  /** Stops or resumes forwarding; data is buffered meanwhile. `also`: new connections are paused too. */
  pause(isPaused: boolean, also?: 'new'): void
  /** Refuses new connections. */
  stopAccepting(): void
  /** Refuses new connections and closes all open ones. */
  disconnect(): Promise<void>
  listen(): Promise<void>
  /** The number of connections accepted so far. */
  accepted(): number
}

/** Starts a TCP proxy in front of a Postgres server, to simulate outages. */
export async function startProxy(t: Test, url: string): Promise<TcpProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let areNewPaused = false
  let server: Server | undefined
  let port = 0
  let accepted = 0

  const listen = () =>
    new Promise<void>((resolve) => {
      const listening = createServer((near) => {
        accepted++
        const far = connect(Number(target.port || 5432), target.hostname)
        near.pipe(far).pipe(near)
        for (const socket of [near, far]) {
          sockets.add(socket)
          if (areNewPaused) socket.pause()
          socket.on('error', () => {})
          socket.on('close', () => {
            sockets.delete(socket)
            near.destroy()
            far.destroy()
          })
        }
      })
      server = listening.listen(port, '127.0.0.1', () => {
        port = (listening.address() as { port: number }).port
        resolve()
      })
    })
  let closed = Promise.resolve()
  const stopAccepting = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    closed = promise
    server?.close(() => resolve())
  }
  const disconnect = async () => {
    stopAccepting()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen()
  t.teardown(disconnect)
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    pause: (isPaused, also) => {
      areNewPaused = isPaused && also === 'new'
      for (const socket of sockets) isPaused ? socket.pause() : socket.resume()
    },
    stopAccepting,
    disconnect,
    listen,
    accepted: () => accepted,
  }
}
