import { randomUUID } from 'node:crypto'

/** What the notifications of instances to each other begin with; those of changes begin with the name of a table. */
export const PEER_MESSAGE = 'instance:'

/** Asks the other instances whether they have received what was committed before. */
export interface Question {
  /** Resolves when it was sent, and everything committed before was received here. */
  sent: Promise<void>
  /** Resolves when the others have answered; one that is silent for a quarter of a second is not waited for again. */
  answered(): Promise<void>
}

/** The other instances on the same database. Each is known from its first message until it leaves or is silent. */
export interface Peers {
  /** Takes a message without its beginning. */
  receive(message: string): void
  /** Makes this instance known to the others. */
  join(): void
  leave(): Promise<void>
  /** Undefined where no others are known. */
  ask(): Question | undefined
}

const ANSWER_MS = 250

export function createPeers(send: (payload: string) => Promise<void>): Peers {
  const me = randomUUID()
  /** The number of the last question that each of the others has answered. */
  const answers = new Map<string, number>()
  const waiting = new Set<() => void>()
  /** Whom an answer is due to, with the number of the last question. */
  const due = new Map<string, number>()
  let isSending = false
  let lastNumber = 0

  const say = (word: string, ...rest: (string | number)[]) => send([`${PEER_MESSAGE}${word}`, me, ...rest].join(':'))
  const lookAgain = () => {
    for (const look of waiting) look()
  }

  // Notifications come in order: whoever answers this has dropped what changed before. Questions that came meanwhile are
  // answered together; after a lost connection the other side waits no longer.
  const answerAll = async () => {
    if (isSending) return
    isSending = true
    for (const [peer, number] of due) {
      due.delete(peer)
      await say('heard', peer, number).catch(() => {})
    }
    isSending = false
  }

  const waitFor = (number: number) =>
    new Promise<void>((resolve) => {
      const silent = () => [...answers].filter(([, answered]) => answered < number).map(([peer]) => peer)
      const end = () => {
        clearTimeout(timer)
        waiting.delete(look)
        resolve()
      }
      const look = () => {
        if (silent().length === 0) end()
      }
      const timer = setTimeout(() => {
        for (const peer of silent()) answers.delete(peer)
        end()
        lookAgain()
      }, ANSWER_MS)
      waiting.add(look)
      look()
    })

  return {
    receive(message) {
      const [word, peer = '', ...rest] = message.split(':')
      if (peer === me) return
      if (word === 'left') answers.delete(peer)
      // What it was not asked it cannot answer.
      else if (!answers.has(peer)) answers.set(peer, lastNumber)
      if (word === 'new') say('here').catch(() => {})
      if (word === 'ask') {
        due.set(peer, Number(rest[0]))
        answerAll()
      }
      if (word === 'heard' && rest[0] === me) answers.set(peer, Math.max(answers.get(peer) ?? 0, Number(rest[1])))
      lookAgain()
    },
    join() {
      say('new').catch(() => {})
    },
    leave: () => say('left').catch(() => {}),
    ask() {
      if (answers.size === 0) return undefined
      const number = ++lastNumber
      const sent = say('ask', number)
      return { sent, answered: () => waitFor(number) }
    },
  }
}
