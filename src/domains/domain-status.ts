/** What is stored of the DNS checks of a domain. */
export interface DomainState {
  /** When its DNS was last seen to point here. */
  verified_at: Date | null
  /** Since when it points elsewhere; null where it points here, never did, or was never checked. */
  lost_at: Date | null
  /** When it was last checked. */
  checked_at: Date | null
}

/** Whether a TLS certificate may be ordered for a domain; `until` is set during the grace period alone. */
export interface CertificateDecision {
  allowed: boolean
  until: Date | null
}

/** How long after the last successful check a certificate may be had although the DNS points elsewhere now. */
export const GRACE_MS = 10 * 60_000

/**
 * Decides whether a certificate may be had for a domain: where domains are not checked, where its DNS points here, and
 * for GRACE_MS after it last did. The status of a domain and the proxy's question both get this answer.
 */
export function decideCertificate(state: DomainState, isChecked: boolean, now = Date.now()): CertificateDecision {
  if (!isChecked) return { allowed: true, until: null }
  if (state.verified_at === null) return { allowed: false, until: null }
  if (state.lost_at === null) return { allowed: true, until: null }
  const until = new Date(state.verified_at.getTime() + GRACE_MS)
  return until.getTime() > now ? { allowed: true, until } : { allowed: false, until: null }
}
