import type { Scope } from '../../test/support/process.ts'

/** One line of the table. */
export interface Row {
  did: string
  expected: string
  seen: string
  /** Undefined if it could not run; `seen` says why. */
  isGood: boolean | undefined
}

export interface Context extends Scope {
  /** How long the scenario repeats its rounds. */
  seconds: number
}

export interface Scenario {
  /** Seconds it takes in a whole run of 45 minutes. */
  seconds: number
  run(context: Context): Promise<Row[]>
}

/** A random whole number, both ends included. */
export const between = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1))

/** Calls `round` at least once, and again while time is left. */
export async function repeat(seconds: number, round: (number: number) => Promise<void>): Promise<number> {
  const end = Date.now() + seconds * 1000
  let number = 0
  do await round(number++)
  while (Date.now() < end)
  return number
}

/** The value below which `share` of them are; the largest for 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The number of times that each word occurs, such as `12 × 200, 3 × 503`. */
export function tally(words: Iterable<string | number>): string {
  const counts = new Map<string | number, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([word, count]) => `${count} × ${word}`)
      .join(', ') || 'nothing'
  )
}

/** Says why a scenario cannot run on this machine. */
export class CannotTry extends Error {}
