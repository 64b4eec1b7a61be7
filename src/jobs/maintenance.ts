import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../db/open.ts'
import { deleteOldReports } from '../../db/queries/abuse-reports.ts'
import { deleteOldBans } from '../../db/queries/bans.ts'
import {
  deleteDeliveriesOfDeletedWebhooks,
  deleteOldDeliveries,
  listLongLogs,
  shortenLog,
} from '../../db/queries/delivery-maintenance.ts'
import { deleteOldBatches, deleteOldEvents } from '../../db/queries/event-maintenance.ts'
import { deleteOldHeld } from '../../db/queries/held-aliases.ts'
import { deleteExpiredKeys } from '../../db/queries/idempotency.ts'
import { deleteOldImportRows, endOldReadings } from '../../db/queries/imports.ts'
import { createMissingIndexes } from '../../db/queries/indexes.ts'
import { deleteOldJobs, KEPT_DAYS } from '../../db/queries/jobs.ts'
import { recordExpiredLinks } from '../../db/queries/link-expiry.ts'
import { recordLinkMoments } from '../../db/queries/link-moments.ts'
import { indexNewWords, writeWaitingWords } from '../../db/queries/link-words.ts'
import { settleRestored } from '../../db/queries/restored.ts'
import type { Config } from '../config/config.ts'
import { repeat } from '../time/repeat.ts'

const INTERVAL_MS = 3_600_000
const WORDS_INTERVAL_MS = 5_000
const EXPIRY_INTERVAL_MS = 15_000
const BATCH_ROWS = 1000
// Deliveries that are kept for each webhook.
const DELIVERIES_KEPT = 100_000
// Small batches, because the embedded database runs one statement at a time.
const BATCH_WORDS = { server: 1000, embedded: 200 }

export interface Maintenance {
  /** Stops after the current statement. */
  close(): Promise<void>
  /** Sets the listener for errors; failed work is retried after an hour. */
  report(listener: (error: unknown) => void): void
}

/**
 * Creates missing indexes and deletes expired rows, now and every hour; every few seconds, writes and indexes the
 * search words of new and changed links and records expired links. Any number of instances may do so.
 */
export function runMaintenance(
  { db, patient, kind }: Pick<Store, 'db' | 'patient' | 'kind'>,
  { EVENT_RETENTION_DAYS: days }: Pick<Config, 'EVENT_RETENTION_DAYS'>,
): Maintenance {
  let onError: (error: unknown) => void = () => {}
  let closed = false

  const inBatches = async (work: (limit: number) => Promise<number>, limit = BATCH_ROWS) => {
    while (!closed && (await work(limit)) === limit) await nextTurn()
  }
  const writeWords = async () => {
    await inBatches((limit) => writeWaitingWords(db, limit), BATCH_WORDS[kind])
    await indexNewWords(patient)
  }
  const recordExpiries = async () => {
    await inBatches((limit) => recordExpiredLinks(db, limit))
    await inBatches((limit) => recordLinkMoments(db, limit))
  }
  const runHourly = async () => {
    await createMissingIndexes(patient, () => closed)
    await endOldReadings(db, KEPT_DAYS)
    await inBatches((limit) => deleteOldImportRows(db, KEPT_DAYS, limit))
    if (!closed) await deleteOldJobs(db)
    await inBatches((limit) => deleteExpiredKeys(db, limit))
    await settleRestored(db)
    await inBatches((limit) => deleteOldDeliveries(db, KEPT_DAYS, limit))
    for (const log of await listLongLogs(db, DELIVERIES_KEPT)) await inBatches((limit) => shortenLog(db, log, limit))
    await inBatches((limit) => deleteDeliveriesOfDeletedWebhooks(db, limit))
    await inBatches((limit) => deleteOldEvents(db, days, limit))
    await inBatches((limit) => deleteOldBatches(db, limit))
    await inBatches((limit) => deleteOldBans(db, limit))
    await inBatches((limit) => deleteOldHeld(db, limit))
    await inBatches((limit) => deleteOldReports(db, limit))
  }

  const onFailure = (error: unknown) => onError(error)
  const stops = [
    repeat(runHourly, INTERVAL_MS, onFailure, { now: true }),
    repeat(writeWords, WORDS_INTERVAL_MS, onFailure, { now: true }),
    repeat(recordExpiries, EXPIRY_INTERVAL_MS, onFailure, { now: true }),
  ]
  return {
    report(listener) {
      onError = listener
    },
    async close() {
      closed = true
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
