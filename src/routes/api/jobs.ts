import { listJobs } from '../../../db/queries/jobs.ts'
import { JobList } from '../../../schemas/jobs.ts'
import { ListQuery } from '../../../schemas/lists.ts'
import { Ref } from '../../../schemas/ref.ts'
import type { App, Services } from '../../services.ts'
import { listReply } from '../replies.ts'

export function jobRoutes(app: App, { db }: Services): void {
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
      return listReply('jobs', await listJobs(db, account.id, page), page)
    },
  )
}
