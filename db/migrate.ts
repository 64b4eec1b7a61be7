import { type Kysely, sql } from 'kysely'
import { inBriefLocks, isLocked, waitBriefly } from './brief-locks.ts'
import { DatabaseSetupError } from './failure.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

// The first version with `unique nulls not distinct`.
const MIN_SERVER = 15
const ENCODING = 'UTF8'
/** The statement that creates a usable database, also on a server whose own encoding is another one. */
export const CREATE_DATABASE = `create database waymark encoding '${ENCODING}' template template0`
const PATIENCE_MS = 600_000
// The one of the Migrator of Kysely, which earlier releases used, and whose table of migrations is kept.
const MIGRATION_LOCK = '3853314791062309107'

/** The error message if this server version (`server_version_num`) is not supported. */
export const serverFault = (version: number): string | undefined =>
  version >= MIN_SERVER * 10_000
    ? undefined
    : `Waymark needs Postgres ${MIN_SERVER} or newer; the server of DATABASE_URL is Postgres ${Math.floor(version / 10_000)}.`

/** Throws DatabaseSetupError if the server is not supported. Returns what is wrong with the encoding of the database. */
async function checkServer(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(
    db,
  )
  const { version = 0, encoding = '' } = rows[0] ?? {}
  const fault = serverFault(version)
  if (fault) throw new DatabaseSetupError(fault)
  if (encoding === ENCODING) return undefined
  return (
    `Waymark needs a database with the encoding ${ENCODING}; this one has ${encoding}. Create another (${CREATE_DATABASE}) ` +
    'and set DATABASE_URL to it'
  )
}

/**
 * Migrates the database to the newest schema and returns the names of the migrations that ran. `report` is called for
 * each migration of an existing database and for its wrong encoding, while one waits for a lock, and while another
 * process migrates. Throws DatabaseSetupError. Several processes may call it at the same time; it waits up to `patienceMs` milliseconds for the
 * locks of each migration.
 */
export async function migrate(
  db: Kysely<Tables>,
  report: (line: string) => void = () => {},
  patienceMs = PATIENCE_MS,
): Promise<string[]> {
  const encodingFault = await checkServer(db)
  const pending = await listPendingMigrations(db)
  const isNew = pending.length === Object.keys(migrations).length
  if (encodingFault && isNew) throw new DatabaseSetupError(`${encodingFault}.`)
  // Releases before served such databases.
  if (encodingFault) report(`${encodingFault}; \`waymark move\` copies what this one has.`)
  let hasWaited = false
  const onWait = () => {
    if (!hasWaited) report('Another process migrates the database: waiting until it is done')
    hasWaited = true
  }
  if (isNew)
    return migrateTogether(db, pending, patienceMs, {
      onWait,
      onAttempt: (attempt) => {
        if (attempt === 1) report('Creating the tables of a new database')
      },
    })
  // Each in a transaction of its own, so that none keeps locks while the next one waits for others.
  const ran: string[] = []
  for (const name of pending)
    ran.push(
      ...(await migrateTogether(db, [name], patienceMs, {
        onWait,
        onAttempt: (attempt) =>
          report(
            attempt === 1
              ? `Migrating the database: ${name}`
              : `${name} waits for a table that another session uses: attempt ${attempt}`,
          ),
      })),
    )
  return ran
}

/** Runs those of some migrations that another process has not run meanwhile, in one transaction; returns their names. */
async function migrateTogether(
  db: Kysely<Tables>,
  names: readonly string[],
  patienceMs: number,
  { onWait, onAttempt }: { onWait: () => void; onAttempt: (attempt: number) => void },
): Promise<string[]> {
  const run = async (db: Kysely<Tables>, attempt: number) => {
    await lockMigrations(db, onWait)
    await waitBriefly(db)
    const applied = await appliedMigrations(db)
    if (applied.length === 0) await checkEmpty(db)
    await createList(db)
    const missing = names.filter((name) => !applied.includes(name))
    if (missing.length > 0) onAttempt(attempt)
    await apply(db, missing)
    return missing
  }
  try {
    return await inBriefLocks(db, run, patienceMs)
  } catch (error) {
    if (!isLocked(error)) throw error
    throw new DatabaseSetupError(
      `Another session of the database uses tables that ${names[0]} changes, and did not end in time: start again when it is over (a dump or a report; pg_stat_activity shows it).`,
    )
  }
}

/** Waits without a limit while another process migrates. */
async function lockMigrations(db: Kysely<Tables>, onWait: () => void): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}) as locked`.execute(db)
  if (rows[0]?.locked) return
  onWait()
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db)
}

const createList = (db: Kysely<Tables>) =>
  sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )

async function apply(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await migrations[name]?.up(db)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db)
  }
}

/**
 * Creates the schema that a database with these migrations has, in the open transaction; the database must be empty.
 * Throws DatabaseSetupError.
 */
export async function createSchema(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const encodingFault = await checkServer(db)
  if (encodingFault) throw new DatabaseSetupError(`${encodingFault}.`)
  if (names.some((name) => !Object.hasOwn(migrations, name)))
    throw new DatabaseSetupError('The backup is of a newer release of Waymark: restore it with that one.')
  await createList(db)
  await apply(db, names.toSorted())
}

/**
 * Throws DatabaseSetupError if the database has tables, other than those of extensions and the lists of migrations, which
 * earlier releases created before the first one ran.
 */
export async function checkEmpty(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p')
      and relname not in ('kysely_migration', 'kysely_migration_lock')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    limit 1`.execute(db)
  if (rows[0])
    throw new DatabaseSetupError(`The database must be empty, but has tables (${rows[0].name}): use another one.`)
}

/**
 * The names of the migrations that the database does not have yet. Throws DatabaseSetupError if it has some that this
 * release does not know.
 */
export async function listPendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = await appliedMigrations(db)
  if (applied.some((name) => !Object.hasOwn(migrations, name)))
    throw new DatabaseSetupError(
      'The database belongs to a newer release of Waymark: start that release, or use another database.',
    )
  // Releases may have added them in another order than that of their numbers.
  return Object.keys(migrations)
    .toSorted()
    .filter((name) => !applied.includes(name))
}

/**
 * The names of the migrations that the database has. The first query of a start, so it reads neither more tables nor
 * their columns.
 */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  )
  if (!rows[0]?.exists) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return applied.rows.map(({ name }) => name)
}
