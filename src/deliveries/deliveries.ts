import { listDueWebhooks, MAX_DUE, timeToNextDelivery } from '../../db/queries/webhook-turns.ts'
import { createFairQueue } from '../security/fair-queue.ts'
import { originOf } from './origin.ts'
import { takeTurn } from './turn.ts'

/** Sends the events of accounts to their webhooks in the background. */
export interface Deliveries {
  /** Looks for due deliveries now: of an account, or of all. */
  wake(account?: number): void
  /** Resolves when no delivery is due. */
  idle(): Promise<void>
  /** Sets the listener for errors; failed work is retried later. */
  report(listener: (error: unknown) => void): void
  /** Starts no more attempts, and stores the outcome of those that end within `CLOSE_MS`. */
  close(): Promise<void>
}

// Webhooks that are sent to concurrently, in total and per account; the others wait for their turns.
const LIMITS = { concurrency: 24, concurrencyPerOwner: 4, maxWaiting: 10_000, maxWaitingPerOwner: 100 }
// A poll, because notifications are lost while the listening connection is down.
const LONGEST_PAUSE_MS = 60_000
const SHORTEST_PAUSE_MS = 200
// Events within this time are handled together.
const GATHER_MS = 20
// Older transactions usually end within milliseconds.
const FIRST_UNSETTLED_MS = 20
const MAX_UNSETTLED_MS = 2_000
// The minimum pause after a turn that sent nothing, so that no fault can cause a busy loop.
const FIRST_IDLE_MS = 1_000
const MAX_IDLE_MS = 5_000
const ERROR_PAUSE_MS = 5_000
// The pause before the remaining due webhooks are listed.
const LIST_PAUSE_MS = 1_000
// The time for running attempts to end when the service stops.
const CLOSE_MS = 300

const pauseWithin = (ms: number) => Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, ms))

/**
 * `onEvents` registers a listener for the accounts of new events, `onDeleted` one for deleted accounts, whose turns end.
 * Any number of instances may send.
 */
export function startDeliveries(
  tools: Omit<Parameters<typeof takeTurn>[0], 'signal'>,
  onEvents: (listener: (account: string) => void) => void,
  onDeleted: (listener: (account: string) => void) => void,
): Deliveries {
  const queue = createFairQueue(LIMITS, () => new Error('Too many webhooks wait to be sent to.'))
  const busy = new Map<number, Promise<void>>()
  // Accounts that were deleted since a turn began that still goes on.
  const deleted = new Set<number>()
  // The accounts to look at next, or all.
  let wanted: Set<number> | 'all' = 'all'
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isGathering = false
  // When all accounts are checked next.
  let dueAt = Number.POSITIVE_INFINITY
  let isClosed = false
  let unsettledMs = FIRST_UNSETTLED_MS
  let idleMs = 0
  const stop = new AbortController()
  let onError: (error: unknown) => void = () => {}

  const wakeIn = (ms: number) => {
    dueAt = Date.now() + ms
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(wake, ms).unref()
  }
  /** Runs a turn; returns the milliseconds until the account is checked again. */
  const take = async (id: number, account: number): Promise<number> => {
    try {
      const result = await queue(String(account), () =>
        takeTurn({ ...tools, signal: stop.signal }, id, () => isClosed || deleted.has(account)),
      )
      if (result === 'done') {
        unsettledMs = FIRST_UNSETTLED_MS
        idleMs = 0
        return 0
      }
      if (result === 'idle') {
        const ms = idleMs
        idleMs = Math.min(MAX_IDLE_MS, Math.max(FIRST_IDLE_MS, idleMs * 2))
        return ms
      }
      unsettledMs = Math.min(MAX_UNSETTLED_MS, unsettledMs * 2)
      return unsettledMs
    } catch (error) {
      onError(error)
      return ERROR_PAUSE_MS
    }
  }
  const startTurn = (id: number, account: number) => {
    if (busy.has(id)) return
    const turn = take(id, account).then((ms) => {
      busy.delete(id)
      if (busy.size === 0) deleted.clear()
      if (ms === 0) wake(account)
      else setTimeout(wake, ms, account).unref()
    })
    busy.set(id, turn)
  }
  const look = async () => {
    const accounts = new Set<number>()
    let isAll = false
    let isFull = false
    while (!isClosed && (wanted === 'all' || wanted.size > 0)) {
      const now = wanted
      wanted = new Set()
      if (now === 'all') isAll = true
      else for (const account of now) accounts.add(account)
      const due = await listDueWebhooks(tools.db, originOf(tools.config), now, [...busy.keys()])
      for (const { id, account_id } of due) startTurn(id, account_id)
      isFull ||= due.length === MAX_DUE
    }
    const ms = isFull ? LIST_PAUSE_MS : await timeToNextDelivery(tools.db, isAll ? 'all' : accounts)
    const next = pauseWithin(ms ?? LONGEST_PAUSE_MS)
    if (isAll || Date.now() + next < dueAt) wakeIn(next)
  }
  const start = () => {
    if (isClosed) return
    looking ??= look()
      .catch((error) => {
        onError(error)
        wanted = new Set()
        wakeIn(ERROR_PAUSE_MS)
      })
      .finally(() => {
        looking = undefined
        if (wanted === 'all' || wanted.size > 0) start()
      })
  }
  const wake: Deliveries['wake'] = (account) => {
    if (account === undefined) wanted = 'all'
    else if (wanted !== 'all') wanted.add(account)
    start()
  }
  const endOfTurns = async () => {
    while (looking || busy.size > 0) await Promise.all([looking, ...busy.values()])
  }
  onDeleted((account) => {
    if (busy.size > 0) deleted.add(Number(account))
  })
  onEvents((account) => {
    if (wanted !== 'all') wanted.add(Number(account))
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      start()
    }, GATHER_MS).unref()
  })
  wake()
  return {
    wake,
    async idle() {
      // A turn that runs already may have begun before the newest events were settled.
      await endOfTurns()
      wake()
      await endOfTurns()
    },
    report(listener) {
      onError = listener
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const hanging = setTimeout(() => stop.abort(), CLOSE_MS)
      await endOfTurns()
      clearTimeout(hanging)
    },
  }
}
