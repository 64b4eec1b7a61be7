import { type Event, EventQuery } from '../../schemas/events.ts'
import type { Query } from './api.ts'
import { apiOptions } from './api-options.ts'
import type { Command } from './command.ts'
import { countLine, fieldOptions, limitOption, readLimit, readOptions } from './fields.ts'

const FILTERS = [
  ...['type', 'link', 'qr', 'bio', 'campaign', 'domain', 'key', 'direction', 'created_after', 'created_before'],
]

// What the data of the events has in common: each kind has its own name for what people know it by.
interface Subject {
  id?: number
  shorturl?: string
  domain?: string
  name?: string
}

/** `events changes`: what changed in an account, and who changed it. */
export const changesCommand: Command = {
  name: 'events changes',
  options: { ...fieldOptions(EventQuery, FILTERS), ...limitOption, ...apiOptions },
  operand: 'type',
  async call({ connect }, values) {
    const query = readOptions(EventQuery, FILTERS, values) as Query
    const listed = await (await connect()).list<Event>('/api/events', 'events', readLimit(values), query)
    return {
      data: { events: listed.rows, more: listed.hasMore },
      table: {
        columns: [
          { title: 'date', isWhole: true },
          { title: 'event', isWhole: true },
          { title: 'of', isNumber: true },
          { title: 'which is' },
          { title: 'caused by' },
        ],
        rows: listed.rows.map(({ date, type, actor, data }) => {
          const { id, shorturl, domain, name } = data as Subject
          return [date, type, id ?? null, shorturl ?? domain ?? name ?? null, actor.keyname ?? actor.type]
        }),
      },
      lines: countLine(listed, 'events'),
    }
  },
}
