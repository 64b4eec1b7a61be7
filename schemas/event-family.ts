import { type TProperties, Type } from '@sinclair/typebox'
import { datetime, id, text } from './fields.ts'
import { named, nullable, oneOf } from './ref.ts'

/** Who may cause an event. */
export const ACTOR_TYPES = ['key', 'login', 'command', 'system', 'payment'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

const actor = named(
  'EventActor',
  Type.Object(
    {
      type: oneOf(ACTOR_TYPES, {
        description:
          'Who caused it: `key`: a request with an API key; `login`: one with the key of a login; `command`: the command line; `payment`: a payment provider; `system`: the service itself.',
        examples: ['key'],
      }),
      keyid: nullable(id('Id of the API key; null: none.')),
      keyname: nullable(text('Name that the API key had; null: none.', 'CI')),
    },
    { description: 'Who caused an event.' },
  ),
)

export const eventId = Type.String({
  pattern: '^evt_[1-9][0-9]*$',
  maxLength: 24,
  description: 'Id of the event.',
  examples: ['evt_42'],
})

/** Creates the schema of events that have the same form of `data`; `types` are their names. */
export const family = <const T extends string, P extends TProperties>(
  $id: string,
  what: string,
  types: readonly [T, ...T[]],
  data: P,
) =>
  Type.Object(
    {
      id: eventId,
      type: oneOf(types, { description: 'What happened.', examples: [types[0]] }),
      date: datetime('Time of the event.'),
      actor,
      data: named(
        `${$id}Data`,
        Type.Object(data, { description: `${what} The values are those right after the event.` }),
      ),
    },
    { $id, description: what },
  )
