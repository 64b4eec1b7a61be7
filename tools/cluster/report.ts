import { quantile, tally } from '../torture/scenario.ts'
import type { Fault } from './faults.ts'
import { KINDS, type Kind, type Seen } from './load.ts'

// Milliseconds that an answer may take, unless a fault has bounds of its own.
const SLOWEST = { 'known link': 2000, other: 12_000 }

/** What clients saw of one kind of request during a fault. */
export interface Row {
  fault: string
  kind: Kind
  requests: number
  /** Such as `12 × 503`; empty if none failed. */
  failed: string
  /** The longest time without a good answer, and quantiles of all answers, in milliseconds. */
  pause: number
  median: number
  p99: number
  slowest: number
  /** The bounds that it broke. */
  broken: string[]
}

/** The longest time without a good answer, in milliseconds. */
function longestPause(seen: readonly Seen[], from: number, to: number): number {
  const times = [from, ...seen.filter(({ isGood }) => isGood).map((one) => one.to), to].sort((a, b) => a - b)
  return Math.max(...times.slice(1).map((time, i) => time - (times[i] as number)))
}

/** What clients saw between two times, for each kind of request. */
export function summarize({ name, bounds }: Fault, all: readonly Seen[], from: number, to: number): Row[] {
  return KINDS.map((kind) => {
    const seen = all.filter((one) => one.kind === kind && one.to >= from && one.to < to)
    const failed = seen.filter(({ isGood }) => !isGood)
    const times = seen.map((one) => one.to - one.from)
    const pause = longestPause(seen, from, to)
    const [median = 0, p99 = 0, slowest = 0] = [0.5, 0.99, 1].map((share) => quantile(times, share))
    const bound = bounds[kind] ?? {}
    const namesOf = (those: readonly Seen[]) => tally(those.map(({ status }) => (status === 0 ? 'cut' : status)))
    const wrong = failed.filter(({ status }) => !bound.statuses?.includes(status))
    const broken = [
      ...(wrong.length > 0 ? [namesOf(wrong)] : []),
      ...(pause > (bound.interruption ?? Infinity) ? [`${pause.toFixed(0)} ms without a good answer`] : []),
      ...(slowest > (bound.slowest ?? SLOWEST[kind === 'known link' ? kind : 'other'])
        ? [`an answer took ${slowest.toFixed(0)} ms`]
        : []),
    ].map((what) => `${name}: ${kind}: ${what}`)
    const failures = failed.length > 0 ? namesOf(failed) : ''
    return { fault: name, kind, requests: seen.length, failed: failures, pause, median, p99, slowest, broken }
  })
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** A line for a terminal. */
export const line = ({ kind, requests, failed, pause, median, p99, slowest }: Row): string =>
  [
    `  ${kind.padEnd(10)} ${`${requests}`.padStart(6)} requests, failed: ${(failed || 'none').padEnd(22)}`,
    `${ms(pause).padStart(8)} without an answer, p50 ${ms(median)}, p99 ${ms(p99)}, slowest ${ms(slowest)}`,
  ].join(' ')

/** A table of Markdown with a line for each fault. */
export function table(rows: readonly Row[]): string {
  const cell = ({ kind, requests, failed, pause, median, p99, slowest }: Row) =>
    [
      requests,
      ...(failed ? [`${failed}, pause ${(pause / 1000).toFixed(1)} s`] : []),
      ...(kind === 'known link' ? [`p50 ${ms(median)}, p99 ${ms(p99)}`] : []),
      `slowest ${ms(slowest)}`,
    ].join('; ')
  const faults = [...new Set(rows.map(({ fault }) => fault))]
  const lines = faults.map(
    (name) => `| ${[name, ...rows.filter(({ fault }) => fault === name).map(cell)].join(' | ')} |`,
  )
  return [`| Fault | ${KINDS.join(' | ')} |`, `|---|${KINDS.map(() => '---|').join('')}`, ...lines].join('\n')
}
