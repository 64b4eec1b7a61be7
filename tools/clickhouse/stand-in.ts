import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Session } from 'chdb'

export const DATABASE = 'numbers'
export const USER = 'ada'
export const PASSWORD = 'sesame-4711'

/** What happens to a statement: `run` runs it and returns the reply. */
type Answer = (sql: string, reply: ServerResponse, run: () => string) => void | Promise<void>

const plain: Answer = (_, reply, run) => void reply.end(run())

const decode = (value: string) =>
  value.replace(/\\(.)/g, (_, character: string) => ({ n: '\n', t: '\t', r: '\r', 0: '\0' })[character] ?? character)

/** The HTTP interface of ClickHouse in front of chdb, with a directory of its own. */
export async function startStandIn(onEnd: (end: () => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-clickhouse-'))
  const session = new Session(join(folder, 'data'))
  session.query(`create database ${DATABASE}`)
  session.query(`use ${DATABASE}`)
  const standIn = {
    url: '',
    /** Statements so far, by their first word. */
    counts: new Map<string, number>(),
    answer: plain,
    reset: () => {
      standIn.answer = plain
    },
    /** The rows of a query. */
    query: (sql: string) =>
      session
        .query(sql, 'JSONEachRow')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, number | string>),
  }

  const run = (sql: string, rows: string | undefined, query: URLSearchParams) => {
    const word = sql.trimStart().split(' ')[0] ?? ''
    standIn.counts.set(word, (standIn.counts.get(word) ?? 0) + 1)
    if (rows !== undefined) {
      const file = join(folder, 'rows.json')
      writeFileSync(file, rows)
      session.query(sql.replace(/ format JSONEachRow$/, ` from infile '${file}' format JSONEachRow`))
      return ''
    }
    const parameters = [...query].filter(([name]) => name.startsWith('param_'))
    const values = Object.fromEntries(parameters.map(([name, value]) => [name.slice(6), decode(value)]))
    return session.queryBind(sql, values, query.get('default_format') ?? 'TabSeparated')
  }
  const respond = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await text(request)
    const query = new URL(request.url ?? '', 'http://stand-in').searchParams
    const sql = query.get('query')
    const isKnown = request.headers['x-clickhouse-user'] === USER && request.headers['x-clickhouse-key'] === PASSWORD
    try {
      if (!isKnown) throw new Error('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)')
      if (query.get('database') !== DATABASE)
        throw new Error('Code: 81. DB::Exception: No database. (UNKNOWN_DATABASE)')
      await standIn.answer(sql ?? body, reply, () => run(sql ?? body, sql === null ? undefined : body, query))
    } catch (error) {
      const { message } = error as Error
      const code = /Code: (\d+)/.exec(message)?.[1] ?? '1001'
      reply.writeHead(code === '516' ? 403 : code === '60' ? 404 : 500, { 'x-clickhouse-exception-code': code })
      reply.end(message)
    }
  }
  const server = createServer((request, reply) => void respond(request, reply).catch(() => reply.destroy()))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  standIn.url = `http://${USER}:${PASSWORD}@127.0.0.1:${(server.address() as AddressInfo).port}/${DATABASE}`
  onEnd(() => {
    server.close()
    server.closeAllConnections()
    session.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return standIn
}

/** Resolves once something holds; throws after a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error(`not within a minute: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
