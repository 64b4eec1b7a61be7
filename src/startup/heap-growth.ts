import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow little while the program is loaded and schemas are compiled, which leaves objects that stay and
 * garbage: else 64 MB of space for new objects and 30 MB of garbage would stay too. Returns a function that ends this.
 */
export function limitHeapGrowth(): () => void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
  return () => {
    // Cached code is only used by a process with the same flags, so it is written before they change.
    flushCompileCache()
    setFlagsFromString('--semi-space-growth-factor=2')
    setFlagsFromString('--heap-growing-percent=0')
  }
}
