import { listJobs } from '../../../db/queries/jobs.ts'
import { retryAmong } from '../../../db/queries/open-imports.ts'
import { type Job, JobList, JobRetried } from '../../../schemas/jobs.ts'
import { ListQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { found } from '../../errors/api-error.ts'
import { MAX_OPEN_IMPORTS, tooManyImports } from '../../import/open-imports.ts'
import { shownReadingError } from '../../import/report.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, listReply } from '../replies.ts'

/**
 * The error of a job for its account. The message of a failed step is only logged, because it may contain values of
 * others.
 */
function shownError({ kind, error }: Pick<Job, 'kind' | 'error'>, isReading: boolean): string | null {
  if (error === null || kind === 'export') return error
  // The account needs to know why the other service could not be read, to correct the key or the address.
  if (isReading) return shownReadingError(error)
  const code = /^\[(\w{5})\] /.exec(error)?.[1]
  const cause = code === undefined ? 'A step failed' : `The database refused a step (SQLSTATE ${code})`
  return `${cause} in many attempts; the log of the service has the details.`
}

export function jobRoutes(app: App, { db, jobs }: Services): void {
  app.get(
    '/jobs',
    {
      schema: {
        operationId: 'listJobs',
        tags: ['Jobs'],
        summary: 'List background jobs',
        description: 'The jobs of the account, newest first. Records are kept for 30 days after a job has finished.',
        querystring: ListQuery,
        response: { 200: Ref(JobList) },
      },
    },
    async ({ account, page }) => {
      const { rows, ...counted } = await listJobs(db, account.id, page)
      return listReply(
        'jobs',
        { rows: rows.map(({ reading, ...row }): Job => ({ ...row, error: shownError(row, reading) })), ...counted },
        page,
      )
    },
  )

  app.post(
    '/job/:id/retry',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'retryJob',
        tags: ['Jobs'],
        summary: 'Retry a failed job',
        description:
          'Resumes a failed job where it stopped. A job that has not failed is not changed, nor is an export, which can be requested again, or an import whose reading was interrupted (`POST /api/import/{id}/resume`). An import waits until fewer than three others of the account are open: 503.',
        params: IdPath('job'),
        response: { 200: Ref(JobRetried) },
      },
    },
    async ({ account, params }) => {
      const outcome = found(await retryAmong(db, account.id, params.id, MAX_OPEN_IMPORTS), 'Job')
      if (outcome === 'full') throw tooManyImports()
      jobs.wake()
      return answer({ id: params.id })
    },
  )
}
