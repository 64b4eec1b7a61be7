import {
  type EventStatus,
  findEvent,
  listPaymentEvents,
  listUnverifiedEvents,
  retryEvent,
} from '../../db/queries/payment-events.ts'
import { ApiError } from '../errors/api-error.ts'
import { applyNext } from '../payments/event-worker.ts'
import { changesCommand } from './changes.ts'
import type { Command, Values } from './command.ts'
import { UsageError } from './command.ts'
import type { Column, Style } from './screen.ts'

const STATUSES = ['pending', 'applied', 'ignored', 'failed']
const MAX_LISTED = 1000
const COLUMNS: Column[] = [
  { title: 'id', isNumber: true },
  { title: 'received', isWhole: true },
  { title: 'provider' },
  { title: 'type' },
]
const STYLES: Record<EventStatus, Style> = { pending: 'yellow', applied: 'green', ignored: 'dim', failed: 'red' }

const idOption = { id: { value: 'id', about: 'Number of the event, as `events list` shows it.', required: true } }
// `events show 42` as well as `events show --id 42`.
const operand = 'id'

/** Commands about payment events (their status, their bodies, another attempt), and what changed in an account. */
export const eventCommands: Command[] = [
  changesCommand,
  {
    name: 'events list',
    options: {
      status: { choices: STATUSES, about: 'Only those with this status.' },
      limit: { value: 'count', about: 'How many at most; 50, if not given.' },
      unverified: { about: 'List the events without a valid signature instead: they have no effect.' },
    },
    async run({ store }, values) {
      const limit = readInteger(values, 'limit', MAX_LISTED) ?? 50
      if (values['unverified']) {
        const events = await listUnverifiedEvents(store.db, limit)
        const rows = events.map((row) => [row.id, row.received, row.provider, row.type, row.event_id])
        return { data: { events }, table: { columns: [...COLUMNS, { title: 'event' }], rows }, lines: [] }
      }
      const status = readStatus(values)
      const events = await listPaymentEvents(store.db, { limit, ...(status === undefined ? {} : { status }) })
      const rows = events.map((row) => [
        ...[row.id, row.received, row.provider, row.type],
        { text: row.status, style: STYLES[row.status] },
        row.account_id,
        row.reason,
      ])
      const columns = [...COLUMNS, { title: 'status' }, { title: 'account', isNumber: true }, { title: 'reason' }]
      return { data: { events }, table: { columns, rows }, lines: [] }
    },
  },
  {
    name: 'events show',
    options: idOption,
    operand,
    async run({ store }, values) {
      const event = await findEvent(store.db, readInteger(values, 'id') ?? 0)
      if (!event) throw new ApiError('not_found', 'There is no such event.')
      const { body: text, ...rest } = event
      const body: unknown = text === null ? null : JSON.parse(text)
      return {
        data: { event: { ...rest, body } },
        table: { rows: Object.entries(rest).map(([name, value]) => [name, value === null ? null : String(value)]) },
        lines: ['', text === null ? 'Its body was dropped (WEBHOOK_BODY_DAYS).' : JSON.stringify(body, null, 2)],
      }
    },
  },
  {
    name: 'events retry',
    options: idOption,
    operand,
    notes: ['Use it after adding what the event needs: an account, a price in plans.json.'],
    async run({ store, config }, values) {
      const id = readInteger(values, 'id') ?? 0
      const event = await findEvent(store.db, id)
      if (!event) throw new ApiError('not_found', 'There is no such event.')
      if (event.status === 'applied') throw new ApiError('already_applied', 'This event was applied already.')
      if (!(await retryEvent(store.db, id)))
        throw new ApiError('body_dropped', 'The body of this event was dropped: send it again from the provider.')
      const rules = {
        plans: config.plans,
        planDays: config.PLAN_DAYS,
        trialDays: config.TRIAL_DAYS,
        paymentsByEmail: config.PAYMENTS_BY_EMAIL === 'on',
      }
      while (await applyNext(store.db, rules, { warn: () => {} })) {}
      const after = (await findEvent(store.db, id)) ?? event
      return {
        data: { id, status: after.status, reason: after.reason },
        lines: [`The event is ${after.status}: ${after.reason ?? 'no reason is stored'}.`],
      }
    },
  },
]

function readInteger(values: Values, name: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) throw new UsageError(`--${name} must be a whole number from 1 to ${max}`)
  return number
}

function readStatus(values: Values): EventStatus | undefined {
  const text = values['status']
  if (text === undefined) return undefined
  if (typeof text !== 'string' || !STATUSES.includes(text))
    throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`)
  return text as EventStatus
}
