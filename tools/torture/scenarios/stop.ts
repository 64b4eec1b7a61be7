import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../postgres.ts'
import { between, type Context, quantile, type Row, repeat, type Scenario, tally } from '../scenario.ts'
import { newFolder, startService } from '../service.ts'
import { countVisits, createLinks } from '../visits.ts'

const CONNECTIONS = 64
const MOST_MS = 5000

/** Stops the service in order under load. */
export const stop: Scenario = {
  seconds: 150,
  async run(context): Promise<Row[]> {
    const DATA_DIR = newFolder(context)
    const { createDatabase } = await startCluster(context)
    const half = { ...context, seconds: context.seconds / 2 }
    return [
      await stopOften(half, 'embedded', { DATA_DIR }),
      await stopOften(half, 'on a server', { DATA_DIR, DATABASE_URL: await createDatabase() }),
    ]
  },
}

async function stopOften({ seconds, teardown }: Context, name: string, settings: Record<string, string>): Promise<Row> {
  let key = ''
  let paths: string[] = []
  let redirects = 0
  const others: string[] = []
  const times: number[] = []
  const codes: (number | null)[] = []
  let refused = 0
  const stops = await repeat(seconds, async (number) => {
    const service = await startService({ teardown }, settings)
    if (number === 0) {
      key = await service.register('ada')
      paths = await createLinks(service, key)
    }
    const load = requestUntilRefused(service.port, paths)
    await sleep(between(200, 4000))
    const since = Date.now()
    codes.push((await service.stop()).code)
    times.push(Date.now() - since)
    for (const outcome of await load) {
      if (outcome === '302') redirects++
      else if (outcome === 'ECONNREFUSED') refused++
      else others.push(outcome)
    }
  })
  const service = await startService({ teardown }, settings)
  const { listed } = await countVisits(service, key)
  await service.stop()
  const slowest = quantile(times, 1)
  return {
    did: `${stops} × SIGTERM at random under ${CONNECTIONS} busy connections, ${name}`,
    expected: `no connection reset, every answer a redirect, each counted, ended with 0 within ${MOST_MS / 1000} s`,
    seen: `${redirects} redirects, other outcomes: ${tally(others)}; ${listed} counted; exit codes ${tally(codes.map(String))}; ${(slowest / 1000).toFixed(1)} s at most`,
    isGood:
      others.length === 0 &&
      refused === stops * CONNECTIONS &&
      listed === redirects &&
      codes.every((code) => code === 0) &&
      slowest <= MOST_MS,
  }
}

/** Sends requests on 64 connections until new ones are refused; returns the outcome of each. */
async function requestUntilRefused(port: number, paths: readonly string[]): Promise<string[]> {
  const outcomes: string[] = []
  const client = async (first: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let i = first; ; i++) {
      const outcome = await new Promise<string>((resolve) => {
        const path = paths[i % paths.length] as string
        const asking = request(
          { agent, port, path, host: '127.0.0.1', headers: { host: `localhost:${port}` } },
          (answer) => answer.resume().once('close', () => resolve(String(answer.statusCode))),
        )
        asking.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message)).end()
      })
      outcomes.push(outcome)
      if (outcome === 'ECONNREFUSED') break
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => client(i)))
  return outcomes
}
