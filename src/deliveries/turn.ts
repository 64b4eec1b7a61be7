import type { Database } from '../../db/open.ts'
import { beginTurn, type DueDelivery, endTurn, type Outcome, type Turn } from '../../db/queries/webhook-turns.ts'
import { pauseAfter } from './schedule.ts'
import { sendDelivery } from './send.ts'

const DELIVERIES_PER_TURN = 50
const CONCURRENCY = 4
// No attempt starts later in a turn: with the time-out of the last one it ends before the lease does.
const START_MS = 5_000
// A receiver that fails so often in a row is left alone.
const MAX_FAILURES = 3

/** `unsettled`: there are events that older transactions may still precede. */
export type TurnResult = 'done' | 'unsettled'

type Tools = Parameters<typeof sendDelivery>[0] & { db: Database }

/** Sends what is due for a webhook, in order for each thing, for some seconds. */
export async function takeTurn(tools: Tools, id: number, isStopped: () => boolean): Promise<TurnResult> {
  if (isStopped()) return 'done'
  const turn = await beginTurn(tools.db, id, DELIVERIES_PER_TURN)
  if (!turn) return 'done'
  const { outcomes, isGone } = await sendAll(tools, turn, isStopped)
  const failed = outcomes.filter(({ attempt }) => attempt.error !== null).length
  const before = failed < outcomes.length ? 0 : turn.failures
  const failures = before + (failed > 0 ? 1 : 0)
  await endTurn(tools.db, id, outcomes, { failures, pause: failed > 0 ? pauseAfter(failures) : null, isGone })
  return outcomes.length === 0 && turn.more === 'later' ? 'unsettled' : 'done'
}

async function sendAll(tools: Tools, turn: Turn, isStopped: () => boolean) {
  const until = Date.now() + START_MS
  const outcomes: Outcome[] = []
  let isGone = false
  let inRow = 0
  // The deliveries of one thing follow each other; those of different things do not wait for each other.
  const chains = [...Map.groupBy(turn.due, ({ subject }) => subject).values()]
  const maySend = () => !isStopped() && !isGone && inRow < MAX_FAILURES && Date.now() < until
  const sendChain = async (chain: readonly DueDelivery[]) => {
    for (const due of chain) {
      if (!maySend()) return
      const { isLast, ...outcome } = await sendDelivery(tools, turn, due)
      outcomes.push(outcome)
      isGone ||= isLast
      inRow = outcome.status === 'delivered' ? 0 : inRow + 1
      if (outcome.status === 'pending') return
    }
  }
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let chain = chains.shift(); chain; chain = chains.shift()) await sendChain(chain)
  })
  await Promise.all(workers)
  return { outcomes, isGone }
}
