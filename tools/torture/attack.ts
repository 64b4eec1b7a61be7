import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile, type Row, tally } from './scenario.ts'
import type { Answer, Service } from './service.ts'

const SETTLE_MS = 60_000
const BYSTANDER = '127.0.0.200'
const MAX_BYSTANDER_MS = 1000

export interface Attack {
  did: string
  expected: string
  /** Runs the attack. `isGood` does not include memory and the bystander, which `attack` measures. */
  run(): Promise<{ seen: string; isGood: boolean }>
}

/** The most memory a minute after an attack, in MB; `usual` was measured after ordinary work, before all attacks. */
const allowed = (usual: number) => usual + 100

interface Victim {
  service: Service
  /** The path of a link. */
  path: string
  /** Its memory after usual work, in MB. */
  usual: number
}

/**
 * Performs an attack while a bystander with another address opens a link ten times a second, and measures the memory of
 * the service before, at its peak and until it is back, for a minute at most.
 */
export async function attack({ service, path, usual }: Victim, { did, expected, run }: Attack): Promise<Row> {
  const before = service.memoryMb()
  let peak = before
  const bystander = new Worker(new URL('./bystander.ts', import.meta.url), {
    workerData: { port: service.port, path, from: BYSTANDER },
  })
  const timer = setInterval(() => {
    peak = Math.max(peak, service.memoryMb())
  }, 100)
  const outcome = await run()
  clearInterval(timer)
  bystander.postMessage('stop')
  const [seen] = (await once(bystander, 'message')) as [Pick<Answer, 'status' | 'ms'>[]]
  await bystander.terminate()
  const since = Date.now()
  let after = service.memoryMb()
  // The service needs some requests to collect garbage.
  while (after > allowed(usual) && Date.now() - since < SETTLE_MS) {
    await sleep(500)
    await service.ask(path, { from: BYSTANDER })
    after = service.memoryMb()
  }
  const seconds = Math.round((Date.now() - since) / 1000)
  const others = seen.filter(({ status }) => status !== 302)
  const p95 = quantile(
    seen.map(({ ms }) => ms),
    0.95,
  )
  return {
    did,
    expected: `${expected}; a bystander is redirected within ${MAX_BYSTANDER_MS} ms (p95); memory at most usual + 100 MB within 60 s`,
    seen: `${outcome.seen}; bystander: ${seen.length} redirects, others ${tally(others.map(({ status }) => status))}, p95 ${p95.toFixed(0)} ms; usual ${usual} MB, ${before} before, ${peak} at most, ${after} after ${seconds} s`,
    isGood: outcome.isGood && others.length === 0 && p95 <= MAX_BYSTANDER_MS && after <= allowed(usual),
  }
}
