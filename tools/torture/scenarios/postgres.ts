import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../postgres.ts'
import { between, quantile, type Row, repeat, type Scenario, tally } from '../scenario.ts'
import { type Answer, newFolder, startService } from '../service.ts'
import { countVisits, createLinks, visit } from '../visits.ts'

// So few that the visits of the longest fault fit into the buffer.
const VISITORS = 32
const MOST_API_MS = 11_000
const MOST_REDIRECT_MS = 1000
const MOST_RECOVERY_MS = 8000

/** Stops, restarts and cuts the server under load. */
export const postgres: Scenario = {
  seconds: 240,
  async run({ seconds, teardown }): Promise<Row[]> {
    const scope = { teardown }
    const cluster = await startCluster(scope)
    const service = await startService(scope, {
      DATABASE_URL: await cluster.createDatabase(),
      DATA_DIR: newFolder(scope),
      LOG_LEVEL: 'warn',
    })
    const key = await service.register('ada')
    const paths = await createLinks(service, key)
    for (const path of paths) await service.ask(path)
    const before = (await countVisits(service, key)).listed

    const load = visit(service.port, paths, { clients: VISITORS, isPatient: true, pauseMs: 20 })
    const answers: Answer[] = []
    const asking = keepAsking(() => service.ask('/api/urls', { key }), answers)
    const faults: Record<string, (ms: number) => Promise<unknown>> = {
      stopped: async (ms) => {
        cluster.pause()
        await sleep(ms)
        cluster.resume()
      },
      restarted: (ms) => cluster.restart(ms),
      cut: () => cluster.cut(),
    }
    const names: string[] = []
    const recoveries: number[] = []
    const count = await repeat(seconds, async (number) => {
      const name = Object.keys(faults)[number % 3] as string
      names.push(name)
      await faults[name]?.(between(500, 9000))
      const since = Date.now()
      while ((await service.ask('/api/urls', { key })).status !== 200) await sleep(50)
      recoveries.push(Date.now() - since)
      await sleep(between(500, 4000))
    })
    await asking.stop()
    await load.stop()
    const counted = await countWhenWritten(async () => (await countVisits(service, key)).listed - before, load.answered)
    const refused = answers.filter(({ status }) => status !== 200)
    const bad = refused.filter(({ status, headers }) => status !== 503 || !headers['retry-after'])
    const slowest = quantile(
      answers.map(({ ms }) => ms),
      1,
    )
    const did = `${count} faults at random (${tally(names)}) under ${VISITORS} visitors`
    return [
      {
        did,
        expected: `known links are redirected within ${MOST_REDIRECT_MS} ms, each visit is counted once`,
        seen: `${load.answered} redirects, ${load.others.length + load.lost} others, p99 ${quantile(load.times, 0.99).toFixed(0)} ms, slowest ${quantile(load.times, 1).toFixed(0)} ms; ${counted} counted`,
        isGood:
          load.others.length + load.lost === 0 &&
          counted === load.answered &&
          quantile(load.times, 1) <= MOST_REDIRECT_MS,
      },
      {
        did: 'the same, calling the API five times a second',
        expected: `200, or 503 with Retry-After; within ${MOST_API_MS / 1000} s; 200 again within ${MOST_RECOVERY_MS / 1000} s`,
        seen: `${tally(answers.map(({ status }) => status))}, ${bad.length} of them without Retry-After; half of the 503 within ${quantile(
          refused.map(({ ms }) => ms),
          0.5,
        ).toFixed(
          0,
        )} ms, slowest answer ${slowest.toFixed(0)} ms; 200 again after ${quantile(recoveries, 1)} ms at most`,
        isGood: bad.length === 0 && slowest <= MOST_API_MS && quantile(recoveries, 1) <= MOST_RECOVERY_MS,
      },
    ]
  },
}

function keepAsking(ask: () => Promise<Answer>, answers: Answer[]) {
  const under = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const one = ask().then((answer) => {
      answers.push(answer)
      under.delete(one)
    })
    under.add(one)
  }, 200)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}

// Visits that were answered before their commit are written when the database is back.
async function countWhenWritten(count: () => Promise<number>, expected: number): Promise<number> {
  for (let left = 100; left > 0 && (await count()) < expected; left--) await sleep(200)
  // Visits that are written twice would appear now.
  await sleep(2000)
  return count()
}
