import { IDEMPOTENCY_KEY_PATTERN } from '../validation/idempotency-key.ts'
import type { OperationParameter } from './model.ts'

/** The header that makes a write safe to repeat, for every operation that takes it. */
export const idempotencyKey = (): OperationParameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  'x-addition': true,
  description:
    'Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request.',
  schema: {
    type: 'string',
    pattern: IDEMPOTENCY_KEY_PATTERN,
    examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
  },
})

// Failures that come from the route itself are stored; the others leave the key free.
const REPLAYED = ['200', '400', '403', '404', '409']

/** Whether an answer of this status may be the stored one of an earlier request. */
export const isReplayed = (status: string): boolean => REPLAYED.includes(status)
