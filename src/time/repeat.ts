/**
 * Runs `work` at intervals, once at a time, the first time after one interval or `now`. Returns a function that stops
 * it after the current run.
 */
export function repeat(
  work: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
  { now = false } = {},
): () => Promise<void> {
  let working: Promise<void> | undefined
  const run = () => {
    working ??= work()
      .then(() => {}, onError)
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(run, intervalMs).unref()
  if (now) run()
  return async () => {
    clearInterval(timer)
    await working
  }
}
