import type { Visit } from './describe-visits.ts'

// One timer for all overdue responses: a timer for each visit would take more time than its redirect.
const SWEEP_MS = 10
// Responses are sent this much before their deadline, because the way to the visitor takes time too.
const EARLY_MS = 20

/** A visit that is to be written. */
export interface Waiting {
  visit: Visit
  /** Called when the response may be sent; undefined after the call. */
  answer: (() => void) | undefined
  /** Milliseconds since 1970. */
  deadline: number
}

/** Lets the responses of these visits be sent, unless they were. */
export function answerAll(visits: readonly Waiting[]): void {
  for (const one of visits) {
    one.answer?.()
    one.answer = undefined
  }
}

/**
 * Lets responses be sent at their deadlines, the longest of which is in `commitTimeout` milliseconds; `onLate` gets
 * their number.
 */
export function createDeadlines(commitTimeout: number, onLate: (late: number) => void) {
  let unanswered: Waiting[] = []
  let sweeping: NodeJS.Timeout | undefined
  const sweep = () => {
    const soon = Date.now() + SWEEP_MS + EARLY_MS
    const all = unanswered.filter(({ answer }) => answer !== undefined)
    const overdue = all.filter(({ deadline }) => deadline <= soon)
    unanswered = all.filter(({ deadline }) => deadline > soon)
    onLate(overdue.length)
    answerAll(overdue)
    if (unanswered.length > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }
  return {
    add(one: Waiting): void {
      unanswered.push(one)
      sweeping ??= setInterval(sweep, Math.min(SWEEP_MS, commitTimeout))
    },
  }
}
