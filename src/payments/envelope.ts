import { createHash } from 'node:crypto'
import type { Provider } from '../../schemas/webhooks.ts'
import { at, isValidId } from './provider-event.ts'

/** What makes an event one: its id, by which it is stored once, and its type. `text` is its body. */
interface Envelope {
  id: string
  type: string
  text: string
}

type Names = (event: unknown, body: Buffer) => { id: unknown; type: unknown }

// Where a provider has other names for the two than `id` and `type`.
const ownNames: Partial<Record<Provider, Names>> = {
  paypal: (event) => ({ id: at(event, 'id'), type: at(event, 'event_type') }),
  paddle: (event) => ({ id: at(event, 'event_id'), type: at(event, 'event_type') }),
  paystack: (event, body) => {
    const type = at(event, 'event')
    const id = at(event, 'data.id')
    const hasId = (typeof id === 'string' && id !== '') || typeof id === 'number'
    return { id: hasId ? `${String(type)}:${id}` : hashOf(body), type }
  },
}

export const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')

/** Reads an event's id and type from raw bytes; undefined when they are no JSON object that has them. */
export function readEnvelope(provider: Provider, body: Buffer): Envelope | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const event: unknown = JSON.parse(text)
    const names = usable({ id: at(event, 'id'), type: at(event, 'type') }) ?? usable(ownNames[provider]?.(event, body))
    return names && { ...names, text }
  } catch {
    return undefined
  }
}

/** Which of the two a body lacks that readEnvelope does not understand. */
export function missingFields(provider: Provider, body: Buffer): ('id' | 'type')[] {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    const own = ownNames[provider]?.(event, body)
    const missing = (['id', 'type'] as const).filter((name) => !isName(at(event, name)) && !isName(own?.[name]))
    if (missing.length > 0) return missing
  } catch {
    // Neither.
  }
  return ['id', 'type']
}

const isName = (value: unknown): value is string => typeof value === 'string' && isValidId(value)

function usable(names: { id: unknown; type: unknown } | undefined): { id: string; type: string } | undefined {
  const { id, type } = names ?? {}
  return isName(id) && isName(type) ? { id, type } : undefined
}
