import type { Database } from '../../db/open.ts'
import { beginTurn, type DueDelivery, endTurn, type Turn } from '../../db/queries/webhook-turns.ts'
import { pauseAfter } from './schedule.ts'
import { type Result, type Sent, sendDelivery } from './send.ts'

const DELIVERIES_PER_TURN = 50
const CONCURRENCY = 4
// No attempt starts later in a turn: with the time-out of the last one it ends before the lease does.
const START_MS = 5_000
// A receiver that fails so often in a row is left alone.
const MAX_FAILURES = 3

/** `unsettled`: there are events that older transactions may still precede; `idle`: there was nothing to send. */
export type TurnResult = 'done' | 'unsettled' | 'idle'

type Tools = Parameters<typeof sendDelivery>[0] & { db: Database }

/** Sends what is due for a webhook, in order for each thing, for some seconds. */
export async function takeTurn(tools: Tools, id: number, isStopped: () => boolean): Promise<TurnResult> {
  if (isStopped()) return 'done'
  const turn = await beginTurn(tools.db, id, DELIVERIES_PER_TURN)
  if (!turn) return 'idle'
  const sent = await sendAll(tools, turn, isStopped)
  const has = (...results: Result[]) => sent.some(({ result }) => results.includes(result))
  const isAccepted = has('accepted')
  // That an event was deleted says nothing about the receiver.
  const isFailed = has('refused', 'gone', 'sealed')
  const failures = (isAccepted ? 0 : turn.failures) + (isFailed ? 1 : 0)
  const end = { failures, pause: isFailed ? pauseAfter(failures) : null, isAccepted, isGone: has('gone') }
  const outcomes = sent.map(({ outcome }) => outcome)
  await endTurn(tools.db, turn, outcomes, end)
  if (sent.length > 0 || turn.more === 'now') return 'done'
  return turn.more === 'later' ? 'unsettled' : 'idle'
}

async function sendAll(tools: Tools, turn: Turn, isStopped: () => boolean): Promise<Sent[]> {
  const until = Date.now() + START_MS
  const ended: Sent[] = []
  let isGone = false
  let inRow = 0
  // The deliveries of one thing follow each other; those of different things do not wait for each other.
  const chains = [...Map.groupBy(turn.due, ({ subject }) => subject).values()]
  const maySend = () => !isStopped() && !isGone && inRow < MAX_FAILURES && Date.now() < until
  const sendChain = async (chain: readonly DueDelivery[]) => {
    for (const due of chain) {
      if (!maySend()) return
      const sent = await sendDelivery(tools, turn, due)
      if (!sent) return
      ended.push(sent)
      isGone ||= sent.result === 'gone'
      if (sent.result === 'accepted') inRow = 0
      else if (sent.result !== 'deleted') inRow++
      if (sent.outcome.status === 'pending') return
    }
  }
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let chain = chains.shift(); chain; chain = chains.shift()) await sendChain(chain)
  })
  await Promise.all(workers)
  return ended
}
