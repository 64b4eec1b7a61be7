import { type Static, Type } from '@sinclair/typebox'
import { count, datetime, id } from './fields.ts'
import { listOf } from './lists.ts'
import { nullable, oneOf } from './ref.ts'
import { created } from './replies.ts'

export const Job = Type.Object(
  {
    id: id('Id of the job.'),
    kind: oneOf(
      [
        'delete_domain',
        'delete_campaign',
        'delete_channel',
        'delete_overlay',
        'delete_pixel',
        'delete_splash',
        'attach_addresses',
        'export',
        'import',
      ],
      {
        description:
          'What it does: detaches the addresses of a deleted domain, takes the links out of a deleted campaign, channel, overlay, pixel or splash page, serves the addresses again of a domain that was added again, streams an export, or imports what a file or another service has (`GET /api/import/{id}`).',
        examples: ['delete_domain'],
      },
    ),
    progress: count('Links, pages or records processed so far.'),
    total: nullable(count('How many there are in all; null: not known.')),
    failures: {
      ...count('Failed steps since the last successful one. A failed step is repeated after a pause.'),
      examples: [0],
    },
    status: oneOf(['running', 'done', 'failed'], {
      description:
        'State of the job. `failed`: its steps failed in 20 attempts in a row, and `POST /api/job/{id}/retry` resumes it; or an export was interrupted; or the reading of an import was, and `GET /api/import/{id}` says how to go on (it runs again when it is resumed, and `finished` is null until it ends).',
      examples: ['done'],
    }),
    error: nullable(
      Type.String({
        minLength: 1,
        description: 'Why it failed; null: it has not.',
        examples: ['The export was cut off.'],
      }),
    ),
    date: datetime('Time of creation.'),
    finished: nullable(datetime('When it ended; null: not finished.')),
  },
  {
    $id: 'Job',
    description: 'A background job started by a request. Its effect is already visible.',
  },
)
export type Job = Static<typeof Job>

export const JobList = listOf('JobList', 'jobs', Job, 'jobs')

export const JobRetried = created('JobRetried', 'The job was resumed.')
