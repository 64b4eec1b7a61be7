import { createReadStream } from 'node:fs'
import type { Database } from '../../db/open.ts'
import type { Actor } from '../../db/queries/events.ts'
import { claimImport, createImport, discardImport, interruptImport, touchImport } from '../../db/queries/imports.ts'
import type { ApiSource, FileSource } from '../../schemas/imports.ts'
import { ApiError } from '../errors/api-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { createAsk, SourceError } from './ask.ts'
import type { CheckRecord } from './check.ts'
import type { ImportOptions } from './context.ts'
import { createPasswords } from './passwords.ts'
import { UnreadableFile } from './record.ts'
import type { ApiSettings } from './sources/api.ts'
import { apiSources } from './sources/apis.ts'
import { fileSources, type ReadFile } from './sources/files.ts'
import { handOver, ImportGone, type ReadState, START, stageAll, stageBatch } from './stage.ts'

const MAX_PAGES = 200_000

interface Needed {
  db: Database
  check: CheckRecord
  fetch: SafeFetch
  /** Is told that rows are waiting. */
  wake: () => void
}

export interface ReadingProgress {
  onRows?: (total: number) => void
  onWait?: (reason: string | null) => void
}

const argsOf = (source: string, { conflicts, isDryRun, domain }: ImportOptions) => ({
  source,
  conflicts,
  dryrun: isDryRun ? 1 : 0,
  ...(domain === '' ? {} : { domain }),
})

/** Why reading stopped, as its account may know it; null: it was interrupted, or a fault is in the log. */
const toldReason = (error: unknown): string | null =>
  error instanceof SourceError || error instanceof UnreadableFile || error instanceof ApiError
    ? error.message.slice(0, 1000)
    : null

/** Whether an error of reading belongs in the log, because the record of the import does not have it. */
export const isInternal = (error: unknown): boolean =>
  toldReason(error) === null && !(error instanceof ImportGone) && (error as Error | null)?.name !== 'AbortError'

/** Reads the sources of imports into the database, where background jobs write their rows. */
export function createImports({ db, check, fetch, wake }: Needed) {
  const reading = new Map<number, AbortController>()
  const running = new Set<Promise<void>>()

  async function readPages(
    jobId: number,
    accountId: number,
    source: ApiSource,
    settings: ApiSettings,
    first: ReadState,
    progress: ReadingProgress,
  ) {
    const api = apiSources[source]
    const stop = new AbortController()
    reading.set(jobId, stop)
    try {
      const onWait = async (reason: string | null) => {
        progress.onWait?.(reason)
        await touchImport(db, jobId, reason)
      }
      const ask = createAsk({ fetch, accountId, perMinute: api.perMinute, signal: stop.signal, onWait })
      const staging = {
        db,
        jobId,
        check,
        passwords: createPasswords(),
        ...(progress.onRows ? { onRows: progress.onRows } : {}),
      }
      let state = first
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const page = await api.read(ask, settings, state.cursor)
        const rows = page.rows.map((row, i) => ({ row: state.row + i + 1, kind: 'link' as const, ...row }))
        // The rows and the place where the next page begins are stored together, so that nothing is read twice.
        state = await stageBatch(staging, rows, { ...state, cursor: page.cursor ?? '', row: state.row })
        if (page.cursor === null) break
      }
      await handOver(staging, state)
      wake()
    } finally {
      if (reading.get(jobId) === stop) reading.delete(jobId)
    }
  }

  return {
    /** Reads a file; resolves with the id of the import when all of it was stored. Throws UnreadableFile. */
    async readFile(
      by: Actor,
      source: FileSource,
      options: ImportOptions,
      bytes: AsyncIterable<Uint8Array> | string,
      { onRows, onStart }: ReadingProgress & { onStart?: (jobId: number) => void } = {},
    ): Promise<number> {
      const jobId = await createImport(db, by, argsOf(source, options))
      onStart?.(jobId)
      try {
        const read: ReadFile = fileSources[source]
        await stageAll(
          { db, jobId, check, passwords: createPasswords(), ...(onRows ? { onRows } : {}) },
          read(typeof bytes === 'string' ? createReadStream(bytes) : bytes),
        )
      } catch (error) {
        await discardImport(db, jobId).catch(() => {})
        throw error
      }
      wake()
      return jobId
    },

    /** Begins to read the API of a service. `done` resolves when all was read, and rejects with a SourceError. */
    async readService(
      by: Actor,
      source: ApiSource,
      options: ImportOptions,
      settings: ApiSettings,
      progress: ReadingProgress = {},
    ) {
      const { base, scope } = settings
      const jobId = await createImport(db, by, { ...argsOf(source, options), host: base, scope })
      return { jobId, done: this.follow(jobId, readPages(jobId, by.id, source, settings, START, progress)) }
    },

    /** Goes on reading an API where an interrupted import stopped. Throws SourceError if it is being read. */
    async resume(
      jobId: number,
      accountId: number,
      source: ApiSource,
      settings: ApiSettings,
      state: Partial<ReadState>,
      progress: ReadingProgress = {},
    ) {
      if (!(await claimImport(db, jobId)))
        throw new SourceError('The import was read less than two minutes ago: it is read still, or try again then.')
      return this.follow(jobId, readPages(jobId, accountId, source, settings, { ...START, ...state }, progress))
    },

    /** Whether this process is reading an import. */
    isReading: (jobId: number) => reading.has(jobId),

    /** Notes in the record of an import why it stopped. */
    async follow(jobId: number, work: Promise<void>): Promise<void> {
      const noted = work.catch(async (error) => {
        if (!(error instanceof ImportGone)) await interruptImport(db, jobId, toldReason(error)).catch(() => {})
        throw error
      })
      const settled = noted.catch(() => {})
      running.add(settled)
      settled.finally(() => running.delete(settled))
      return noted
    },

    /** Stops reading. */
    async close(): Promise<void> {
      for (const stop of reading.values()) stop.abort()
      await Promise.all(running)
    },
  }
}

export type Imports = ReturnType<typeof createImports>
