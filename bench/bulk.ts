// Compares bulk requests of 1,000 links with requests for one, in turns over HTTP, and times an import of links.
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type postgres from 'postgres'
import { median, say } from './compare.ts'
import { addLinks } from './many-links.ts'
import { processorSeconds, secondsOfProcess } from './processor.ts'
import type { Owner, Service } from './service.ts'

const ITEMS = 1000
const SINGLES = 20

let urls = 0
const newUrl = () =>
  `https://shop${urls % 977}.example.com/products/${(urls * 2_654_435_761) % 4_294_967_296}/item-${urls++}`

const sender =
  ({ port }: Service, { apikey }: Owner) =>
  async (method: string, path: string, body: object | string = {}) => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apikey}`, 'Content-Type': type },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { id: number; results: { id: number }[]; details: Record<string, unknown> }
  }

interface Measured {
  service: Service
  owner: Owner
  url: string
  admin: postgres.Sql
  database: string
}

/** What requests took, in milliseconds: by the clock, and of the processor for Postgres and the service. */
interface Cost {
  clock: number
  postgres: number
  node: number
}

const costOf = async (measured: Measured, work: () => Promise<void>): Promise<Cost> => {
  const spent = async () => ({
    postgres: 1000 * (await processorSeconds(measured.admin, measured.database)),
    node: 1000 * secondsOfProcess(measured.service.pid),
  })
  const before = await spent()
  const start = performance.now()
  await work()
  const clock = performance.now() - start
  const after = await spent()
  return { clock, postgres: after.postgres - before.postgres, node: after.node - before.node }
}

/** The cost of one link and of a thousand: created, changed and deleted, in an account that has `count` links. */
export async function measureBulk(measured: Measured, count: number, rounds: number): Promise<void> {
  const { service, owner, url } = measured
  await addLinks(url, owner.id, count)
  const send = sender(service, owner)
  const kinds = ['created', 'changed', 'deleted'] as const
  const one = new Map<string, Cost[]>()
  const many = new Map<string, Cost[]>()
  for (let round = -1; round < rounds; round++) {
    const ids: number[] = []
    const singles = {
      created: async () => void ids.push((await send('POST', '/api/url/add', { url: newUrl() })).id),
      changed: (i: number) => send('PUT', `/api/url/${ids[i]}/update`, { metatitle: `New ${ids[i]}` }),
      deleted: (i: number) => send('DELETE', `/api/url/${ids[i]}/delete`),
    }
    let made: number[] = []
    const bulk = {
      created: async () => {
        const items = Array.from({ length: ITEMS }, () => ({ url: newUrl() }))
        made = (await send('POST', '/api/url/bulk', { items })).results.map(({ id }) => id)
      },
      changed: () =>
        send('POST', '/api/url/bulk/update', { items: made.map((id) => ({ id, metatitle: `New ${id}` })) }),
      deleted: () => send('POST', '/api/url/bulk/delete', { ids: made }),
    }
    for (const kind of kinds) {
      const times: number[] = []
      const few = await costOf(measured, async () => {
        for (let i = 0; i < SINGLES; i++) {
          const start = performance.now()
          await singles[kind](i)
          times.push(performance.now() - start)
        }
      })
      const all = await costOf(measured, async () => void (await bulk[kind]()))
      if (round < 0) continue
      const each = { clock: median(times), postgres: few.postgres / SINGLES, node: few.node / SINGLES }
      one.set(kind, [...(one.get(kind) ?? []), each])
      many.set(kind, [...(many.get(kind) ?? []), all])
    }
  }
  const shown = (costs: readonly Cost[], of: keyof Cost) => median(costs.map((cost) => cost[of]))
  say(`\n| links of an account with ${count} | one, ms (Postgres, Node) | ${ITEMS} in one request, ms | ratio |`)
  say('|---|---|---|---|')
  for (const kind of kinds) {
    const [few = [], all = []] = [one.get(kind), many.get(kind)]
    const ratio = median(all.map(({ clock }, i) => clock / (few[i]?.clock ?? Number.NaN)))
    const cells = [few, all].map((costs) => {
      const [clock = '', postgres, node] = (['clock', 'postgres', 'node'] as const).map((of) =>
        shown(costs, of).toFixed(1),
      )
      return `${clock} (${postgres}, ${node})`
    })
    say(`| ${kind} | ${cells.join(' | ')} | ${ratio.toFixed(1)} |`)
  }
}

const peakMb = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Times an import of links from CSV until all are written. */
export async function measureImport(measured: Measured, count: number): Promise<void> {
  const { service, owner } = measured
  const send = sender(service, owner)
  const rows = Array.from({ length: count }, (_row, i) => `${newUrl()},moved-${i},${i % 50}`)
  const peak = peakMb(service.pid)
  let read = 0
  const start = performance.now()
  const cost = await costOf(measured, async () => {
    const { id } = await send('POST', '/api/import?source=csv', ['URL,Alias,Clicks', ...rows, ''].join('\n'))
    read = performance.now() - start
    let details: Record<string, unknown>
    do {
      await setTimeout(100)
      ;({ details } = await send('GET', `/api/import/${id}`))
    } while (details['finished'] === null)
    if (details['created'] !== count) throw new Error(`import: ${JSON.stringify(details)}`)
  })
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  say('\n| links imported | read, s | in all, s | processor of Postgres, s | of Node, s | peak memory, MB (before) |')
  say('|---|---|---|---|---|---|')
  say(
    `| ${count} | ${seconds(read)} | ${seconds(cost.clock)} | ${seconds(cost.postgres)} | ${seconds(cost.node)} | ${peakMb(service.pid).toFixed(0)} (${peak.toFixed(0)}) |`,
  )
}
