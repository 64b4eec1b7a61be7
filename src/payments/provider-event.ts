/**
 * What an event does to a plan. `grant`: a payment succeeded or a subscription runs. `cancel`: it ends when the paid
 * time ends, so nothing changes. `end`: a subscription was not paid, and ends now. `refund`: a payment was given back, by
 * a refund or a lost dispute: what it bought ends now when that is the whole of it. `link`: only tells ids of one payment.
 */
export type Effect = 'grant' | 'cancel' | 'end' | 'refund' | 'link' | 'none'

/** Money in whatever unit the provider counts: only ever compared with money of the same provider. */
export interface Money {
  amount: number
  currency: string
}

/**
 * How much of a payment was given back: the `whole`; `money` in `total` so far; or `money` as a `piece`, which has an id of
 * its own where the provider gives it one.
 */
export interface Payback {
  extent: 'whole' | 'total' | 'piece'
  id: string | null
}

/** What was bought: the provider's ids of it (price, plan, product) and the end of the time that is paid. */
export interface Purchase {
  plans: string[]
  until: Date | null
}

/** An event of any provider, in our words. */
export interface Reading {
  effect: Effect
  /** When it happened, by the provider's clock. */
  at: Date | null
  /** The account the event itself names. */
  accountId: number | null
  customer: string | null
  email: string | null
  /** What the plan hangs on: a subscription, else the payment. */
  subject: string | null
  /** Other ids of the subscription. */
  names: string[]
  /** Ids by which later events (a refund, a dispute) refer to this payment. */
  refs: string[]
  purchases: Purchase[]
  money: Money | null
  payback: Payback | null
}

const NOTHING: Reading = {
  effect: 'none',
  at: null,
  accountId: null,
  customer: null,
  email: null,
  subject: null,
  names: [],
  refs: [],
  purchases: [],
  money: null,
  payback: null,
}

type Ids = (string | null)[]

/** A reading of which only some parts are known; ids that are absent are left out of `refs` and `names`. */
export function reading(known: Partial<Omit<Reading, 'refs' | 'names'>> & { refs?: Ids; names?: Ids }): Reading {
  const present = (ids: Ids = []) => [...new Set(ids.filter((id) => id !== null))]
  return { ...NOTHING, ...known, refs: present(known.refs), names: present(known.names) }
}

/** The whole of a payment was given back. */
export const WHOLE: Payback = { extent: 'whole', id: null }

/** The value at a dotted path of parsed JSON, or undefined. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

/** The first of the paths that holds a usable text (or a whole number, as text). */
export function text(value: unknown, ...paths: string[]): string | null {
  for (const path of paths) {
    const found = at(value, path)
    if (typeof found === 'string' && isPlain(found)) return found
    if (Number.isSafeInteger(found)) return String(found)
  }
  return null
}

/** Like `text`, where a thing may stand by its id or as an object with an `id`. */
export function idOf(value: unknown, ...paths: string[]): string | null {
  return text(value, ...paths.flatMap((path) => [path, `${path}.id`]))
}

/** Whether a text fits an id or a type: one line, 1 to 255 characters, nothing that Postgres cannot hold. */
export function isPlain(value: string): boolean {
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

/** A time given as Unix seconds or ISO text. Nonsense and the far past or future are null. */
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

/** An account of ours, named at one of the paths. */
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
