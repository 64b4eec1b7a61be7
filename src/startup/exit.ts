import closeWithGrace from 'close-with-grace'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const REPEATED_MS = 1000

// Always listens: a signal that comes while the other listeners change would end the process at once.
const keep = () => {}

/**
 * Ends the process after `close`: with exit code 0 after a signal, with 1 after an uncaught error (after `report`),
 * when `close` fails or when it takes more than `timeoutMs`. A second signal more than a second later ends it at once,
 * with 1.
 */
export function exitOnSignals(options: {
  timeoutMs: number
  close: () => Promise<void>
  report: (error: unknown) => void
}): void {
  const { timeoutMs, close, report } = options
  for (const signal of SIGNALS) process.on(signal, keep)
  closeWithGrace(
    {
      delay: timeoutMs,
      logger: { error: report },
      onTimeout: () => report(new Error(`not closed within ${timeoutMs} ms`)),
      onSecondSignal: () => {},
      onSecondError: report,
      // After a processor fault Node cannot continue; other signals keep their default handling.
      skip: ['SIGILL', 'SIGTRAP', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'SIGABRT', 'SIGQUIT', 'SIGUSR2', 'beforeExit'],
    },
    async ({ err }) => {
      ignoreRepeatedSignals()
      if (err) report(err)
      await close()
    },
  )
}

// npm forwards Ctrl-C, so that it arrives twice: only a later signal is a second one.
function ignoreRepeatedSignals(): void {
  for (const signal of SIGNALS) {
    const exitAtOnce = process.listeners(signal).filter((listener) => listener !== keep)
    for (const listener of exitAtOnce) process.off(signal, listener)
    const listenAgain = () => {
      for (const listener of exitAtOnce) process.on(signal, listener)
    }
    // After signals that came while this process was halted.
    setTimeout(() => setImmediate(listenAgain), REPEATED_MS).unref()
  }
}
