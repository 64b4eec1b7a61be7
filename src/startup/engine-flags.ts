import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// How much a function of the embedded database runs before it is compiled again, optimized: V8's default, and more.
const USUAL_BUDGET = 13_000_000
const START_BUDGET = 10 * USUAL_BUDGET
// How much the heap may grow before V8 collects garbage, in percent of the live objects. V8's default took 100 MB more.
const USUAL_GROWTH = 100

/**
 * Sets what V8 is to do differently while the program is loaded and schemas are compiled; returns a function that ends
 * it. The heap grows little: else 64 MB of space for new objects and 30 MB of garbage would stay. The embedded database
 * is optimized later, which takes an eighth of the processor time of a start. Further calls of the function do nothing.
 *
 * One flag stays set. Without it V8 would notice that objects of requests survive while the space for new objects is
 * small, and from then on allocate them in the old space, which only a full collection frees.
 */
export function setStartFlags(): () => void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString(`--wasm-tiering-budget=${START_BUDGET}`)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    // Cached code is only used by a process with the same flags, so it is written before they change.
    flushCompileCache()
    setFlagsFromString('--semi-space-growth-factor=2')
    setFlagsFromString(`--heap-growing-percent=${USUAL_GROWTH}`)
    setFlagsFromString(`--wasm-tiering-budget=${USUAL_BUDGET}`)
  }
}
