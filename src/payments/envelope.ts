import { createHash } from 'node:crypto'
import type { Provider } from '../../schemas/payments.ts'
import { at, isValidId } from './provider-event.ts'

/** The id of an event, by which it is stored once, its type, and its body as text. */
interface Envelope {
  id: string
  type: string
  text: string
}

type Names = (event: unknown, body: Buffer) => { id: unknown; type: unknown }

// For providers with other names for `id` and `type`.
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

/** Reads the id and type of an event from its body; undefined if it is not a JSON object with both. */
export function readEnvelope(provider: Provider, body: Buffer): Envelope | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const event: unknown = JSON.parse(text)
    const names =
      validNames({ id: at(event, 'id'), type: at(event, 'type') }) ?? validNames(ownNames[provider]?.(event, body))
    return names && { ...names, text }
  } catch {
    return undefined
  }
}

/**
 * The fields that are missing in a body for which readEnvelope returns undefined; undefined if it is no JSON object.
 */
export function missingFields(provider: Provider, body: Buffer): ('id' | 'type')[] | undefined {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof event !== 'object' || event === null || Array.isArray(event)) return undefined
    const own = ownNames[provider]?.(event, body)
    const missing = (['id', 'type'] as const).filter((name) => !isName(at(event, name)) && !isName(own?.[name]))
    return missing.length > 0 ? missing : ['id', 'type']
  } catch {
    return undefined
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && isValidId(value)

function validNames(names: { id: unknown; type: unknown } | undefined): { id: string; type: string } | undefined {
  const { id, type } = names ?? {}
  return isName(id) && isName(type) ? { id, type } : undefined
}
