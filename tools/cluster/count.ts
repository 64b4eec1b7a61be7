import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../torture/service.ts'
import type { Load } from './load.ts'
import type { Cluster } from './services.ts'

const LONGEST_S = 30

/** Clicks by id of every link of the account. */
async function readClicks({ port, key }: Cluster): Promise<Map<number, number>> {
  const clicks = new Map<number, number>()
  for (let page = 1; ; page++) {
    const { status, body } = await ask(port, `/api/urls?limit=100&page=${page}`, { key })
    if (status !== 200) throw new Error(`the list of links is ${status}: ${body}`)
    const { data } = JSON.parse(body) as { data: { urls: { id: number; clicks: number }[]; maxpage: number } }
    for (const one of data.urls) clicks.set(one.id, one.clicks)
    if (page >= data.maxpage) return clicks
  }
}

/** Compares links and visits that were answered with those in the database, once no more come. */
export async function count(cluster: Cluster, { links }: Load) {
  const sum = (clicks: Map<number, number>) => [...clicks.values()].reduce((all, one) => all + one, 0)
  const answered = [...links.values()].reduce((all, one) => all + one.answered, 0)
  const unknown = [...links.values()].reduce((all, one) => all + one.unknown, 0)
  for (let i = 0; i < LONGEST_S && sum(await readClicks(cluster)) < answered; i++) await sleep(1000)
  // Visits that are written twice would appear now.
  await sleep(2000)
  const clicks = await readClicks(cluster)
  let [missing, lost, twice] = [0, 0, 0]
  for (const [id, { answered, unknown }] of links) {
    const counted = clicks.get(id)
    if (counted === undefined) missing++
    lost += Math.max(0, answered - (counted ?? 0))
    twice += Math.max(0, (counted ?? 0) - answered - unknown)
  }
  return { links: links.size, missing, answered, unknown, counted: sum(clicks), lost, twice }
}
