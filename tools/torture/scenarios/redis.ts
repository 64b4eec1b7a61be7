import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../postgres.ts'
import { between, CannotTry, quantile, type Row, repeat, type Scenario, tally } from '../scenario.ts'
import { type Answer, newFolder, startService } from '../service.ts'

const LIMIT = 30
const MOST_MS = 1500

/** Kills, stops and starts Redis while clients call the API. */
export const redis: Scenario = {
  seconds: 100,
  async run({ seconds, teardown }): Promise<Row[]> {
    if (spawnSync('redis-server', ['--version']).status !== 0) throw new CannotTry('no redis-server on this machine')
    const scope = { teardown }
    const port = await freePort()
    let server: ChildProcess | undefined
    const start = async () => {
      server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
        stdio: 'ignore',
        cwd: newFolder(scope),
      })
      await sleep(500)
    }
    const end = async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    teardown(end)
    await start()
    const service = await startService(scope, {
      DATA_DIR: newFolder(scope),
      REDIS_URL: `redis://127.0.0.1:${port}`,
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      LOG_LEVEL: 'info',
    })
    let out = ''
    service.child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    const key = await service.register('ada')
    const answers: Answer[] = []
    const unlimited: string[] = []
    const callUntilLimited = async (name: string) => {
      // Counting restarts when Redis goes away and when it is back: up to twice the limit may pass without a 429.
      for (let i = 0; i < 2 * LIMIT + 5; i++) {
        const answer = await service.ask('/api/account', { key })
        answers.push(answer)
        if (answer.status === 429 && i >= 5) return
      }
      unlimited.push(name)
    }
    let faults = 0
    await repeat(seconds, async (number) => {
      await callUntilLimited('with Redis')
      faults++
      if (number % 2 === 0) {
        await end()
        await callUntilLimited('Redis killed')
        await sleep(between(500, 5000))
        await start()
      } else {
        server?.kill('SIGSTOP')
        await callUntilLimited('Redis stopped')
        await sleep(between(500, 5000))
        server?.kill('SIGCONT')
      }
      await sleep(between(1500, 4000))
    })
    const lines = out.split('\n').filter((line) => line.startsWith('{'))
    const slowest = quantile(
      answers.map(({ ms }) => ms),
      1,
    )
    const wrong = answers.filter(({ status }) => status !== 200 && status !== 429)
    return [
      {
        did: `${faults} × Redis killed or stopped for some seconds, one key calling the API`,
        expected: `200 and 429 only, a limit at all times, within ${MOST_MS} ms, two log lines a fault`,
        seen: `${tally(answers.map(({ status }) => status))}; without a limit: ${tally(unlimited)}; slowest ${slowest.toFixed(0)} ms; ${lines.length} log lines`,
        isGood: wrong.length === 0 && unlimited.length === 0 && slowest <= MOST_MS && lines.length <= 2 * faults + 2,
      },
    ]
  },
}
