/** The stored results of the checks of a domain. */
export interface DomainState {
  /** The last check that found the DNS pointing at the service. */
  verified_at: Date | null
  /** Since when it points elsewhere; null if it points at the service, never did, or was never checked. */
  lost_at: Date | null
  /** When it was last checked. */
  checked_at: Date | null
  /** What its proof of ownership contains; null: it needs none. */
  proof_token: string | null
  /** When its proof was last found; null: it is not proven. */
  proven_at: Date | null
}

/** Which checks the operator has turned on. */
export interface CheckSettings {
  /** The DNS of domains. */
  isChecked: boolean
  /** Their proof of ownership. */
  isProofNeeded: boolean
}

/** Whether a domain is served: it is proven, or needs no proof. */
export const isServed = (
  { proof_token, proven_at }: Pick<DomainState, 'proof_token' | 'proven_at'>,
  { isProofNeeded }: CheckSettings,
): boolean => !isProofNeeded || proof_token === null || proven_at !== null

/** Whether a TLS certificate may be ordered for a domain; `until` is set only during the grace period. */
export interface CertificateDecision {
  allowed: boolean
  until: Date | null
}

/** How long after the last successful check a certificate may be ordered although the DNS points elsewhere. */
export const GRACE_MS = 10 * 60_000

/**
 * Decides whether a certificate may be ordered for a domain that is served: if domains are not checked, while its DNS
 * points at the service, and for GRACE_MS after it last did. Used for the status of a domain and for requests of the
 * proxy.
 */
export function decideCertificate(state: DomainState, settings: CheckSettings, now = Date.now()): CertificateDecision {
  if (!isServed(state, settings)) return { allowed: false, until: null }
  if (!settings.isChecked) return { allowed: true, until: null }
  if (state.verified_at === null) return { allowed: false, until: null }
  if (state.lost_at === null) return { allowed: true, until: null }
  const until = new Date(state.verified_at.getTime() + GRACE_MS)
  return until.getTime() > now ? { allowed: true, until } : { allowed: false, until: null }
}
