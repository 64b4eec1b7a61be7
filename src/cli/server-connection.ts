import { Readable } from 'node:stream'
import type { ApiRequest, ApiResponse, Connection } from './api.ts'
import { UsageError } from './command.ts'
import { RequestError } from './request-error.ts'

const UPLOAD_S = 600
// Of a reply that is not a file, in multiples of the time that the server may be silent.
const WHOLE = 4
const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether what is sent to the server can be read on the way: http to another machine. */
export const isReadable = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !LOOPBACK.test(hostname)

/** Reads the address of a server: scheme, host and maybe a port. */
export function readServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!url || !/^https?:$/.test(url.protocol) || !isBare)
    throw new UsageError('--server must be a URL without a path, such as https://go.example.com')
  return url
}

const sentences: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `Nothing answers at ${host}: is the server running, and is the port right?`,
  ENOTFOUND: (host) => `There is no host ${host}.`,
  EAI_AGAIN: (host) => `The name server does not answer for ${host}.`,
  ECONNRESET: (host) => `${host} closed the connection.`,
  UND_ERR_SOCKET: (host) => `${host} closed the connection.`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} does not answer.`,
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => `${host} does not speak TLS at this port: is it http?`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: (host) => `${host} does not speak TLS at this port: is it http?`,
}

// What Node says about certificates that it does not accept.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

function explain(error: unknown, host: string): RequestError {
  if (error instanceof RequestError) return error
  const { cause = error } = error as { cause?: unknown }
  const { code = '', message = String(cause) } = cause as { code?: string; message?: string }
  if (CERTIFICATE.test(code))
    return new RequestError(
      `The certificate of ${host} is not accepted (${code}). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.`,
      'certificate_refused',
    )
  return new RequestError(sentences[code]?.(host) ?? `${host} cannot be reached (${code || message}).`, 'unreachable')
}

/**
 * A connection to a running server. It fails if nothing comes or goes for `timeoutS` seconds, or if a whole reply takes
 * four times that from its start.
 */
export function connectToServer(server: URL, key: string, timeoutS: number): Connection {
  async function send({
    method,
    path,
    origin = server.origin,
    headers,
    body,
    isWhole = false,
  }: ApiRequest): Promise<ApiResponse> {
    const { host } = new URL(origin)
    const abort = new AbortController()
    // A file is read before the reply comes.
    const patienceS = typeof body === 'object' ? Math.max(timeoutS, UPLOAD_S) : timeoutS
    const late = new RequestError(`${host} did not answer within ${patienceS} seconds.`, 'timeout')
    const timer = setTimeout(() => abort.abort(late), patienceS * 1000)
    let wholeTimer: NodeJS.Timeout | undefined
    // Each piece is a sign of life.
    async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        timer.refresh()
        yield piece
      }
    }
    async function* read(response: Response): AsyncGenerator<Uint8Array> {
      try {
        if (response.body) yield* watched(response.body as unknown as AsyncIterable<Uint8Array>)
      } catch (error) {
        throw explain(error, host)
      } finally {
        clearTimeout(timer)
        clearTimeout(wholeTimer)
      }
    }
    try {
      const response = await fetch(new URL(path, origin), {
        method,
        headers: { ...headers, ...(origin === server.origin ? { authorization: `Bearer ${key}` } : {}) },
        // A redirect would send the key to where it leads.
        redirect: 'manual',
        signal: abort.signal,
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : Readable.toWeb(Readable.from(watched(body))) }),
        ...(typeof body === 'object' ? { duplex: 'half' } : {}),
      } as RequestInit)
      if (isWhole) {
        const tooSlow = new RequestError(
          `${host} did not end its answer within ${timeoutS * WHOLE} seconds.`,
          'timeout',
        )
        wholeTimer = setTimeout(() => abort.abort(tooSlow), timeoutS * WHOLE * 1000)
      }
      return { status: response.status, header: (name) => response.headers.get(name) ?? '', body: read(response) }
    } catch (error) {
      clearTimeout(timer)
      throw explain(error, host)
    }
  }
  return { name: server.origin, send, close: async () => {} }
}
