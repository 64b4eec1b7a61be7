const SAME_SIGNAL_MS = 1000

/**
 * Ends the process in order: runs `close` once when a signal asks for it (exit code 0) or after an error nobody caught
 * (exit code 1, after `tell`). Should closing take more than `longest` milliseconds, the process ends with 1 anyway.
 * Returns the function that does the same on purpose.
 */
export function endInOrder(options: {
  longest: number
  close: () => Promise<void>
  tell: (error: unknown) => void
}): (exitCode: number) => Promise<void> {
  let since: number | undefined
  const end = async (exitCode: number) => {
    if (since !== undefined) return
    since = Date.now()
    setTimeout(() => {
      options.tell(new Error(`not closed within ${options.longest} ms`))
      process.exit(1)
    }, options.longest)
    try {
      await options.close()
    } catch (error) {
      options.tell(error)
      process.exit(1)
    }
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // Ctrl-C under npm comes twice, from the terminal and passed on by npm. Only a later one is impatience.
      if (since !== undefined && Date.now() - since > SAME_SIGNAL_MS) process.exit(1)
      end(0)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      options.tell(error)
      end(1)
    })
  return end
}
