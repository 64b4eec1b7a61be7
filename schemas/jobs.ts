import { type Static, Type } from '@sinclair/typebox'
import { count, datetime, id } from './fields.ts'
import { listOf } from './lists.ts'
import { nullable, oneOf } from './ref.ts'

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
    progress: count('How many links, pages or records it has gone through.'),
    total: nullable(count('How many there are; null where that is not known.')),
    failures: {
      ...count('How many steps failed since the last that did not. A failed step is repeated after a pause.'),
      examples: [0],
    },
    date: datetime('Time of creation.'),
    finished: nullable(datetime('When it ended; null while it is not done.')),
  },
  {
    $id: 'Job',
    description: 'Work in the background that a request of the account started. What it is for holds already.',
  },
)
export type Job = Static<typeof Job>

export const JobList = listOf('JobList', 'jobs', Job, 'jobs')
