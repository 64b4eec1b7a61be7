// Compares bulk requests of 1,000 links with requests for one, in turns over HTTP, and times an import of links.
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { median, say } from './compare.ts'
import { addLinks } from './many-links.ts'
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

/** Milliseconds of one link and of a thousand: created, changed and deleted, in an account that has `count` links. */
export async function measureBulk(
  service: Service,
  url: string,
  owner: Owner,
  count: number,
  rounds: number,
): Promise<void> {
  await addLinks(url, owner.id, count)
  const send = sender(service, owner)
  const kinds = ['created', 'changed', 'deleted'] as const
  const one: Record<string, number[]> = {}
  const many: Record<string, number[]> = {}
  const timed = async <T>(list: number[], work: () => Promise<T>) => {
    const start = performance.now()
    const result = await work()
    list.push(performance.now() - start)
    return result
  }
  for (let round = -1; round < rounds; round++) {
    const times = kinds.map((): number[] => [])
    const [created = [], changed = [], deleted = []] = times
    for (let i = 0; i < SINGLES; i++) {
      const { id } = await timed(created, () => send('POST', '/api/url/add', { url: newUrl() }))
      await timed(changed, () => send('PUT', `/api/url/${id}/update`, { metatitle: `New ${id}` }))
      await timed(deleted, () => send('DELETE', `/api/url/${id}/delete`))
    }
    const all = kinds.map((): number[] => [])
    const [createdAll = [], changedAll = [], deletedAll = []] = all
    const items = Array.from({ length: ITEMS }, () => ({ url: newUrl() }))
    const { results } = await timed(createdAll, () => send('POST', '/api/url/bulk', { items }))
    const changes = results.map(({ id }) => ({ id, metatitle: `New ${id}` }))
    await timed(changedAll, () => send('POST', '/api/url/bulk/update', { items: changes }))
    await timed(deletedAll, () => send('POST', '/api/url/bulk/delete', { ids: results.map(({ id }) => id) }))
    if (round < 0) continue
    for (const [i, kind] of kinds.entries()) {
      one[kind] = [...(one[kind] ?? []), median(times[i] ?? [])]
      many[kind] = [...(many[kind] ?? []), ...(all[i] ?? [])]
    }
  }
  say(`\n| links of an account with ${count} | one, ms | ${ITEMS} in one request, ms | ratio |`)
  say('|---|---|---|---|')
  for (const kind of kinds) {
    const [few = [], all = []] = [one[kind], many[kind]]
    const ratio = median(all.map((time, i) => time / (few[i] ?? Number.NaN)))
    say(`| ${kind} | ${median(few).toFixed(1)} | ${median(all).toFixed(1)} | ${ratio.toFixed(1)} |`)
  }
}

/** Seconds of processor time that a process has used, and its largest resident memory in MB, by the kernel's count. */
function usageOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, peak: Number(peak) / 1024 }
}

/** Times an import of links from CSV until all are written. */
export async function measureImport(service: Service, owner: Owner, count: number): Promise<void> {
  const send = sender(service, owner)
  const rows = Array.from({ length: count }, (_row, i) => `${newUrl()},moved-${i},${i % 50}`)
  const before = usageOf(service.pid)
  const start = performance.now()
  const { id } = await send('POST', '/api/import?source=csv', ['URL,Alias,Clicks', ...rows, ''].join('\n'))
  const read = performance.now()
  let details: Record<string, unknown>
  do {
    await setTimeout(100)
    ;({ details } = await send('GET', `/api/import/${id}`))
  } while (details['finished'] === null)
  const end = performance.now()
  const after = usageOf(service.pid)
  if (details['created'] !== count) throw new Error(`import: ${JSON.stringify(details)}`)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  say(`\n| links imported | read, s | in all, s | Node's processor, s | peak memory, MB (before) |`)
  say('|---|---|---|---|---|')
  say(
    `| ${count} | ${seconds(read - start)} | ${seconds(end - start)} | ${(after.seconds - before.seconds).toFixed(1)} | ${after.peak.toFixed(0)} (${before.peak.toFixed(0)}) |`,
  )
}
