import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Scope } from './process.ts'

/** A statement that the stand-in got. */
export interface TakenStatement {
  sql: string
  /** The lines of an insert. */
  rows: Record<string, unknown>[]
  bytes: number
  query: URLSearchParams
  headers: Record<string, string>
}

type Answer = (statement: TakenStatement, reply: ServerResponse) => void | Promise<void>

/** An exception as ClickHouse sends it, with what was sent in its text. */
export const refuse = (reply: ServerResponse, statement: TakenStatement, status = 500) =>
  reply
    .writeHead(status, { 'x-clickhouse-exception-code': '241' })
    .end(
      `Code: 241. DB::Exception: Memory limit: while reading ${statement.sql} ${JSON.stringify(statement.rows[0])}. (MEMORY_LIMIT_EXCEEDED) (version 26.7.2.1)`,
    )

/** An HTTP server that takes statements as ClickHouse does and runs none; `answer` can be replaced at any time. */
export async function startClickhouse(t: Scope) {
  const standIn = {
    url: '',
    port: 0,
    taken: [] as TakenStatement[],
    answer: (() => {}) as Answer,
    inserts: () => standIn.taken.filter(({ sql }) => sql.startsWith('insert')),
    /** Resolves once something holds; throws after a minute. */
    async until(holds: () => boolean | Promise<boolean>) {
      for (const end = Date.now() + 60_000; !(await holds()); ) {
        if (Date.now() > end) throw new Error(`not within a minute: ${holds}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    listen: async (port = 0) => {
      server.listen(port, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      standIn.port = (server.address() as AddressInfo).port
      standIn.url = `http://127.0.0.1:${standIn.port}`
    },
  }
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    const query = new URL(request.url ?? '', 'http://stand-in').searchParams
    const sql = query.get('query')
    const statement: TakenStatement = {
      sql: sql ?? body,
      rows:
        sql === null
          ? []
          : body
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line)),
      bytes: Buffer.byteLength(body),
      query,
      headers: request.headers as Record<string, string>,
    }
    standIn.taken.push(statement)
    await standIn.answer(statement, reply)
    if (reply.writableEnded || reply.destroyed) return
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"meta":[],"data":[]}')
  })
  await standIn.listen()
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return standIn
}
