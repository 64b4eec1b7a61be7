import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { CannotTry, type Context, type Row, type Scenario } from './scenario.ts'
import { clients } from './scenarios/clients.ts'
import { disk } from './scenarios/disk.ts'
import { instances } from './scenarios/instances.ts'
import { kill } from './scenarios/kill.ts'
import { postgres } from './scenarios/postgres.ts'
import { redis } from './scenarios/redis.ts'
import { stop } from './scenarios/stop.ts'

// Repeats faults and attacks at random times on servers that it starts itself; see docs/reliability.md.
// Usage: npm run torture -- [scenario…] [--minutes 45] [--write]

const scenarios: Record<string, Scenario> = { kill, stop, postgres, disk, redis, instances, clients }
const LONGEST_MS = 3_600_000
const DOCUMENT = 'docs/reliability.md'
const [START, END] = ['<!-- torture: start -->', '<!-- torture: end -->']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '45' }, write: { type: 'boolean', default: false } },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const unknown = positionals.filter((name) => !(name in scenarios))
const minutes = Number(values.minutes)
if (unknown.length > 0 || !(minutes > 0)) {
  say(`Scenarios: ${Object.keys(scenarios).join(', ')}. Options: --minutes <number>, --write.`)
  process.exit(2)
}

async function perform(scenario: Scenario, seconds: number): Promise<Row[]> {
  const closers: (() => unknown)[] = []
  const context: Context = {
    seconds,
    longestMs: LONGEST_MS,
    teardown: (close) => void closers.push(close as () => unknown),
  }
  try {
    return await scenario.run(context)
  } catch (error) {
    const row = { did: 'started', expected: 'to run' }
    if (error instanceof CannotTry) return [{ ...row, seen: `not tried: ${error.message}`, isGood: undefined }]
    return [{ ...row, seen: String(error instanceof Error ? error.stack : error), isGood: false }]
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

const names = positionals.length > 0 ? positionals : Object.keys(scenarios)
const lines: string[] = []
let failures = 0
for (const name of names) {
  const scenario = scenarios[name] as Scenario
  const since = Date.now()
  say(`== ${name}`)
  for (const { did, expected, seen, isGood } of await perform(scenario, (scenario.seconds * minutes) / 45)) {
    const verdict = isGood === undefined ? 'not tried' : isGood ? 'pass' : 'FAIL'
    if (isGood === false) failures++
    const cells = [name, did, expected, seen, verdict].map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' '))
    lines.push(`| ${cells.join(' | ')} |`)
    say(lines.at(-1) as string)
  }
  say(`   ${Math.round((Date.now() - since) / 1000)} s`)
}
if (values.write) writeTable()
process.exit(failures > 0 ? 1 : 0)

/** Replaces the rows of the scenarios that ran; those of others stay. */
function writeTable(): void {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before = '', rest = ''] = text.split(START)
  const [table = '', after = ''] = rest.split(END)
  const kept = table.split('\n').filter((line) => /^\| \S/.test(line) && !/^\| (Scenario|\S+ run) \|/.test(line))
  const rows = new Map(
    Object.keys(scenarios).map((name) => [name, kept.filter((line) => line.startsWith(`| ${name} |`))]),
  )
  for (const name of names)
    rows.set(
      name,
      lines.filter((line) => line.startsWith(`| ${name} |`)),
    )
  const head = '| Scenario | What was done | Expected | Seen | |\n|---|---|---|---|---|'
  const when = `Last run on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.versions.node}.`
  writeFileSync(
    DOCUMENT,
    `${before}${START}\n${when}\n\n${head}\n${[...rows.values()].flat().join('\n')}\n${END}${after}`,
  )
}
