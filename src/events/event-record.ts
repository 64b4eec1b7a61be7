import type { EventRow } from '../../db/queries/event-list.ts'
import type { BatchVisit } from '../../db/queries/visit-feeds.ts'
import type { VisitBatch } from '../../db/tables/events.ts'
import type { Subject } from '../../db/tables/visits.ts'
import type { Event } from '../../schemas/events.ts'
import type { EventVisit } from '../../schemas/visit-events.ts'
import type { Config } from '../config/config.ts'
import { aliasUrl, qrUrl } from '../links/public-urls.ts'
import { cursorOf } from '../visits/raw-visits.ts'

/** An event as the API shows it and webhooks send it, with the visits of a batch too. */
export function eventRecord(config: Pick<Config, 'baseUrl'>, row: EventRow): Event {
  const { alias, origin = null, code, batch, ...data } = row.data
  const url = alias === undefined ? undefined : aliasUrl(config, origin, alias)
  const shown = {
    ...(row.subject_id === null ? {} : { id: row.subject_id }),
    ...data,
    ...(url === undefined ? {} : row.type.startsWith('bio.') ? { link: url } : { shorturl: url }),
    ...(batch === undefined ? {} : batchData(batch)),
    ...(code === undefined ? {} : { link: qrUrl(config, origin, code) }),
  }
  return {
    id: `evt_${row.id}`,
    type: row.type,
    date: row.date,
    actor: { type: row.actor, keyid: row.key_id, keyname: row.key_name },
    // The stored data matches the schema of its type; the tests of all write operations check that.
    data: shown,
  } as Event
}

const subjectOf = (subject: Subject, id: number) => ({ link: null, qr: null, bio: null, [subject]: id })

const batchData = ({ after, last, count, dropped, droppedfrom }: VisitBatch) => ({
  after: cursorOf(after),
  nextcursor: cursorOf(last),
  count,
  dropped,
  droppedfrom: droppedfrom.map(([subject, id, visits]) => ({ ...subjectOf(subject, id), visits })),
})

/** The event of a batch with its visits. */
export const withVisits = <T extends { data: object }>(event: T, visits: readonly BatchVisit[]): T => ({
  ...event,
  data: {
    ...event.data,
    visits: visits.map(
      ({ subject, subject_id: id, ...visit }): EventVisit => ({ ...subjectOf(subject, id), ...visit }),
    ),
  },
})
