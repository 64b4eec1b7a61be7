const MAX_REPLY_BYTES = 64 * 1024 * 1024
const MAX_ERROR_BYTES = 16_384

/** Values of the placeholders of a statement, such as `{id:UInt64}`. */
export type Parameters = Record<string, string | number | readonly string[] | readonly number[]>

export interface Statement {
  sql: string
  parameters?: Parameters
  /** Rows for an `insert`, as JSON, one a line. */
  rows?: string
  timeoutMs: number
  signal?: AbortSignal
}

/** A ClickHouse server over its HTTP interface. Everything rejects with a ClickhouseError. */
export interface Clickhouse {
  run(statement: Statement): Promise<void>
  read<Row>(statement: Statement): Promise<Row[]>
}

/** What went wrong, without what was sent: neither address nor data, because it is logged. */
export class ClickhouseError extends Error {
  /** The number of the exception in ClickHouse. */
  readonly code: number | undefined
  constructor(message: string, code?: number) {
    super(message)
    this.name = 'ClickhouseError'
    this.code = code
  }
}

// As ClickHouse reads parameters: tab-separated values, with quoted strings in arrays.
const escaped = (text: string) =>
  text.replace(/[\\\t\n\r\0\b\f]/g, (character) => {
    const names: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }
    return names[character] ?? (character === '\b' ? '\\b' : '\\f')
  })
const elementOf = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replace(/[\\']/g, '\\$&')}'`
const parameterOf = (value: Parameters[string]) =>
  typeof value === 'object' ? `[${value.map(elementOf).join(',')}]` : escaped(String(value))

/** A client for `CLICKHOUSE_URL`; it connects with the first statement. */
export function createClickhouse(address: string): Clickhouse {
  const { username, password, pathname, origin } = new URL(address)
  const database = pathname.replaceAll('/', '')
  const headers = {
    'x-clickhouse-user': decodeURIComponent(username) || 'default',
    ...(password === '' ? {} : { 'x-clickhouse-key': decodeURIComponent(password) }),
  }

  const send = async ({ sql, parameters = {}, rows, timeoutMs, signal }: Statement): Promise<string> => {
    const query = new URLSearchParams({
      ...(database === '' ? {} : { database }),
      default_format: 'JSONCompact',
      output_format_json_quote_64bit_integers: '0',
      // So that a failure has its status, and no rows before it.
      wait_end_of_query: '1',
      max_execution_time: String(Math.ceil(timeoutMs / 1000)),
      ...(rows === undefined ? {} : { query: sql, async_insert: '0', max_partitions_per_insert_block: '1000' }),
    })
    for (const [name, value] of Object.entries(parameters)) query.set(`param_${name}`, parameterOf(value))
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${origin}/?${query}`, {
        method: 'POST',
        headers,
        body: rows ?? sql,
        redirect: 'error',
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      })
      const text = await readText(response, response.ok ? MAX_REPLY_BYTES : MAX_ERROR_BYTES)
      if (!response.ok) throw faultOf(response, text)
      return text
    } catch (error) {
      throw error instanceof ClickhouseError ? error : new ClickhouseError(reasonOf(error))
    }
  }

  return {
    async run(statement) {
      await send(statement)
    },
    async read<Row>(statement: Statement): Promise<Row[]> {
      const text = await send(statement)
      try {
        const { meta, data } = JSON.parse(text) as { meta: { name: string }[]; data: unknown[][] }
        return data.map((values) => Object.fromEntries(values.map((value, i) => [meta[i]?.name ?? '', value])) as Row)
      } catch {
        throw new ClickhouseError('ClickHouse sent a reply that is not its JSON')
      }
    },
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new ClickhouseError('ClickHouse sent a reply that is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

// The text of an exception may quote rows, before the name at its end.
function faultOf({ status, headers }: Response, text: string): ClickhouseError {
  const code = headers.get('x-clickhouse-exception-code') ?? /Code: (\d{1,5})\b/.exec(text)?.[1]
  const name = /.*\(([A-Z][A-Z0-9_]{2,60})\)/s.exec(text)?.[1]
  const known = code === null || code === undefined ? '' : ` (code ${code}${name ? `, ${name}` : ''})`
  return new ClickhouseError(`ClickHouse answered ${status}${known}`, code ? Number(code) : undefined)
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  if (name === 'TimeoutError') return 'ClickHouse did not answer in time'
  if (name === 'AbortError') return 'the statement was stopped'
  const code = cause?.code
  return `ClickHouse cannot be reached${code && /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : ''}`
}
