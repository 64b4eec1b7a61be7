import type { EventRow } from '../../db/queries/event-list.ts'
import type { Event } from '../../schemas/events.ts'
import type { Config } from '../config/config.ts'
import { aliasUrl, qrUrl } from '../links/public-urls.ts'

/** An event as the API shows it and webhooks send it. */
export function eventRecord(config: Pick<Config, 'baseUrl'>, row: EventRow): Event {
  const { alias, origin = null, code, ...data } = row.data
  const url = alias === undefined ? undefined : aliasUrl(config, origin, alias)
  const shown = {
    ...(row.subject_id === null ? {} : { id: row.subject_id }),
    ...data,
    ...(url === undefined ? {} : row.type.startsWith('bio.') ? { link: url } : { shorturl: url }),
    ...(code === undefined ? {} : { link: qrUrl(config, code) }),
  }
  return {
    id: `evt_${row.id}`,
    type: row.type,
    date: row.date,
    actor: { type: row.actor, keyid: row.key_id, keyname: row.key_name },
    // What each type stores is what its schema names: the tests of all write operations compare them.
    data: shown,
  } as Event
}
