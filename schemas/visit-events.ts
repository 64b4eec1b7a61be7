import { type Static, Type } from '@sinclair/typebox'
import { family } from './event-family.ts'
import { count, id } from './fields.ts'
import { named, nullable } from './ref.ts'
import { Visit, visitCursor } from './visits.ts'

// What was visited: one of these.
const subject = {
  link: nullable(id('Id of the link; null: it was none.')),
  qr: nullable(id('Id of the QR code; null: it was none.')),
  bio: nullable(id('Id of the bio page; null: it was none.')),
}

const visit = named(
  'EventVisit',
  Type.Object({ ...subject, ...Visit.properties }, { description: 'A visit, and what was visited.' }),
)
export type EventVisit = Static<typeof visit>

const dropped = named(
  'DroppedVisits',
  Type.Object(
    { ...subject, visits: { ...count('How many of its visits are left out, at least.'), examples: [99_000] } },
    { description: 'What has visits that are in no event.' },
  ),
)

export const VisitsEvent = family(
  'VisitsEvent',
  'Links, QR codes and bio pages of the account were visited.',
  ['visits.recorded'],
  {
    after: { ...visitCursor, description: 'Cursor of `GET /api/visits`: of the first visit of this batch.' },
    nextcursor: { ...visitCursor, description: 'Cursor of `GET /api/visits`: of the visits that follow this batch.' },
    count: { ...count('Visits in this batch, 100 at most.'), examples: [100] },
    dropped: {
      ...count('Visits that follow this batch and are in no event, counted up to 100,000; 0: none.'),
      examples: [0],
    },
    droppedfrom: Type.Array(dropped, {
      maxItems: 100,
      description: 'What those are visits of, with the most first, at most 100: read them with `nextcursor`.',
    }),
    visits: Type.Optional(
      Type.Array(visit, {
        maxItems: 100,
        description: 'The visits, in the order of their ids; only when it is sent to a webhook.',
      }),
    ),
  },
)
