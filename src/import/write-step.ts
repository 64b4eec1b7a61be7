import { actorOfJob } from '../../db/queries/events.ts'
import {
  listPendingRows,
  NOT_KEPT,
  type PendingRow,
  type RowOutcome,
  type RowResult,
  tryLockImports,
  writeResults,
} from '../../db/queries/imports.ts'
import type { Job, JobStep, StepResult } from '../../db/queries/jobs.ts'
import { inSavepoint } from '../../db/transaction.ts'
import type { Config } from '../config/config.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'
import { KINDS, type Kind } from './record.ts'
import { writeAnswers } from './write-answers.ts'
import { writeBios } from './write-bios.ts'
import type { Conflict, WriteContext, WriteRows } from './write-context.ts'
import { writeDays } from './write-days.ts'
import { writeDomains } from './write-domains.ts'
import { writeLinks } from './write-links.ts'
import { writeQrCodes } from './write-qr.ts'
import { resourceWriter } from './write-resources.ts'
import { writeTemplates } from './write-templates.ts'
import { writeWebhooks } from './write-webhooks.ts'

// Small steps, because the embedded database runs one statement at a time.
const BATCH = { server: 1000, embedded: 200 }
// A step takes about as long.
const PAUSE_S = 1
// After this many failed attempts of a batch, each row that fails on its own is given up, whatever its error.
const MAX_ATTEMPTS = 3

const writers: Record<Kind, WriteRows> = {
  domain: writeDomains,
  pixel: resourceWriter('pixels'),
  overlay: resourceWriter('overlays'),
  splash: resourceWriter('splashes'),
  campaign: resourceWriter('campaigns'),
  channel: resourceWriter('channels'),
  webhook: writeWebhooks,
  qrtemplate: writeTemplates,
  link: writeLinks,
  bio: writeBios,
  answer: writeAnswers,
  qr: writeQrCodes,
  day: writeDays,
}

/**
 * The step of an import: writes the next rows with their outcomes in the transaction that stores the progress, so that
 * each row is written exactly once, even after a crash.
 */
export function importStep({
  isEmbedded,
  ...needed
}: {
  config: Config
  reservedAliases: ReservedAliases
  isEmbedded: boolean
}): JobStep {
  const limit = isEmbedded ? BATCH.embedded : BATCH.server
  return async (db, job): Promise<StepResult> => {
    if (job.account_id === null) return { rows: 0, state: null }
    // Prevents two imports of an account from creating the same channel twice. The other one is not waited for, because
    // that would hold up the jobs of other accounts, and a connection.
    if (!(await tryLockImports(db, job.account_id))) return { rows: 0, state: job.state ?? {}, pauseS: PAUSE_S }
    const rows = await listPendingRows(db, job.id, Number(job.state?.['row'] ?? 0), limit)
    const last = rows.at(-1)
    if (!last) return { rows: 0, state: null }
    const context: WriteContext = {
      ...{ db, ...needed, accountId: job.account_id, by: actorOfJob(job.account_id, job.actor) },
      ...{ jobId: job.id, isOwnExport: isOwnExport(job, needed.config), options: optionsOf(job) },
    }
    const results = await writeBatch(context, rows, job.failures >= MAX_ATTEMPTS ? isOfRow : isRefusal)
    return { rows: rows.length, state: { ...job.state, ...countsOf(job, results), row: last.row } }
  }
}

// An export without a base URL may be of this service.
const isOwnExport = ({ args, state }: Job, { baseUrl }: Config) =>
  args['source'] === 'waymark' && ['', baseUrl].includes(String(state?.['service'] ?? ''))

const optionsOf = ({ args }: Job) => ({
  conflicts: String(args['conflicts']) as Conflict,
  isDryRun: args['dryrun'] === 1,
  domain: String(args['domain'] ?? ''),
  withWebhooks: args['webhooks'] === 1,
})

function countsOf({ state }: Job, results: readonly RowResult[]): Record<string, number> {
  const counted: Record<RowOutcome, number> = { created: 0, replaced: 0, renamed: 0, skipped: 0, failed: 0 }
  for (const { outcome } of results) counted[outcome]++
  return Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, Number(state?.[name] ?? 0) + count]))
}

/**
 * Writes rows together or, if the database rejects one of them, each half of them, so that a bad row does not block the
 * others.
 */
async function writeBatch(
  context: WriteContext,
  rows: readonly PendingRow[],
  isGivenUp: (error: unknown) => boolean,
): Promise<RowResult[]> {
  try {
    return await within(context, rows, () => writeKinds(context, rows))
  } catch (error) {
    if (!isGivenUp(error)) throw error
    if (rows.length === 1) {
      const results = rows.map(({ row }) => ({
        row,
        outcome: 'failed' as const,
        errors: [{ path: '', message: 'could not be stored' }],
      }))
      await writeResults(context.db, context.jobId, results)
      return results
    }
    const half = Math.ceil(rows.length / 2)
    const first = await writeBatch(context, rows.slice(0, half), isGivenUp)
    return [...first, ...(await writeBatch(context, rows.slice(half), isGivenUp))]
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

// An invalid value or a violated constraint: a retry would fail again.
const isRefusal = (error: unknown): boolean => /^2[23]/.test(codeOf(error))

// Excludes errors of the whole database: lost connections, conflicts, a full disk, no memory, read-only, stopping.
const isOfRow = (error: unknown): boolean => !/^(?:08|25006|40|53|57P|58|55P03|CONNECT|E[A-Z]+$)/.test(codeOf(error))

async function writeKinds(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const all: RowResult[] = []
  for (const kind of KINDS) {
    const mine = rows.filter((row) => row.kind === kind)
    if (mine.length === 0) continue
    const results = await writers[kind](context, mine)
    // Immediately, because the next kind refers to these rows.
    await writeResults(context.db, context.jobId, results)
    all.push(...results)
  }
  return all
}

/**
 * Runs `write` in a savepoint and rolls back to it after a failure or a dry run. The results of a dry run are kept, but
 * of ids only those of records that existed before.
 */
async function within(
  { db, jobId, options }: WriteContext,
  rows: readonly PendingRow[],
  write: () => Promise<RowResult[]>,
): Promise<RowResult[]> {
  const results = await inSavepoint(db, write, () => !options.isDryRun)
  if (!options.isDryRun) return results
  const kinds = new Map(rows.map(({ row, kind }) => [row, kind]))
  const recordOf = ({ row, id }: RowResult) => `${kinds.get(row)} ${id}`
  const isNew = ({ outcome, id }: RowResult) => id !== undefined && (outcome === 'created' || outcome === 'renamed')
  const made = new Set(results.filter(isNew).map(recordOf))
  const dry = results.map((result) => (made.has(recordOf(result)) ? { ...result, id: NOT_KEPT } : result))
  await writeResults(db, jobId, dry)
  return dry
}
