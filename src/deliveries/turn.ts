import { beginTurn, type DueDelivery, endTurn, type Turn } from '../../db/queries/webhook-turns.ts'
import { pauseAfter } from './schedule.ts'
import { payloadOf, type Result, type Sent, sendDelivery } from './send.ts'

const DELIVERIES_PER_TURN = 50
const CONCURRENCY = 4
// No attempt starts later in a turn, so that the last one times out before the lease ends.
const START_MS = 5_000
// After this many consecutive failures the turn ends.
const MAX_FAILURES = 3

/** `unsettled`: there are events that older transactions may still precede; `idle`: there was nothing to send. */
export type TurnResult = 'done' | 'unsettled' | 'idle'

type Tools = Parameters<typeof sendDelivery>[0]

/**
 * Sends due deliveries of a webhook for some seconds, those about the same record in order. Rejects if the database
 * fails; what was sent before is stored then all the same, if that works.
 */
export async function takeTurn(tools: Tools, id: number, isStopped: () => boolean): Promise<TurnResult> {
  if (isStopped()) return 'done'
  const turn = await beginTurn(tools.db, id, DELIVERIES_PER_TURN)
  if (!turn) return 'idle'
  const { sent, failure } = await sendAll(tools, turn, isStopped)
  const has = (...results: Result[]) => sent.some(({ result }) => results.includes(result))
  const isAccepted = has('accepted')
  // A deleted event is not a failure of the receiver.
  const isFailed = has('refused', 'gone', 'sealed')
  const failures = (isAccepted ? 0 : turn.failures) + (isFailed ? 1 : 0)
  const end = { failures, pause: isFailed ? pauseAfter(failures) : null, isAccepted, isGone: has('gone') }
  const outcomes = sent.map(({ outcome }) => outcome)
  await endTurn(tools.db, turn, outcomes, end)
  if (failure) throw failure.reason
  if (sent.length > 0 || turn.more === 'now') return 'done'
  return turn.more === 'later' ? 'unsettled' : 'idle'
}

/** `failure`: what could not be read from the database was not attempted. */
async function sendAll(
  tools: Tools,
  turn: Turn,
  isStopped: () => boolean,
): Promise<{ sent: Sent[]; failure: PromiseRejectedResult | undefined }> {
  const until = Date.now() + START_MS
  const ended: Sent[] = []
  let isGone = false
  let inRow = 0
  // Deliveries about the same record are sent one after the other, those about different records concurrently.
  const chains = [...Map.groupBy(turn.due, ({ subject }) => subject).values()]
  const maySend = () => !isStopped() && !isGone && inRow < MAX_FAILURES && Date.now() < until
  const sendChain = async (chain: readonly DueDelivery[]) => {
    for (const due of chain) {
      if (!maySend()) return
      const payload = await payloadOf(tools, turn.id, due)
      // Reading a batch of visits may have taken long.
      if (!maySend()) return
      const sent = await sendDelivery(tools, turn, due, payload)
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
  const results = await Promise.allSettled(workers)
  return { sent: ended, failure: results.find((result) => result.status === 'rejected') }
}
