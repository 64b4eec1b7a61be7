import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Sql } from 'postgres'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openEmbedded, openServer, type Store } from '../../db/open.ts'
import { openEngine } from './engines.ts'
import { schemaName } from './snapshot.ts'

const server = process.env['TEST_DATABASE_URL']
const TEMPLATE = 'waymark_migrated_'

function urlOf(name: string): string {
  if (!server) throw new Error('TEST_DATABASE_URL is not set')
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs `work` with a connection to the database of TEST_DATABASE_URL. */
async function asAdmin<T>(work: (client: Sql) => Promise<T>): Promise<T> {
  const { default: postgres } = await import('postgres')
  const client = postgres(urlOf(new URL(server ?? '').pathname.slice(1)), { max: 1, onnotice: () => {} })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database on the server of TEST_DATABASE_URL, empty without options such as `template name`; returns its URL
 * and a function that drops it.
 */
export async function newServerDatabase(options = ''): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `waymark_test_${randomBytes(6).toString('hex')}`
  await asAdmin((client) => client.unsafe(`create database ${name} ${options}`))
  const drop = () => asAdmin((client) => client.unsafe(`drop database if exists ${name} with (force)`))
  return { url: urlOf(name), drop: async () => void (await drop()) }
}

let migrated: Promise<string> | undefined

/** Creates a database with the newest schema on the server of TEST_DATABASE_URL. */
export async function newMigratedDatabase(): ReturnType<typeof newServerDatabase> {
  migrated ??= createMigrated()
  try {
    return await newServerDatabase(`template ${await migrated}`)
  } catch (error) {
    // The tests of another checkout, which has other migrations, have dropped it.
    if ((error as { code?: string }).code !== '3D000') throw error
    migrated = createMigrated()
    return newServerDatabase(`template ${await migrated}`)
  }
}

/** The name of a database with the newest schema and no rows: made once and kept, because migrating takes a second. */
async function createMigrated(): Promise<string> {
  const name = `${TEMPLATE}${schemaName()}`
  await asAdmin(async (client) => {
    // Only one process makes it; the others wait.
    await client`select pg_advisory_lock(hashtext(${name}))`
    const found = await client`select datname from pg_database where starts_with(datname, ${TEMPLATE})`
    if (found.some(({ datname }) => datname === name)) return
    // Of earlier states of the migrations; one in use stays.
    for (const { datname } of found) await client.unsafe(`drop database if exists "${datname}"`).catch(() => {})
    const draft = `${name}_draft`
    await client.unsafe(`create database ${draft}`)
    const store = await openServer(urlOf(draft), { connections: 4 })
    await migrate(store.db)
    await store.close()
    await client.unsafe(`alter database ${draft} rename to ${name}`)
  })
  return name
}

/** Whether this run uses a Postgres server. */
export const usesServer = server !== undefined && server !== ''

/**
 * A fresh database with the newest schema, or that of an older migration: embedded, or on the server of
 * TEST_DATABASE_URL.
 */
export async function openTestStore({ migrateTo }: { migrateTo?: string } = {}): Promise<Store> {
  if (migrateTo !== undefined) {
    const store = await openEmptyStore()
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateTo(migrateTo)
    if (error) throw error
    return store
  }
  if (!usesServer) return openEmbedded(null, 'test', { openEngine })
  return openServerStore(newMigratedDatabase)
}

async function openServerStore(create: () => ReturnType<typeof newServerDatabase> = newServerDatabase): Promise<Store> {
  const { url, drop } = await create()
  const store = await openServer(url, { connections: 6 })
  return {
    ...store,
    close: async () => {
      await store.close()
      await drop()
    },
  }
}

/** A database without tables: embedded, or on the server of TEST_DATABASE_URL. */
export async function openEmptyStore(): Promise<Store> {
  if (usesServer) return openServerStore()
  // A tenth of the time of a new engine.
  const store = await openTestStore()
  await sql`drop schema public cascade`.execute(store.db)
  await sql`create schema public`.execute(store.db)
  return store
}
