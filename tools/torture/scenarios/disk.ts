import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { between, CannotTry, type Row, repeat, type Scenario, tally } from '../scenario.ts'
import { newFolder, startService } from '../service.ts'

const MIB = 1024 * 1024
const HEALED_MS = 10_000

/** Fills the disk of the embedded database, and frees space again. */
export const disk: Scenario = {
  seconds: 90,
  async run({ seconds, teardown }): Promise<Row[]> {
    const folder = newFolder({ teardown })
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder]).status !== 0)
      throw new CannotTry('this user may mount no file system')
    teardown(() => void execFileSync('umount', ['-l', folder]))
    const service = await startService({ teardown }, { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' })
    const key = await service.register('ada')
    let links = 0
    const addLink = () =>
      service.ask('/api/url/add', { key, body: { url: 'https://example.com', custom: `disk-${links++}` } })
    await addLink()
    const ballast = join(folder, 'ballast')
    const fill = () => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - between(1, 12) * MIB)))
    }
    const writes: number[] = []
    const reads: number[] = []
    let notRefused = 0
    let notHealed = 0
    const rounds = await repeat(seconds, async () => {
      fill()
      await sleep(1000)
      for (let i = between(50, 300); i > 0; i--) writes.push((await addLink()).status)
      if (writes.at(-1) !== 503) notRefused++
      for (const path of ['/disk-0', '/livez']) reads.push((await service.ask(path)).status)
      reads.push((await service.ask('/api/urls', { key })).status)
      rmSync(ballast)
      const since = Date.now()
      while ((await addLink()).status !== 200 && Date.now() - since < HEALED_MS) await sleep(100)
      if (Date.now() - since >= HEALED_MS) notHealed++
    })
    fill()
    await sleep(between(0, 2000))
    const since = Date.now()
    const { code } = await service.stop()
    const stoppedMs = Date.now() - since
    const others = writes.filter((status) => status !== 200 && status !== 503)
    return [
      {
        did: `${rounds} × disk of the embedded database full, with 50 to 300 writes, then room again; SIGTERM on the full disk`,
        expected: 'writes 503, reads and redirects go on, writes go on when there is room, it stops in order',
        seen: `writes ${tally(writes)}; reads ${tally(reads)}; ${notRefused} times still written, ${notHealed} times not healed; stopped with ${code} after ${(stoppedMs / 1000).toFixed(1)} s`,
        isGood:
          others.length === 0 &&
          reads.every((status) => status === 200 || status === 302) &&
          notRefused + notHealed === 0 &&
          code === 0,
      },
    ]
  },
}
