// The schedule of Standard Webhooks: ten attempts within three days and four hours. The seconds before the second
// attempt, the third and so on.
const WAITS_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
const JITTER = 0.1

const withJitter = (seconds: number) => seconds * (1 + (Math.random() * 2 - 1) * JITTER)

/** Seconds until the next attempt after `tries` failed ones; undefined: there is none. */
export function waitAfter(tries: number): number | undefined {
  const wait = WAITS_S[tries - 1]
  return wait === undefined ? undefined : withJitter(wait)
}

/** Seconds for which a webhook is paused after this many consecutive failures. */
export const pauseAfter = (failures: number): number =>
  withJitter(WAITS_S[Math.min(failures, WAITS_S.length) - 1] ?? WAITS_S[0])
