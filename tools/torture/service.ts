import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Scope, startServer } from '../../test/support/process.ts'
import { startScript } from '../../test/support/start-script.ts'

const LONGEST_MS = 60_000

export interface Answer {
  /** 0: the connection was cut. */
  status: number
  ms: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

interface Sent {
  method?: string
  key?: string | undefined
  body?: unknown
  host?: string
  /** The address of the client: any of 127.0.0.0/8. */
  from?: string
  agent?: Agent | false
  headers?: Record<string, string>
}

/** One request; never rejects. */
export function ask(port: number, path: string, sent: Sent = {}): Promise<Answer> {
  const { key, body, host = `localhost:${port}`, from, agent = false } = sent
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const since = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, text = '', headers: Answer['headers'] = {}) =>
      resolve({ status, ms: performance.now() - since, body: text, headers })
    const asking = request(
      {
        port,
        path,
        agent,
        host: '127.0.0.1',
        method: sent.method ?? (payload === undefined ? 'GET' : 'POST'),
        ...(from ? { localAddress: from } : {}),
        timeout: LONGEST_MS,
        headers: {
          host,
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...sent.headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers))
        response.on('error', () => end(0))
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => end(0))
    asking.end(payload)
  })
}

/** Creates a directory that is deleted after the scenario. */
export function newFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-torture-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the service as `npm start` does; clients are not limited unless the settings say so. */
export async function startService(scope: Scope, settings: Record<string, string>) {
  const server = await startServer(
    scope,
    { ...startScript.environment, RATE_LIMIT_PER_MINUTE: '1000000', ...settings },
    startScript.args.slice(0, -1),
  )
  const { port, child } = server
  return {
    ...server,
    ask: (path: string, sent?: Sent) => ask(port, path, sent),
    /** The resident memory of the process, in MB. */
    memoryMb: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024),
    /** Creates an account and returns its API key. */
    async register(username: string): Promise<string> {
      const account = { email: `${username}@example.com`, username, password: 'correct horse battery' }
      const { body, status } = await ask(port, '/register', { body: account })
      if (status !== 200) throw new Error(`register: ${status} ${body}`)
      return JSON.parse(body).apikey
    },
    async stop() {
      child.kill('SIGTERM')
      return server.ended
    },
  }
}

export type Service = Awaited<ReturnType<typeof startService>>
