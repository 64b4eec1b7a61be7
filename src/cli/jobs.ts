import type { Job } from '../../schemas/jobs.ts'
import { ApiError } from '../errors/api-error.ts'
import { apiOptions } from './api-options.ts'
import type { Command, Option } from './command.ts'
import { countLine, limitOption, MAX_LISTED, readId, readLimit } from './fields.ts'
import { fieldTable, type Style } from './screen.ts'

const idOption: Record<string, Option> = {
  id: { value: 'number', about: 'Number of the job, as `jobs list` shows it.', required: true },
}
const STYLES: Record<Job['status'], Style> = { running: 'yellow', done: 'green', failed: 'red' }

/** Commands about background jobs of an account. */
export const jobCommands: Command[] = [
  {
    name: 'jobs list',
    options: { ...limitOption, ...apiOptions },
    async call({ connect }, values) {
      const listed = await (await connect()).list<Job>('/api/jobs', 'jobs', readLimit(values))
      return {
        data: { result: listed.total, jobs: listed.rows },
        table: {
          columns: [
            { title: 'id', isNumber: true },
            { title: 'kind' },
            { title: 'status' },
            { title: 'progress', isNumber: true },
            { title: 'of', isNumber: true },
            { title: 'created', isWhole: true },
            { title: 'error' },
          ],
          rows: listed.rows.map(({ id, kind, status, progress, total, date, error }) => [
            ...[id, kind, { text: status, style: STYLES[status] }, progress, total, date, error],
          ]),
        },
        lines: countLine(listed, 'jobs'),
      }
    },
  },
  {
    name: 'jobs show',
    options: { ...idOption, ...apiOptions },
    operand: 'id',
    async call({ connect }, values) {
      const id = readId(values)
      const { rows } = await (await connect()).list<Job>('/api/jobs', 'jobs', MAX_LISTED)
      const job = rows.find((row) => String(row.id) === id)
      if (!job) throw new ApiError('not_found', 'Job not found.')
      return { data: { job }, table: fieldTable(job), lines: [] }
    },
  },
  {
    name: 'jobs retry',
    options: { ...idOption, ...apiOptions },
    operand: 'id',
    notes: ['A job that has not failed is not changed. A running server does the work.'],
    async call({ connect }, values) {
      const made = await (await connect()).ask<{ id: number }>('POST', `/api/job/${readId(values)}/retry`)
      return { data: made, lines: [`Job ${made.id} goes on, if it had failed.`] }
    },
  },
]
