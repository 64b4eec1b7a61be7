/**
 * The effect of an event on a plan. `grant`: a payment succeeded or a subscription is active. `cancel`: the
 * subscription ends with the paid time, so nothing changes now. `end`: it was not paid and ends now. `refund`: a
 * payment was refunded or a dispute lost; if in full, what it bought ends now. `link`: contains only ids of one
 * payment.
 */
export type Effect = 'grant' | 'cancel' | 'end' | 'refund' | 'link' | 'none'

/** An amount in the unit of its provider, compared only with amounts of the same provider. */
export interface Money {
  amount: number
  currency: string
}

/**
 * How much of a payment was refunded: all of it (`full`), the event's `money` in `total` so far, or one `part` of that
 * amount. `id` is the provider's id of the part, if there is one.
 */
export interface RefundExtent {
  extent: 'full' | 'total' | 'part'
  id: string | null
}

/** A purchase: the provider's ids (price, plan, product) and the end of the paid time. */
export interface Purchase {
  plans: string[]
  until: Date | null
}

/** An event of any provider, in a common form. */
export interface ProviderEvent {
  effect: Effect
  /** The time of the event by the provider's clock. */
  at: Date | null
  /** The account that the event names. */
  accountId: number | null
  customer: string | null
  email: string | null
  /** The id of the subscription, or of the payment if there is none. */
  subject: string | null
  /** Other ids of the subscription. */
  names: string[]
  /** Ids by which later events (a refund, a dispute) refer to this payment. */
  refs: string[]
  purchases: Purchase[]
  /** Whether this is a payment for a subscription whose price only other events contain. */
  ofSubscription: boolean
  money: Money | null
  refunded: RefundExtent | null
}

const NOTHING: ProviderEvent = {
  effect: 'none',
  at: null,
  accountId: null,
  customer: null,
  email: null,
  subject: null,
  names: [],
  refs: [],
  purchases: [],
  ofSubscription: false,
  money: null,
  refunded: null,
}

type Ids = (string | null)[]

/** Creates an event from its known parts; null ids are left out of `refs` and `names`. */
export function providerEvent(
  known: Partial<Omit<ProviderEvent, 'refs' | 'names'>> & { refs?: Ids; names?: Ids },
): ProviderEvent {
  const present = (ids: Ids = []) => [...new Set(ids.filter((id) => id !== null))]
  return { ...NOTHING, ...known, refs: present(known.refs), names: present(known.names) }
}

export const FULL_REFUND: RefundExtent = { extent: 'full', id: null }

/** The value at a dotted path of parsed JSON, or undefined. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

/** The first value at one of the paths that is a valid id (or an integer, as text). */
export function text(value: unknown, ...paths: string[]): string | null {
  for (const path of paths) {
    const found = at(value, path)
    if (typeof found === 'string' && isValidId(found)) return found
    if (Number.isSafeInteger(found)) return String(found)
  }
  return null
}

/** Like `text`, for fields that are either an id or an object with an `id` (expanded by the provider). */
export function idOf(value: unknown, ...paths: string[]): string | null {
  return text(value, ...paths.flatMap((path) => [path, `${path}.id`]))
}

/** Whether a text can be an id or a type: one line of 1 to 255 characters that Postgres can store. */
export function isValidId(value: string): boolean {
  return value.length > 0 && value.length <= 255 && value.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(value)
}

export function list(value: unknown, path: string): unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found.slice(0, 200) : []
}

/** Ids found at any of the paths, in any of the values. */
export function ids(values: unknown[], ...paths: string[]): string[] {
  return [...new Set(values.flatMap((value) => paths.map((path) => text(value, path))).filter((id) => id !== null))]
}

/** A time in Unix seconds or ISO 8601; null if it is neither, or not between 2000 and 2200. */
export function time(value: unknown, ...paths: string[]): Date | null {
  for (const path of paths) {
    const found = at(value, path)
    const date = new Date(typeof found === 'number' ? found * 1000 : typeof found === 'string' ? found : Number.NaN)
    if (date.getTime() > Date.UTC(2000, 0) && date.getTime() < Date.UTC(2200, 0)) return date
  }
  return null
}

/** The latest of some times, or null. */
export function latest(times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.max(...known.map(Number)))
}

/** The id of an account of this service at one of the paths. */
export function account(value: unknown, ...paths: string[]): number | null {
  for (const path of paths) {
    const found = text(value, path)
    const id = found !== null && /^[1-9]\d{0,15}$/.test(found) ? Number(found) : null
    if (id !== null && Number.isSafeInteger(id)) return id
  }
  return null
}

export function money(value: unknown, amountPath: string, currencyPath: string): Money | null {
  const found = at(value, amountPath)
  const amount = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
  const currency = text(value, currencyPath)
  if (typeof amount !== 'number' || !Number.isFinite(amount) || currency === null) return null
  return { amount: Math.abs(amount), currency: currency.toUpperCase() }
}
