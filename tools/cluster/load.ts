import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask, type Service } from '../torture/service.ts'
import type { Cluster } from './services.ts'

// Requests at a steady rate, whether or not earlier ones were answered.

export const KINDS = ['known link', 'new link', 'create', 'list', 'statistics'] as const
export type Kind = (typeof KINDS)[number]

// Requests a second of every kind but known links.
const RATES = { 'new link': 3, create: 5, list: 2, statistics: 3 } as const

export interface Seen {
  kind: Kind
  /** Milliseconds since the start of the process, when it was sent and when it was answered. */
  from: number
  to: number
  status: number
  isGood: boolean
}

/** A link whose creation was answered with 200. */
interface Link {
  id: number
  path: string
  destination: string
}

export interface Load {
  seen: Seen[]
  /** Links by id, with the redirects that were answered, and those that had no answer of Waymark. */
  links: Map<number, { answered: number; unknown: number }>
  /** Visits every known link on the instances that were started since the last call: then their caches have them. */
  warm(): Promise<void>
  stop(): Promise<void>
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Creates links and visits each on every instance. Then sends `rate` redirects a second, and some calls of the API. */
export async function startLoad({ port, key, instances }: Cluster, rate: number, count: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  const known: Link[] = []
  const unvisited: Link[] = []
  const load: Load = { seen: [], links: new Map(), warm, stop }
  const warmed = new Set<Service>()
  let made = 0

  async function record(kind: Kind, asking: Promise<Answer>, isGood: (answer: Answer) => boolean): Promise<Answer> {
    const from = performance.now()
    const answer = await asking
    load.seen.push({ kind, from, to: performance.now(), status: answer.status, isGood: isGood(answer) })
    return answer
  }

  const visit = async (kind: Kind, link: Link, to: number) => {
    const isGood = ({ status, headers }: Answer) => status === 302 && headers['location'] === link.destination
    const { status } = await record(kind, ask(to, link.path, { agent }), isGood)
    const counts = load.links.get(link.id)
    if (counts && status === 302) counts.answered++
    // HAProxy sends 502 and 504 for a connection that was cut; the visit may have been counted.
    if (counts && (status === 0 || status === 502 || status === 504)) counts.unknown++
  }

  const create = async (): Promise<Link | undefined> => {
    const destination = `https://example.com/${made++}`
    const asking = ask(port, '/api/url/add', { key, agent, body: { url: destination } })
    const { status, body } = await record('create', asking, (answer) => answer.status === 200)
    if (status !== 200) return undefined
    const { id, shorturl } = JSON.parse(body) as { id: number; shorturl: string }
    load.links.set(id, { answered: 0, unknown: 0 })
    return { id, path: new URL(shorturl).pathname, destination }
  }

  const requests: Record<Kind, () => Promise<unknown>> = {
    'known link': () => visit('known link', pick(known), port),
    'new link': async () => {
      const link = unvisited.shift()
      if (link) await visit('new link', link, port)
    },
    create: async () => {
      const link = await create()
      if (link) unvisited.push(link)
    },
    list: () => record('list', ask(port, '/api/urls?limit=20', { key, agent }), ({ status }) => status === 200),
    statistics: () =>
      record(
        'statistics',
        ask(port, `/api/url/${pick(known).id}/stats`, { key, agent }),
        ({ status, body }) => status === 200 && typeof JSON.parse(body).data.lag === 'number',
      ),
  }

  for (let i = 0; i < count; i++) {
    const link = await create()
    if (!link) throw new Error('a link was not created before any fault')
    known.push(link)
  }
  await warm()
  const unwarm = load.seen.find(({ isGood }) => !isGood)
  if (unwarm) throw new Error(`${unwarm.kind} was ${unwarm.status} before any fault`)
  load.seen = []

  async function warm() {
    for (const { port, service } of instances.filter(({ service }) => !warmed.has(service))) {
      warmed.add(service)
      for (const link of known) await visit('known link', link, port)
    }
  }

  let isOver = false
  const open = new Set<Promise<unknown>>()
  const send = async (kind: Kind, perSecond: number) => {
    const since = performance.now()
    for (let sent = 0; !isOver; await sleep(5))
      for (const due = ((performance.now() - since) * perSecond) / 1000; sent < due; sent++) {
        const one: Promise<unknown> = requests[kind]().finally(() => open.delete(one))
        open.add(one)
      }
  }
  const sending = Object.entries({ 'known link': rate, ...RATES }).map(([kind, perSecond]) =>
    send(kind as Kind, perSecond),
  )
  async function stop() {
    isOver = true
    await Promise.all(sending)
    await Promise.all(open)
    agent.destroy()
  }
  return load
}
