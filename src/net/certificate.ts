import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** The TLS certificate that a host presents. */
export interface Certificate {
  /** Why clients would refuse it; undefined: they accept it. */
  fault: string | undefined
  expires: Date
}

const TIMEOUT_MS = 5000

/** Reads the certificate of a host. Rejects if there is no TLS server. */
export function readCertificate(host: string, port = 443): Promise<Certificate> {
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>()
  // Also certificates that clients refuse are read; nothing is sent.
  const socket = connect({
    host,
    port,
    servername: isIP(host) ? '' : host,
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  })
  socket.once('secureConnect', () => {
    const { valid_to } = socket.getPeerCertificate()
    const error = socket.authorizationError as Error | string | undefined
    const fault = socket.authorized ? undefined : String(error instanceof Error ? error.message : error)
    resolve({ fault, expires: new Date(valid_to) })
    socket.destroy()
  })
  socket.once('timeout', () => socket.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)))
  socket.once('error', reject)
  return promise
}
