import PQueue from 'p-queue'
import type { Database } from '../../db/open.ts'
import {
  claimDueHosts,
  deleteExpiredReservations,
  findHostState,
  type HostState,
  recordHostCheck,
} from '../../db/queries/domains.ts'
import { repeat } from '../time/repeat.ts'
import type { DomainCheck } from './dns-check.ts'
import { type CertificateDecision, type CheckSettings, decideCertificate } from './domain-status.ts'
import type { ProofCheck, ProofClaim } from './proof.ts'

/** The result of a check, and the status of the domain after it. */
export interface CheckedDomain {
  check: DomainCheck
  /** Null: it needs no proof of ownership. */
  proof: ProofCheck | null
  state: HostState
  certificate: CertificateDecision
}

/** Checks the DNS of domains and their proofs of ownership, on request and on a schedule, and stores the results. */
export interface DomainChecks {
  /** Checks a domain now; undefined if no account has it. */
  checkNow(host: string): Promise<CheckedDomain | undefined>
  /**
   * Whether a certificate may be ordered for a domain; undefined if no account has it. Checks the DNS first if the last
   * check is older than a minute and the queue of checks is not full.
   */
  certificateFor(host: string): Promise<CertificateDecision | undefined>
  /** Checks every domain that is due. Concurrent instances claim different domains. */
  checkDue(): Promise<void>
  /** Stops after the running checks. */
  close(): Promise<void>
  /** Sets the listener for errors of the scheduled checks, which are repeated at the next interval. */
  report(listener: (error: unknown) => void): void
}

const FRESH_MS = 60_000
const CONCURRENCY = 5
// With some seconds per check, the last one in the queue is done within a minute.
const MAX_WAITING = 30
const INTERVAL_MS = 60_000
const CLAIM_SIZE = 20

/** `check` checks the DNS of a host, `prove` its proof of ownership. */
export function createDomainChecks(options: {
  db: Database
  settings: CheckSettings
  check: (host: string) => Promise<DomainCheck>
  prove: (claim: ProofClaim) => Promise<ProofCheck>
}): DomainChecks {
  const { db, settings, check, prove } = options
  const { isChecked } = settings
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const running = new Map<string, Promise<HostState | undefined>>()
  const answers = new Map<string, Promise<CertificateDecision | undefined>>()
  let onError: (error: unknown) => void = () => {}
  let isClosed = false

  const lookup = async (host: string) => {
    const token = settings.isProofNeeded ? ((await findHostState(db, host))?.proof_token ?? null) : null
    const found = await check(host)
    const proof = token === null ? null : await prove({ host, token, isPointed: found.ok })
    const points = found.ok ? 'here' : found.failed ? 'unknown' : 'elsewhere'
    const state = await recordHostCheck(db, host, { points, proof: proof?.result ?? 'none' })
    return { found, proof, state }
  }
  const refresh = (host: string): Promise<HostState | undefined> => {
    const known = running.get(host)
    if (known) return known
    const checking = queue.add(() => lookup(host)).then(({ state }) => state)
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
    return state && decideCertificate(state, settings)
  }
  const checkDue = async () => {
    while (!isClosed) {
      const hosts = isChecked ? await claimDueHosts(db, CLAIM_SIZE) : []
      await Promise.all(hosts.map(refresh))
      if (hosts.length < CLAIM_SIZE) break
    }
    await deleteExpiredReservations(db)
  }
  const stop = repeat(checkDue, INTERVAL_MS, (error) => onError(error))

  return {
    async checkNow(host) {
      const { found, proof, state } = await lookup(host)
      return state && { check: found, proof, state, certificate: decideCertificate(state, settings) }
    },
    certificateFor(host) {
      // Concurrent requests for one host share the result.
      const known = answers.get(host)
      if (known) return known
      const answer = decide(host).finally(() => answers.delete(host))
      answers.set(host, answer)
      return answer
    },
    checkDue,
    report(listener) {
      onError = listener
    },
    close: async () => {
      isClosed = true
      await stop()
      await queue.onIdle()
    },
  }
}
