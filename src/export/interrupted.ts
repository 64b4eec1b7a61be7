import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const files = new Set<string>()

function end(signal: NodeJS.Signals): void {
  for (const file of files) rmSync(file, { force: true })
  process.exit(128 + constants.signals[signal])
}

/**
 * Until the returned function is called, a signal removes the file and ends the process with the exit code that shells
 * give it: 130, 143 or 129.
 */
export function removeOnSignal(file: string): () => void {
  if (files.size === 0) for (const signal of SIGNALS) process.on(signal, end)
  files.add(file)
  return () => {
    files.delete(file)
    if (files.size === 0) for (const signal of SIGNALS) process.off(signal, end)
  }
}
