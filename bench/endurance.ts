// Redirects of many links over HTTP for minutes, as many as are answered, with all jobs of the service.
import { openServer } from '../db/open.ts'
import { type Effort, median, say } from './compare.ts'
import { type Load, load } from './load.ts'
import { addLinks, isPrivate } from './many-links.ts'
import { processorSeconds } from './processor.ts'
import { type Owner, type Service, visitor } from './service.ts'
import { pickPlace, readWaiting, SPREAD } from './sustained.ts'
import type { Measured } from './visits.ts'

const PART_SECONDS = 10

/** Prints what is answered and what waits every ten seconds, and whether both stay as they are. */
export async function measureEndurance(
  { service, owner, url, admin, database }: Measured & { service: Service; owner: Owner },
  { seconds, connections }: Pick<Effort, 'seconds' | 'connections'>,
): Promise<void> {
  const first = await addLinks(url, owner.id, SPREAD)
  const path = (): string => {
    const place = pickPlace()
    return isPrivate(place) ? path() : `/bench${first + place}`
  }
  const target = { port: service.port, path, headers: visitor, status: 302 }
  const store = await openServer(url)
  try {
    say(`\nRedirects of ${SPREAD} links for ${seconds} s, one in ten with eleven times the visits of another:\n`)
    say('| s | answers/s | median / p99 ms | wait to be added to totals | to be rolled up | Postgres, µs a redirect |')
    say('|---|---|---|---|---|---|')
    const parts: (Load & { unfolded: number })[] = []
    let before = await processorSeconds(admin, database)
    for (let second = PART_SECONDS; second <= seconds; second += PART_SECONDS) {
      const part = await load(target, connections, PART_SECONDS * 1000)
      if (part.wrong > 0) throw new Error(`${part.wrong} wrong answers`)
      const { unfolded, unrolled } = await readWaiting(store)
      const now = await processorSeconds(admin, database)
      const cost = Math.round(((now - before) / part.answers) * 1e6)
      before = now
      parts.push({ ...part, unfolded })
      const times = `${part.median.toFixed(1)} / ${part.p99.toFixed(1)}`
      say(`| ${[second, Math.round(part.rate), times, unfolded, unrolled, cost].join(' | ')} |`)
    }
    const half = parts.length >> 1
    const [early = 0, late = 0] = [parts.slice(0, half), parts.slice(half)].map((all) =>
      Math.max(0, ...all.map(({ unfolded }) => unfolded)),
    )
    const rates = parts.map(({ rate }) => Math.round(rate))
    say(
      `\nAnswers a second: ${Math.min(...rates)} at least, ${median(rates)} in the median. Most visits that waited to be added to totals: ${early} in the first half, ${late} in the second.`,
    )
    if (half > 0) say(late <= 1.5 * early ? 'What waits did not grow.' : 'What waits GREW.')
  } finally {
    await store.close()
  }
}
