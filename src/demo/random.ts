/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of the values, by their weights. */
export function pick<T>(random: Random, weighted: readonly (readonly [T, number])[]): T {
  let left = random() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of weighted) {
    left -= weight
    if (left < 0) return value
  }
  return (weighted.at(-1) as readonly [T, number])[0]
}
