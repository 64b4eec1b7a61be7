import { type Load, load, type Target } from './load.ts'

/** How long and with how many connections is loaded. */
export interface Effort {
  seconds: number
  rounds: number
  connections: number
}

/** What two targets came to in the same rounds. */
export interface Row {
  name: string
  ours: Load[]
  bare: Load[]
}

export const say = (text: string) => void process.stdout.write(`${text}\n`)

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Loads several targets in turns, after a second to warm up. */
export async function inTurns(targets: (() => Promise<Load[]>)[], rounds: number): Promise<Load[][]> {
  const loads: Load[][] = targets.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [i, target] of targets.entries()) loads[i]?.push(...(await target()))
  for (const { wrong } of loads.flat()) if (wrong > 0) throw new Error(`${wrong} wrong answers`)
  return loads
}

/** Loads ours and a bare server in turns. */
export async function compare(name: string, ours: Target, bare: Target, effort: Effort): Promise<Row> {
  for (const target of [ours, bare]) await load(target, effort.connections, 1000)
  const once = (target: Target) => async () => [await load(target, effort.connections, effort.seconds * 1000)]
  const [first = [], second = []] = await inTurns([once(ours), once(bare)], effort.rounds)
  return { name, ours: first, bare: second }
}

export const rateOf = (loads: Load[]) => Math.round(median(loads.map(({ rate }) => rate)))
const times = (loads: Load[]) =>
  `${median(loads.map((one) => one.median)).toFixed(1)} / ${median(loads.map((one) => one.p99)).toFixed(1)}`

/** Prints a table of rates and their ratio. */
export function print(rows: Row[], [ours, bare]: [string, string] = ['ours', 'bare']): void {
  say(
    `\n| measured | ${ours}, answers/s | ${bare}, answers/s | ratio | ${ours}, median / p99 ms | ${bare}, median / p99 ms |`,
  )
  say('|---|---|---|---|---|---|')
  for (const { name, ours, bare } of rows) {
    const ratio = median(ours.map((one, i) => one.rate / (bare[i]?.rate ?? Number.NaN)))
    say(`| ${name} | ${rateOf(ours)} | ${rateOf(bare)} | ${ratio.toFixed(2)} | ${times(ours)} | ${times(bare)} |`)
  }
}
