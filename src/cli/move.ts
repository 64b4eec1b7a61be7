import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Database, Store } from '../../db/open.ts'
import { countOtherSessions } from '../../db/queries/server-facts.ts'
import { dumpDatabase } from '../../db/transfer/dump.ts'
import type { Config } from '../config/config.ts'
import { release } from '../contract.ts'
import { ApiError } from '../errors/api-error.ts'
import { linesOf, load } from './backup.ts'
import { type Command, UsageError } from './command.ts'
import { readLine } from './input.ts'

const SESSION_WAIT_MS = 3000
const POLL_MS = 200

export const moveCommand: Command = {
  name: 'move',
  options: {
    to: {
      value: 'URL|directory',
      about:
        'An empty database (postgres://user:password@host/name) or data directory; `-` reads it from standard input.',
      required: true,
    },
    used: { about: 'Although other sessions use the database: what they write meanwhile is not moved.' },
  },
  operand: 'to',
  database: 'unchanged',
  readsDatabase: true,
  notes: ['Stop the service first. Counts and checksums are compared; the old database stays as it is.'],
  async run(context, values) {
    const { config, store, terminal } = context
    const to = values['to'] === '-' ? (await readLine(context)).trim() : String(values['to'])
    const target = targetOf(config, to)
    if (!values['used']) await checkUnused(store)
    const targetStore = await context.openOther(target)
    try {
      await checkReady(targetStore)
      const loaded = await load({ store: targetStore, terminal }, eachLine(dumpDatabase(store.db, { release })))
      const setting = target.DATABASE_URL
        ? 'Set DATABASE_URL to the new database.'
        : `Remove DATABASE_URL and set DATA_DIR to ${target.DATA_DIR}.`
      return { data: loaded, lines: [...linesOf(loaded), `${setting} The old one was not changed.`] }
    } finally {
      await targetStore.close()
    }
  },
}

function targetOf(config: Config, to: string): Config {
  const common = { ...config, DATABASE_LISTEN_URL: '' }
  if (/^postgres(ql)?:\/\//.test(to) && URL.canParse(to)) return { ...common, DATABASE_URL: to }
  if (to === '' || to.includes('://'))
    throw new UsageError('--to must be a URL such as postgres://user:password@localhost:5432/waymark, or a directory')
  if (config.DATABASE_URL === '' && resolve(to) === resolve(config.DATA_DIR))
    throw new UsageError('--to must be another data directory than DATA_DIR')
  return { ...common, DATABASE_URL: '', DATA_DIR: to }
}

// Waits a little, because Postgres still lists a session for a moment after it has ended.
async function checkUnused({ db, kind }: { db: Database; kind: Store['kind'] }): Promise<void> {
  if (kind === 'embedded') return
  for (const until = Date.now() + SESSION_WAIT_MS; ; await setTimeout(POLL_MS)) {
    const count = await countOtherSessions(db)
    if (count === 0) return
    if (Date.now() > until)
      throw new ApiError(
        'invalid_request',
        `Other sessions (${count}) use the database: stop all instances first; pg_stat_activity shows them. Or add --used.`,
      )
  }
}

async function checkReady(store: Store): Promise<void> {
  try {
    await store.checkReady()
  } catch (error) {
    throw new ApiError('invalid_request', `The database of --to cannot be used: ${(error as Error).message}`)
  }
}

async function* eachLine(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const lines of batches) yield* lines
}
