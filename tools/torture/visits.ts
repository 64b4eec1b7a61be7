import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask, type Service } from './service.ts'

const LINKS = 7

/** Makes the links that visitors open, and returns their paths. */
export async function createLinks(service: Service, key: string): Promise<string[]> {
  const paths: string[] = []
  for (let i = 0; i < LINKS; i++) {
    const custom = `kept-${i}`
    const { status, body } = await service.ask('/api/url/add', { key, body: { url: 'https://example.com', custom } })
    if (status !== 200) throw new Error(`link: ${status} ${body}`)
    paths.push(`/${custom}`)
  }
  return paths
}

/** The numbers of visits of an account's links, according to lists and to their statistics. */
export async function countVisits(service: Service, key: string): Promise<{ listed: number; told: number }> {
  const read = async (path: string) => JSON.parse((await service.ask(path, { key })).body).data
  const { urls } = (await read('/api/urls?limit=100')) as { urls: { id: number; clicks: number }[] }
  let listed = 0
  let told = 0
  for (const { id, clicks } of urls) {
    listed += clicks
    told += (await read(`/api/url/${id}`)).clicks
  }
  return { listed, told }
}

interface Load {
  /** Redirects that clients have received so far. */
  answered: number
  /** Requests that had no answer. */
  lost: number
  /** Statuses other than 302, with what came with them. */
  others: Answer[]
  /** Milliseconds of each answer. */
  times: number[]
  stop(): Promise<void>
}

/**
 * Requests links repeatedly on several connections. With `isPatient`, a client continues after its connection was cut.
 */
export function visit(
  port: number,
  paths: readonly string[],
  { clients = 24, isPatient = false, pauseMs = 0 } = {},
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let isStopped = false
  const load: Load = {
    answered: 0,
    lost: 0,
    others: [],
    times: [],
    async stop() {
      isStopped = true
      await ended
      agent.destroy()
    },
  }
  const client = async (first: number) => {
    for (let i = first; !isStopped; i++) {
      const answer = await ask(port, paths[i % paths.length] as string, { agent })
      load.times.push(answer.ms)
      if (pauseMs > 0) await sleep(pauseMs)
      if (answer.status === 302) load.answered++
      else if (answer.status !== 0) load.others.push(answer)
      else {
        load.lost++
        if (!isPatient) return
      }
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, i) => client(i)))
  return load
}
