import { CREATE_DATABASE } from '../../db/migrate.ts'
import type { Store } from '../../db/open.ts'
import { readServerFacts } from '../../db/queries/server-facts.ts'
import { readSinkLag } from '../../db/queries/visit-sink.ts'
import { createClickhouse } from '../clickhouse/client.ts'
import type { Config } from '../config/config.ts'
import { type Finding, failed, ok, warning } from './doctor-findings.ts'

const MAX_CLOCK_DIFFERENCE_MS = 2000
const MAX_LAG_S = 60
const CLICKHOUSE_MS = 5000

export async function checkDatabase(
  { db, kind }: Store,
  config: Config,
  pending: readonly string[],
): Promise<Finding[]> {
  const before = Date.now()
  const facts = await readServerFacts(db)
  const difference = Math.max(before - facts.now, facts.now - Date.now(), 0)
  const name = `${kind === 'server' ? 'Postgres' : 'Embedded Postgres'} ${facts.version}`
  const findings: Finding[] = [
    pending.length === 0
      ? ok('database', `${name}, schema up to date.`)
      : warning(
          'database',
          `${name}, ${pending.length} migrations are pending: domains are not checked.`,
          'Start this release, or run `waymark migrate`; the release before does not start after that.',
        ),
  ]
  if (facts.isReadOnly)
    findings.push(failed('database', 'It is read-only.', 'Set DATABASE_URL to the primary, or free space on its disk.'))
  if (!facts.mayCreate)
    findings.push(
      failed('rights', 'The user may not create tables.', 'Make the user of DATABASE_URL the owner of the database.'),
    )
  if (facts.encoding !== 'UTF8')
    findings.push(
      failed(
        'encoding',
        `The database has ${facts.encoding} instead of UTF8.`,
        `Create another (${CREATE_DATABASE}), and copy what this one has with \`waymark move\`.`,
      ),
    )
  if (!facts.hasTrigrams)
    findings.push(warning('searches', 'Searches of links are slow.', 'As an administrator: create extension pg_trgm.'))
  if (kind === 'server' && config.DATABASE_CONNECTIONS + 5 > facts.maxConnections)
    findings.push(
      warning(
        'connections',
        `DATABASE_CONNECTIONS is ${config.DATABASE_CONNECTIONS}, the server allows ${facts.maxConnections} in all.`,
        'Lower DATABASE_CONNECTIONS, raise max_connections, or use PgBouncer with DATABASE_LISTEN_URL.',
      ),
    )
  if (difference > MAX_CLOCK_DIFFERENCE_MS)
    findings.push(
      failed(
        'clock',
        `The clocks of this machine and of the database differ by ${Math.round(difference / 1000)} s.`,
        'Turn on NTP on both: time windows, expiry and signatures depend on it.',
      ),
    )
  return findings
}

export async function checkReplica({ replica }: Store): Promise<Finding[]> {
  if (!replica) return []
  try {
    const lag = await replica.readLag()
    const message = `It is ${lag.toFixed(1)} s behind.`
    if (lag <= MAX_LAG_S) return [ok('replica', message)]
    return [warning('replica', message, 'Statistics are old: see pg_stat_wal_receiver on the replica.')]
  } catch (error) {
    const reason = (error as Error).message
    return [
      failed(
        'replica',
        `It does not answer (${reason}).`,
        'Check STATISTICS_DATABASE_URL: the primary has its work now.',
      ),
    ]
  }
}

export async function checkClickhouse(
  { CLICKHOUSE_URL: url }: Config,
  { api }: Pick<Store, 'api'>,
): Promise<Finding[]> {
  if (url === '') return []
  try {
    const sql = 'select version() as version'
    const [row] = await createClickhouse(url).read<{ version: string }>({ sql, timeoutMs: CLICKHOUSE_MS })
    const { seconds } = await readSinkLag(api)
    const message = `Version ${row?.version} answers, and is ${seconds.toFixed(0)} s behind.`
    if (seconds <= MAX_LAG_S) return [ok('clickhouse', message)]
    return [warning('clickhouse', message, 'Visits wait in the database: the log says what went wrong.')]
  } catch (error) {
    const cure = 'Check CLICKHOUSE_URL and the rights of its user: visits wait meanwhile.'
    return [failed('clickhouse', `${(error as Error).message}.`, cure)]
  }
}
