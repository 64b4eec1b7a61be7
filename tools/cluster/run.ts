import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Scope } from '../../test/support/process.ts'
import { findPrograms } from '../torture/postgres.ts'
import { CannotTry } from '../torture/scenario.ts'
import { count } from './count.ts'
import { type Fault, faults } from './faults.ts'
import { startLoad } from './load.ts'
import { has, until } from './program.ts'
import { line, type Row, summarize, table } from './report.ts'
import { startCluster } from './services.ts'

// Starts the cluster of docs/cluster.md on this machine, kills its parts under load, and prints what clients saw.
// npm run cluster -- [--check] [--rate REDIRECTS_A_SECOND] [--links COUNT] [--only WORDS] [--write]
// Exits with 1 if a bound is broken. --write replaces the table of the document.

const CALM_MS = 5000
const SETTLE_MS = 3000
const HEAL_S = 120
const LONGEST_MS = 3_600_000
const DOCUMENT = 'docs/cluster.md'
const [START, END] = ['<!-- cluster: start -->', '<!-- cluster: end -->']
const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'redis-server']

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    rate: { type: 'string', default: '300' },
    links: { type: 'string', default: '300' },
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const endings: (() => unknown)[] = []
const scope: Scope = { longestMs: LONGEST_MS, teardown: (end) => void endings.push(end as () => unknown) }

async function main(): Promise<number> {
  const chosen = faults.filter(({ name, isShort }) => name.includes(values.only) && (isShort || !values.check))
  if (chosen.length === 0) throw new Error(`no fault has these words: ${values.only}`)
  const missing = PROGRAMS.filter((program) => !has(program))
  if (missing.length > 0) throw new CannotTry(`not installed here: ${missing.join(', ')}`)
  findPrograms()
  const since = performance.now()
  const cluster = await startCluster(scope)
  say(`The cluster was up after ${((performance.now() - since) / 1000).toFixed(0)} s.`)
  const load = await startLoad(cluster, Number(values.rate), Number(values.links))
  scope.teardown(load.stop)
  const calm: Fault = { name: 'none', bounds: {}, run: () => sleep(CALM_MS) }
  const rows: Row[] = []
  for (const fault of [calm, ...chosen]) {
    say(fault.name)
    const from = performance.now()
    await fault.run(cluster)
    await until(`all parts work after: ${fault.name}`, HEAL_S, cluster.isHealthy).catch((error) => {
      for (const { name, patroni } of cluster.databases.nodes) say(`${name}: ${patroni.log()}`)
      throw error
    })
    await sleep(SETTLE_MS)
    const to = performance.now()
    await load.warm()
    const found = summarize(fault, load.seen, from, to)
    rows.push(...found)
    for (const row of found) say(line(row))
  }
  await load.stop()
  const { links, missing: gone, answered, unknown, counted, lost, twice } = await count(cluster, load)
  const ends = [
    `${answered} redirects were answered and ${unknown} got no answer; ${counted} visits are counted: ${lost} lost, ${twice} counted twice.`,
    `${links} links were created; ${gone} of them are missing. A commit waits for a replica (synchronous_mode).`,
  ]
  for (const end of ends) say(end)
  const broken = [
    ...rows.flatMap((row) => row.broken),
    ...(gone > 0 ? [`${gone} links are missing`] : []),
    ...(lost > 0 ? [`${lost} visits are lost`] : []),
    ...(twice > 0 ? [`${twice} visits are counted twice`] : []),
  ]
  for (const text of broken) say(`BROKEN: ${text}`)
  if (values.write) writeTable([...ends, '', table(rows)].join('\n'))
  return broken.length > 0 ? 1 : 0
}

/** Replaces what is between the marks of the document. */
function writeTable(text: string): void {
  const [before = '', rest = ''] = readFileSync(DOCUMENT, 'utf8').split(START)
  const after = rest.split(END)[1] ?? ''
  const when = `Last run on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, all parts and the clients on one machine, ${values.rate} redirects a second.`
  writeFileSync(DOCUMENT, `${before}${START}\n${when} ${text}\n${END}${after}`)
}

async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => endAll().finally(() => process.exit(1)))

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CannotTry)) throw error
  say(`SKIPPED: ${error.message}`)
} finally {
  await endAll()
}
