import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Migrator } from 'kysely/migration'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openEmbedded, openServer, type Store } from '../../db/open.ts'
import { createDatabaseFolder } from './folders.ts'
import { copyMigratedDirectory } from './snapshot.ts'

const server = process.env['TEST_DATABASE_URL']

/** Creates an empty database on the server of TEST_DATABASE_URL; returns its URL and a function that drops it. */
export async function newServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!server) throw new Error('TEST_DATABASE_URL is not set')
  const name = `waymark_test_${randomBytes(6).toString('hex')}`
  const { default: postgres } = await import('postgres')
  const admin = async (statement: string) => {
    const client = postgres(server, { max: 1, onnotice: () => {} })
    await client.unsafe(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) }
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
  if (!usesServer) return openTemporaryStore()
  const store = await openServerStore()
  await migrate(store.db)
  return store
}

async function openTemporaryStore(): Promise<Store> {
  const temporaryFiles = createDatabaseFolder()
  const remove = () => rmSync(temporaryFiles, { recursive: true, force: true })
  process.once('exit', remove)
  await copyMigratedDirectory(temporaryFiles)
  const store = await openEmbedded(null, 'test', { temporaryFiles })
  return {
    ...store,
    close: async () => {
      await store.close()
      remove()
      process.off('exit', remove)
    },
  }
}

async function openServerStore(): Promise<Store> {
  const { url, drop } = await newServerDatabase()
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
export const openEmptyStore = (): Promise<Store> => (usesServer ? openServerStore() : openEmbedded(null, 'test'))
