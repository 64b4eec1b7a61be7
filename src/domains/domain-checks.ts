import PQueue from 'p-queue'
import type { Database } from '../../db/open.ts'
import {
  claimDueHosts,
  deleteExpiredReservations,
  findHostState,
  type HostState,
  recordHostCheck,
} from '../../db/queries/domains.ts'
import type { DomainCheck } from './dns-check.ts'
import { type CertificateDecision, decideCertificate } from './domain-status.ts'

/** A domain's status after a check that was made now. */
export interface CheckedDomain {
  check: DomainCheck
  state: HostState
  certificate: CertificateDecision
}

/** Checks the DNS of domains, on request and on a schedule, and stores what was found. */
export interface DomainChecks {
  /** Checks a domain now; undefined where no account has it. */
  checkNow(host: string): Promise<CheckedDomain | undefined>
  /**
   * Decides from the stored state whether a certificate may be had; undefined where no account has the domain. Checks
   * the DNS first where the last check is older than a minute and no more than a few other checks wait.
   */
  certificateFor(host: string): Promise<CertificateDecision | undefined>
  /** Checks every domain that is due. Several instances may do so at once: each domain is claimed by one. */
  checkDue(): Promise<void>
  /** Stops after the checks that are running. */
  close(): Promise<void>
  /** Sets who hears of an error of the scheduled checks; they are tried again at the next turn. */
  onError(listener: (error: unknown) => void): void
}

const FRESH_MS = 60_000
const CONCURRENCY = 5
// At 4 s a check the last of them has its answer within half a minute.
const MAX_WAITING = 30
const INTERVAL_MS = 60_000
const CLAIM_SIZE = 20

/** Creates the checks; `check` looks a host up, `isChecked` is false where the operator turned checking off. */
export function createDomainChecks(options: {
  db: Database
  isChecked: boolean
  check: (host: string) => Promise<DomainCheck>
}): DomainChecks {
  const { db, isChecked, check } = options
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const running = new Map<string, Promise<HostState | undefined>>()
  const answers = new Map<string, Promise<CertificateDecision | undefined>>()
  let onError: (error: unknown) => void = () => {}
  let isClosed = false
  let round: Promise<void> | undefined

  const lookUp = async (host: string) => {
    const found = await check(host)
    const state = await recordHostCheck(db, host, found.ok ? 'here' : found.failed ? 'unknown' : 'elsewhere')
    return { found, state }
  }
  const refresh = (host: string): Promise<HostState | undefined> => {
    const known = running.get(host)
    if (known) return known
    const checking = queue.add(() => lookUp(host)).then(({ state }) => state)
    running.set(host, checking)
    const done = () => running.delete(host)
    checking.then(done, done)
    return checking
  }
  const decide = async (host: string) => {
    const stored = await findHostState(db, host)
    if (!stored) return undefined
    const isFresh = stored.checked_at !== null && Date.now() - stored.checked_at.getTime() < FRESH_MS
    const mayCheck = isChecked && !isFresh && (running.has(host) || queue.size < MAX_WAITING)
    const state = mayCheck ? await refresh(host) : stored
    return state && decideCertificate(state, isChecked)
  }
  const checkDue = async () => {
    while (!isClosed) {
      const hosts = isChecked ? await claimDueHosts(db, CLAIM_SIZE) : []
      await Promise.all(hosts.map(refresh))
      if (hosts.length < CLAIM_SIZE) break
    }
    await deleteExpiredReservations(db)
  }
  const timer = setInterval(() => {
    round ??= checkDue()
      .catch((error) => onError(error))
      .finally(() => {
        round = undefined
      })
  }, INTERVAL_MS)
  timer.unref()

  return {
    async checkNow(host) {
      const { found, state } = await lookUp(host)
      return state && { check: found, state, certificate: decideCertificate(state, isChecked) }
    },
    certificateFor(host) {
      // Simultaneous questions about one host share the answer.
      const known = answers.get(host)
      if (known) return known
      const answer = decide(host).finally(() => answers.delete(host))
      answers.set(host, answer)
      return answer
    },
    checkDue,
    onError(listener) {
      onError = listener
    },
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await round
      await queue.onIdle()
    },
  }
}
