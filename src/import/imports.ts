import { createReadStream } from 'node:fs'
import type { Database } from '../../db/open.ts'
import type { Actor } from '../../db/queries/events.ts'
import { claimImport, createImport, discardImport, interruptImport, touchImport } from '../../db/queries/imports.ts'
import { startAmong } from '../../db/queries/open-imports.ts'
import type { ApiSource, FileSource } from '../../schemas/imports.ts'
import { ApiError } from '../errors/api-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { tooManyImports } from './open-imports.ts'
import { createPasswords } from './passwords.ts'
import { UnreadableFile } from './record.ts'
import type { CheckRecord } from './record-check.ts'
import { createServiceClient, SourceError } from './service-client.ts'
import type { ApiSettings } from './sources/api-reader.ts'
import { apiSources } from './sources/api-sources.ts'
import { fileSources, type ReadFile } from './sources/file-sources.ts'
import { handOver, ImportGone, type ReadState, START, stageAll, stageBatch } from './stage.ts'
import type { ImportOptions } from './write-context.ts'

const MAX_PAGES = 200_000

interface Needed {
  db: Database
  check: CheckRecord
  fetch: SafeFetch
  /** Called when rows are ready to be written. */
  wake: () => void
  /** The maximum number of imports of an account that are read or written at the same time; undefined: no limit. */
  maxOpen?: number
}

export interface ReadingProgress {
  onRows?: (total: number) => void
  onWait?: (reason: string | null) => void
}

/** An import that reads from the API of another service; `first` is its state when the import starts. */
interface Reading {
  jobId: number
  accountId: number
  source: ApiSource
  settings: ApiSettings
  first: ReadState
  progress: ReadingProgress
}

const argsOf = (source: string, { conflicts, isDryRun, domain, withWebhooks }: ImportOptions) => ({
  source,
  conflicts,
  dryrun: isDryRun ? 1 : 0,
  ...(domain === '' ? {} : { domain }),
  ...(withWebhooks ? { webhooks: 1 } : {}),
})

/** The reason why reading stopped, for the account; null if it was interrupted, or the error is only in the log. */
const shownReason = (error: unknown): string | null =>
  error instanceof SourceError || error instanceof UnreadableFile || error instanceof ApiError
    ? error.message.slice(0, 1000)
    : null

/** Whether an error must be logged, because it is not shown in the record of the import. */
export const isInternal = (error: unknown): boolean =>
  shownReason(error) === null && !(error instanceof ImportGone) && (error as Error | null)?.name !== 'AbortError'

/** Reads the sources of imports into the database, where background jobs write their rows. */
export function createImports({ db, check, fetch, wake, maxOpen }: Needed) {
  const reading = new Map<number, AbortController>()
  const running = new Set<Promise<void>>()

  const startOne = async <T>(accountId: number, start: (db: Database) => Promise<T>): Promise<T> => {
    if (maxOpen === undefined) return start(db)
    const started = await startAmong(db, accountId, maxOpen, start)
    if (started === 'full') throw tooManyImports()
    return started
  }

  async function readPages({ jobId, accountId, source, settings, first, progress }: Reading) {
    const api = apiSources[source]
    const stop = new AbortController()
    reading.set(jobId, stop)
    try {
      const onWait = async (reason: string | null) => {
        progress.onWait?.(reason)
        await touchImport(db, jobId, reason)
      }
      const getJson = createServiceClient({ fetch, accountId, perMinute: api.perMinute, signal: stop.signal, onWait })
      const staging = {
        db,
        jobId,
        check,
        passwords: createPasswords(),
        ...(progress.onRows ? { onRows: progress.onRows } : {}),
      }
      let state = first
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const page = await api.read(getJson, settings, state.cursor)
        const rows = page.rows.map((row, i) => ({ row: state.row + i + 1, kind: 'link' as const, ...row }))
        // Rows and cursor are stored in one transaction, so that no page is imported twice.
        state = await stageBatch(staging, rows, { ...state, cursor: page.cursor ?? '', row: state.row })
        if (page.cursor === null) break
      }
      await handOver(staging, state)
      wake()
    } finally {
      if (reading.get(jobId) === stop) reading.delete(jobId)
    }
  }

  /** Reads the API of a service, and stores the reason if that stops. */
  async function readAll(reading: Reading): Promise<void> {
    const noted = readPages(reading).catch(async (error) => {
      if (!(error instanceof ImportGone)) await interruptImport(db, reading.jobId, shownReason(error)).catch(() => {})
      throw error
    })
    const settled = noted.catch(() => {})
    running.add(settled)
    settled.finally(() => running.delete(settled))
    return noted
  }

  return {
    /** Reads a file; resolves with the id of the import when all rows are stored. Throws UnreadableFile. */
    async readFile(
      by: Actor,
      source: FileSource,
      options: ImportOptions,
      bytes: AsyncIterable<Uint8Array> | string,
      { onRows, onStart }: ReadingProgress & { onStart?: (jobId: number) => void } = {},
    ): Promise<number> {
      const jobId = await startOne(by.id, (db) => createImport(db, by, argsOf(source, options)))
      onStart?.(jobId)
      try {
        const read: ReadFile = fileSources[source]
        const origin = { service: '' }
        const rows = read(typeof bytes === 'string' ? createReadStream(bytes) : bytes, (url) => {
          origin.service = url
        })
        await stageAll({ db, jobId, check, passwords: createPasswords(), origin, ...(onRows ? { onRows } : {}) }, rows)
      } catch (error) {
        await discardImport(db, jobId).catch(() => {})
        throw error
      }
      wake()
      return jobId
    },

    /**
     * Starts reading the API of a service. `done` resolves when all rows are stored, and rejects with a SourceError.
     */
    async readService(
      by: Actor,
      source: ApiSource,
      options: ImportOptions,
      settings: ApiSettings,
      progress: ReadingProgress = {},
    ) {
      const { base, scope } = settings
      const args = { ...argsOf(source, options), host: base, scope }
      const jobId = await startOne(by.id, (db) => createImport(db, by, args))
      return { jobId, done: readAll({ jobId, accountId: by.id, source, settings, first: START, progress }) }
    },

    /** Resumes reading an interrupted import, with the `done` of `readService`. Undefined if a process still reads it. */
    async resume(
      jobId: number,
      accountId: number,
      source: ApiSource,
      settings: ApiSettings,
      state: Partial<ReadState>,
      progress: ReadingProgress = {},
    ) {
      if (!(await startOne(accountId, (db) => claimImport(db, jobId)))) return undefined
      return { done: readAll({ jobId, accountId, source, settings, first: { ...START, ...state }, progress }) }
    },

    /** Whether this process is reading an import. */
    isReading: (jobId: number) => reading.has(jobId),

    /** Stops reading. */
    async close(): Promise<void> {
      for (const stop of reading.values()) stop.abort()
      await Promise.all(running)
    },
  }
}

export type Imports = ReturnType<typeof createImports>
