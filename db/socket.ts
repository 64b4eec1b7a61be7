import { connect, type Socket } from 'node:net'
import { failure } from './failure.ts'

/** The argument of the driver's `socket` option, which is missing in its types. */
export interface Address {
  host: string[]
  port: number[]
  path?: string | false
}

/** A socket to one of the hosts of a URL; it is not connected yet. */
export function createSocket({ host, port, path }: Address, index: number): Socket {
  if (path) return connect(path)
  const socket = connect({ host: host[index] ?? 'localhost', port: port[index] ?? 5432, noDelay: true })
  // The driver reads the host name for the certificate check from here.
  return Object.assign(socket, { host: host[index] })
}

/** Resolves when a socket is connected; rejects if it cannot be. */
export const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    const onError = (error?: Error | boolean) =>
      reject(error instanceof Error ? error : failure('CONNECTION_CLOSED', 'The connection was closed.'))
    socket.once('error', onError).once('close', onError)
    socket.once('connect', () => {
      socket.off('error', onError).off('close', onError)
      resolve()
    })
  })
