// Redirects: of one link, of a million, beside slow requests, on the embedded database, in two processes, and a million
// of them.
import { compare, type Effort, inTurns, median, print, say } from './compare.ts'
import { load, type Target } from './load.ts'
import { addLinks, isPrivate } from './many-links.ts'
import { type Owner, type Service, startBare, startService, visitor } from './service.ts'

export const DESTINATION = 'https://example.com/some/page'

/** A link to visit. */
export async function newTarget({ api, port }: Service, { apikey }: Owner, alias: string): Promise<Target> {
  await api('POST', '/api/url/add', apikey, { url: DESTINATION, custom: alias })
  return { port, path: `/${alias}`, headers: visitor, status: 302 }
}

/** One link of the service against `node:http`. */
export async function measureRedirect(
  service: Service,
  owner: Owner,
  effort: Effort,
  name = 'redirect, click committed',
) {
  const ours = await newTarget(service, owner, 'bench-link')
  const bare = { ...ours, port: await startBare('redirect', DESTINATION) }
  print([await compare(name, ours, bare, effort)])
}

/** The same with the embedded database. */
export async function measureEmbedded(effort: Effort): Promise<void> {
  const service = await startService()
  await measureRedirect(service, await service.register('embedded'), effort, 'redirect, click committed, embedded')
  await service.stop()
}

// The place of a link by its visits: the nth has 1/n of those of the first.
const zipf = (count: number) => Math.floor(Math.exp(Math.random() * Math.log(count + 1))) - 1
// Has no factor in common with a number of links that one would choose, so that busy links are apart.
const APART = 7_919

/** Links of an account with many, Zipf-distributed, against `node:http`. Returns how they are visited. */
export async function zipfTarget(service: Service, url: string, owner: Owner, links: number): Promise<Target> {
  const first = await addLinks(url, owner.id, links)
  const path = (): string => {
    const place = (zipf(links) * APART) % links
    return isPrivate(place) ? path() : `/bench${first + place}`
  }
  return { port: service.port, path, headers: visitor, status: 302 }
}

export async function measureZipf(ours: Target, links: number, effort: Effort): Promise<void> {
  const bare = { ...ours, port: await startBare('redirect', DESTINATION) }
  print([await compare(`redirect of ${links} links, Zipf`, ours, bare, effort)])
}

const SLOW = ['/api/urls?order=click', '/api/urls?q=product+item', '/api/urls?q=shop4321', '/api/urls?page=2000']

/** The same alone, and while two readers ask for lists and searches of all links one after the other. */
export async function measureBeside(service: Service, owner: Owner, ours: Target, effort: Effort): Promise<void> {
  let asked = 0
  const beside = async () => {
    let isOver = false
    const readers = [0, 2].map(async (start) => {
      for (let i = start; !isOver; i++) {
        await service.api('GET', SLOW[i % SLOW.length] ?? '', owner.apikey)
        asked++
      }
    })
    const loaded = await load(ours, effort.connections, effort.seconds * 1000)
    isOver = true
    await Promise.all(readers)
    return [loaded]
  }
  const alone = async () => [await load(ours, effort.connections, effort.seconds * 1000)]
  await alone()
  const [first = [], second = []] = await inTurns([beside, alone], effort.rounds)
  print([{ name: 'redirects beside lists and searches', ours: first, bare: second }], ['beside', 'alone'])
  const ratio = median(first.map(({ p99 }, i) => p99 / (second[i]?.p99 ?? Number.NaN)))
  say(`p99 beside them: ${ratio.toFixed(2)} times that alone; ${asked} lists and searches were answered.`)
}

/** Two processes on one database, each with half of the connections, against one. */
export async function measureProcesses(service: Service, url: string, owner: Owner, effort: Effort): Promise<void> {
  const second = await startService(url)
  const target = await newTarget(service, owner, 'bench-processes')
  const run = (port: number, connections: number) => load({ ...target, port }, connections, effort.seconds * 1000)
  const one = async () => [await run(service.port, effort.connections)]
  const two = async () => {
    const both = await Promise.all([service, second].map(({ port }) => run(port, effort.connections >> 1)))
    const p99 = Math.max(...both.map((load) => load.p99))
    const wrong = both.reduce((sum, load) => sum + load.wrong, 0)
    const answers = both.reduce((sum, load) => sum + load.answers, 0)
    return [
      {
        answers,
        rate: both.reduce((sum, { rate }) => sum + rate, 0),
        median: median(both.map((load) => load.median)),
        p99,
        wrong,
      },
    ]
  }
  await one()
  await two()
  const [together = [], alone = []] = await inTurns([two, one], effort.rounds)
  print([{ name: 'redirect, click committed', ours: together, bare: alone }], ['two processes', 'one'])
  await second.stop()
}

const FEW_REDIRECTS = 10_000

/** Resident memory of a new process after so many redirects, against that after ten thousand. */
export async function measureMemory(url: string, redirects: number, effort: Effort): Promise<void> {
  const service = await startService(url)
  const target = await newTarget(service, await service.register('memory'), 'bench-memory')
  const sizes: number[] = []
  let done = 0
  for (const count of [FEW_REDIRECTS, redirects]) {
    while (done < count) {
      const { answers, wrong } = await load(target, effort.connections, 10_000, count - done)
      if (wrong > 0) throw new Error(`${wrong} wrong answers`)
      done += answers
    }
    sizes.push(service.residentMb())
  }
  const [few = Number.NaN, many = Number.NaN] = sizes
  say(`\n| resident memory after ${FEW_REDIRECTS} redirects, MB | after ${done}, MB | ratio |`)
  say('|---|---|---|')
  say(`| ${few.toFixed(0)} | ${many.toFixed(0)} | ${(many / few).toFixed(2)} |`)
  await service.stop()
}
