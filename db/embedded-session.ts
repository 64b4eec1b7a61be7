import { messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'
import { readAnswer } from './embedded-answer.ts'

const { serialize } = protocol
const MAX_STATEMENTS = 200
const MAX_SEEN = 1000
// A plan that is good for a small table is soon replaced when the table grows: nothing analyzes tables here.
const MAX_AGE_MS = 60_000
/** In characters. Statements that write many rows are longer, and not worth the memory of their plan. */
const MAX_TEXT = 4096
const schemaCommands = new Set(['ALTER', 'CALL', 'CREATE', 'DEALLOCATE', 'DISCARD', 'DO', 'DROP'])

interface Statement {
  /** Empty if it is not kept. */
  name: string
  parameterTypes: number[]
  /** Describes the rows, if there are any. */
  description: messages.BackendMessage[]
}

/**
 * Runs statements as `query` of PGlite does, with the same results and errors, but each in one call into WebAssembly
 * instead of six, and without parsing those again that it runs often. The caller runs one at a time.
 */
export class EmbeddedSession {
  readonly #pglite: PGlite
  #created = 0
  /** Names of statements to close. */
  #unused: string[] = []
  readonly #statements = new LRUCache<string, Statement>({
    max: MAX_STATEMENTS,
    ttl: MAX_AGE_MS,
    dispose: ({ name }) => this.#unused.push(name),
  })
  // Many statements run only once; they are not kept.
  readonly #seen = new LRUCache<string, true>({ max: MAX_SEEN })
  /** The open transaction has changed the schema; if it is rolled back, statements parsed in it may not fit. */
  #hasNewSchema = false

  readonly #onNotification: (channel: string, payload: string) => void

  /** `onNotification` is called before the promise of the statement that notifies resolves, or of its commit. */
  constructor(pglite: PGlite, onNotification: (channel: string, payload: string) => void) {
    this.#pglite = pglite
    this.#onNotification = onNotification
  }

  /** Runs one statement. Throws DatabaseError of PGlite. */
  async run(text: string, parameters: readonly unknown[]): Promise<Results> {
    const known = this.#statements.get(text)
    if (!known) return this.#execute(await this.#prepare(text), parameters)
    try {
      return await this.#execute(known, parameters)
    } catch (error) {
      if (!isOutdated(error)) throw error
      this.#statements.clear()
      // The transaction has failed, so nothing else can run in it.
      if (this.#pglite.isInTransaction()) throw error
      return this.#execute(await this.#prepare(text), parameters)
    }
  }

  async #prepare(text: string): Promise<Statement> {
    if (this.#hasNewSchema) this.#hasNewSchema = this.#pglite.isInTransaction()
    const isKept = this.#seen.has(text) && !this.#hasNewSchema
    if (text.length <= MAX_TEXT) this.#seen.set(text, true)
    const name = isKept ? `s${++this.#created}` : ''
    const closed = this.#unused.map((unused) => serialize.close({ type: 'S', name: unused }))
    this.#unused = []
    const answer = await this.#send(
      ...closed,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answer),
      description: answer.filter((message) => message.name === 'rowDescription'),
    }
    if (isKept) this.#statements.set(text, statement)
    return statement
  }

  async #execute({ name, parameterTypes, description }: Statement, parameters: readonly unknown[]): Promise<Results> {
    const { serializers, parsers } = this.#pglite
    const values = parameters.map((value, i) => {
      if (value === null || value === undefined) return null
      const write = serializers[parameterTypes[i] ?? 0] ?? String
      return write(value)
    })
    const answer = await this.#send(serialize.bind({ statement: name, values }), serialize.execute(), serialize.sync())
    const [result] = parse.parseResults([...description, ...answer], parsers)
    // PGlite hides a failure of the engine itself, such as too deep a recursion: then nothing was done.
    if (!result || !answer.some(({ name }) => name === 'commandComplete' || name === 'emptyQuery'))
      throw new Error('The embedded database did not complete a statement.')
    if (schemaCommands.has(result.command ?? '')) {
      this.#statements.clear()
      this.#hasNewSchema = true
    }
    return result
  }

  async #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    if (!this.#pglite.ready) throw new Error('The database is closed.')
    const chunks: Buffer[] = []
    // A copy, because the engine reuses its memory. The file systems used here have nothing to sync after a statement.
    const onRawData = (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes))
    await this.#pglite.execProtocolRawStream(Buffer.concat(parts), { syncToFs: false, onRawData })
    const answer = readAnswer(Buffer.concat(chunks))
    for (const message of answer)
      if (message instanceof messages.NotificationResponseMessage)
        queueMicrotask(() => this.#onNotification(message.channel, message.payload))
    const error = answer.find((message) => message instanceof messages.DatabaseError)
    if (error) throw error
    return answer
  }
}

/** Whether a kept statement has to be parsed again: its rows would have other types now, or it was closed. */
function isOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
