const MIN_TOOK_MS = 300
const TIMES = 10
const MAX_REUSE_MS = 10_000

/** How many milliseconds an answer is reused after the database took `tookMs` milliseconds for it; 0 if it was quick. */
export const reuseTime = (tookMs: number): number => (tookMs < MIN_TOOK_MS ? 0 : Math.min(MAX_REUSE_MS, TIMES * tookMs))
