import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { readTimestamp } from '../time/timestamps.ts'

const momentOf = (text: string) => readTimestamp(text).getTime()

/** The blocks that are shown at a moment, in milliseconds since 1970: those whose `from` and `until` include it. */
export function blocksAt(blocks: readonly BioBlock[], now: number): BioBlock[] {
  return blocks.filter(({ from, until }) => (!from || momentOf(from) <= now) && (!until || now < momentOf(until)))
}

/** The next moment at which other blocks are shown than now, in milliseconds since 1970; Infinity: never. */
export function nextChange(blocks: readonly BioBlock[], now: number): number {
  const moments = blocks.flatMap(({ from, until }) => [from, until].flatMap((text) => (text ? [momentOf(text)] : [])))
  return Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > now))
}
