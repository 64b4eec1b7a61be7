// Hands visits to the service's own writer at a fixed rate, with its roll-up running, and tells what waits as time goes
// by.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import { openServer, type Store } from '../db/open.ts'
import { runVisitJobs } from '../src/visits/visit-jobs.ts'
import { say } from './compare.ts'
import { processorSeconds } from './processor.ts'
import type { Measured } from './visits.ts'
import { newLinks, openWriter, visitTo } from './writer.ts'

/** How many links are visited. */
export const SPREAD = 10_000
// One link in ten has ten times the visits of another.
const BUSY = SPREAD / 10
/** The place of a link that is visited. */
export const pickPlace = () => Math.floor(Math.random() * (Math.random() < 0.5 ? BUSY : SPREAD))
const TICK_MS = 10
const READ_MS = 10_000

/** Visits that wait to be added to totals, and to be rolled up. */
export async function readWaiting(store: Pick<Store, 'api'>) {
  const { rows } = await sql<{ unfolded: number; unrolled: number }>`
    with deltas as (select coalesce(sum(waiting), 0)::bigint as waiting from visit_deltas)
    select waiting as unfolded, waiting + (select coalesce(sum(waiting), 0)::bigint from visit_subjects) as unrolled from deltas`.execute(
    store.api,
  )
  return rows[0] ?? { unfolded: 0, unrolled: 0 }
}

/** Writes `rate` visits a second for some seconds to 10,000 links, and prints what waits every ten seconds. */
export async function measureSustained(
  { url, admin, database }: Measured,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<void> {
  const store = await openServer(url)
  try {
    await migrate(store.db)
    const links = await newLinks(store, SPREAD)
    await sql`analyze`.execute(store.db)
    const writer = await openWriter(store)
    const jobs = runVisitJobs({ store, writer, keepMonths: null })
    const errors: unknown[] = []
    jobs.report((error) => errors.push(error))
    writer.report((error) => errors.push(error))
    say(
      `\n${rate} visits a second for ${seconds} s to ${SPREAD} links, one in ten with eleven times the visits of another:\n`,
    )
    say(
      '| s | written a second | wait for their commit: now, most | longest | wait to be added to totals | to be rolled up | Postgres, Node: µs a visit |',
    )
    say('|---|---|---|---|---|---|---|')
    const started = performance.now()
    let sent = 0
    let most = 0
    let longest = 0
    const curve: { most: number; unfolded: number }[] = []
    let last = { at: started, written: 0, postgres: await processorSeconds(admin, database), node: process.cpuUsage() }
    const read = async () => {
      const at = performance.now()
      const { buffered, written } = writer.metrics()
      const { unfolded, unrolled } = await readWaiting(store)
      const postgres = await processorSeconds(admin, database)
      const { user, system } = process.cpuUsage(last.node)
      const count = written - last.written
      const cost = [((postgres - last.postgres) / count) * 1e6, (user + system) / count].map(Math.round).join(', ')
      say(
        `| ${Math.round((at - started) / 1000)} | ${Math.round((count / (at - last.at)) * 1000)} | ${buffered}, ${most} | ${Math.round(longest)} ms | ${unfolded} | ${unrolled} | ${cost} |`,
      )
      curve.push({ most, unfolded })
      most = 0
      longest = 0
      last = { at, written, postgres, node: process.cpuUsage() }
    }
    const before = { postgres: last.postgres, node: process.cpuUsage() }
    let reading = Promise.resolve()
    let readAt = started + READ_MS
    const end = started + seconds * 1000
    for (let now = started; now < end; now = performance.now()) {
      for (const due = Math.floor(((now - started) / 1000) * rate); sent < due; sent++) {
        const added = performance.now()
        writer.add(visitTo(links[pickPlace()] ?? 0)).then(() => {
          longest = Math.max(longest, performance.now() - added)
        })
      }
      most = Math.max(most, writer.metrics().buffered)
      if (now >= readAt) {
        readAt += READ_MS
        reading = reading.then(read)
      }
      await sleep(TICK_MS)
    }
    await reading
    const postgres = (await processorSeconds(admin, database)) - before.postgres
    const { user, system } = process.cpuUsage(before.node)
    const { buffered, dropped, written } = writer.metrics()
    await writer.close()
    await jobs.close()
    const half = curve.length >> 1
    const mostIn = (name: 'most' | 'unfolded') =>
      [curve.slice(0, half), curve.slice(half)].map((part) => Math.max(0, ...part.map((point) => point[name])))
    const [early, late] = mostIn('most')
    const [earlyUnfolded = 0, lateUnfolded = 0] = mostIn('unfolded')
    say(
      `\n${sent} visits given, ${written} written at the end, ${buffered} waited then, ${dropped} lost, ${errors.length} errors. Most that waited in memory: ${early} in the first half, ${late} in the second; to be added to totals: ${earlyUnfolded} and ${lateUnfolded}.`,
    )
    say(
      `Processor time a visit, microseconds: Postgres ${((postgres / written) * 1e6).toFixed(1)}, Node with the load itself ${((user + system) / written).toFixed(1)}.`,
    )
    const isFlat = lateUnfolded <= 1.5 * earlyUnfolded
    const isHeld = dropped === 0 && errors.length === 0 && buffered < rate && isFlat
    say(isHeld ? `The rate was held.` : `The rate was NOT held.`)
    if (errors[0]) say(String(errors[0]))
  } finally {
    await store.close()
  }
}
