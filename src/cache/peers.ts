import { randomUUID } from 'node:crypto'
import { afterReading } from '../../db/connection.ts'

/** The prefix of notifications between instances; notifications of changes begin with the name of a table. */
export const PEER_MESSAGE = 'instance:'

/** A message to the other instances, which they answer once they have received everything committed before it. */
export interface Barrier {
  /** Resolves when it was sent, and everything committed before was received here. */
  sent: Promise<void>
  /** Resolves when the others have answered; one that is silent for a quarter of a second is not waited for again. */
  answered(): Promise<void>
}

/** The other instances on the same database. Each is known from its first message until it leaves or is silent. */
export interface Peers {
  /** Handles a message; the prefix is removed. */
  receive(message: string): void
  /** Makes this instance known to the others. */
  join(): void
  leave(): Promise<void>
  /** Undefined if no other instances are known. */
  sync(): Barrier | undefined
}

const ANSWER_MS = 250

export function createPeers(send: (payload: string) => Promise<void>, answerMs = ANSWER_MS): Peers {
  const me = randomUUID()
  /** The number of the last barrier that each of the others has answered. */
  const answers = new Map<string, number>()
  const waiting = new Set<() => void>()
  /** Instances that wait for an answer, with the number of their last barrier. */
  const due = new Map<string, number>()
  let isSending = false
  let lastNumber = 0

  const sendMessage = (word: string, ...rest: (string | number)[]) =>
    send([`${PEER_MESSAGE}${word}`, me, ...rest].join(':'))
  const checkAll = () => {
    for (const check of waiting) check()
  }

  // Notifications arrive in order: an instance that answers has invalidated what changed before the barrier. Barriers
  // that arrive meanwhile are answered together; after a lost connection the other side stops waiting.
  const answerAll = async () => {
    if (isSending) return
    isSending = true
    for (const [peer, number] of due) {
      due.delete(peer)
      await sendMessage('heard', peer, number).catch(() => {})
    }
    isSending = false
  }

  const waitFor = (number: number) =>
    new Promise<void>((resolve) => {
      const silent = () => [...answers].filter(([, answered]) => answered < number).map(([peer]) => peer)
      const end = () => {
        clearTimeout(timer)
        waiting.delete(check)
        resolve()
      }
      const check = () => {
        if (silent().length === 0) end()
      }
      const timer = afterReading(() => {
        for (const peer of silent()) answers.delete(peer)
        end()
        checkAll()
      }, answerMs)
      waiting.add(check)
      check()
    })

  return {
    receive(message) {
      const [word, peer = '', ...rest] = message.split(':')
      if (peer === me) return
      if (word === 'left') answers.delete(peer)
      // It cannot answer barriers from before it was known.
      else if (!answers.has(peer)) answers.set(peer, lastNumber)
      if (word === 'new') sendMessage('here').catch(() => {})
      if (word === 'ask') {
        due.set(peer, Number(rest[0]))
        answerAll()
      }
      if (word === 'heard' && rest[0] === me) answers.set(peer, Math.max(answers.get(peer) ?? 0, Number(rest[1])))
      checkAll()
    },
    join() {
      sendMessage('new').catch(() => {})
    },
    leave: () => sendMessage('left').catch(() => {}),
    sync() {
      if (answers.size === 0) return undefined
      const number = ++lastNumber
      const sent = sendMessage('ask', number)
      return { sent, answered: () => waitFor(number) }
    },
  }
}
