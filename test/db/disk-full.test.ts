import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { run, startServer } from '../support/process.ts'
import { readFirstKey } from '../support/process-client.ts'
import { copyMigratedDirectory } from '../support/snapshot.ts'
import { runsAllVariants } from '../support/variants.ts'

t.setTimeout(240_000)
t.jobs = 2
const buffered = true

/** Mounts an in-memory file system; undefined if mounting is not permitted. */
function smallDisk(t: Test, megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-disk-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status !== 0) return undefined
  t.teardown(() => execFileSync('umount', ['-l', folder]))
  return folder
}

t.test(
  'with a full disk writes are 503, reads and redirects work, and writes resume later',
  { buffered },
  async (t) => {
    const disk = smallDisk(t, 160)
    if (!disk) return void t.skip('this machine lets us mount no file system', () => {})
    await copyMigratedDirectory(join(disk, 'data/postgres'))
    const server = await startServer(t, {
      DATA_DIR: join(disk, 'data'),
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_MINUTE: '10000',
    })
    const apikey = readFirstKey(join(disk, 'data'))
    const addLink = (custom: string) =>
      fetch(`${server.base}/api/url/add`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apikey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://example.com/', custom }),
      })
    t.equal((await addLink('before')).status, 200)

    const { bavail, bsize } = statfsSync(disk)
    const ballast = join(disk, 'ballast')
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2 * 1024 * 1024))
    let status = 200
    for (let i = 0; i < 500 && status === 200; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      status = (await addLink(`full-${i}`)).status
    }
    const refused = await addLink('refused')
    t.equal(refused.status, 503)
    t.match(refused.headers.get('retry-after'), /^\d+$/)
    for (let i = 0; i < (runsAllVariants ? 300 : 50); i++)
      if ((await addLink(`more-${i}`)).status !== 503) t.fail('a write was accepted')
    t.equal((await fetch(`${server.base}/before`, { redirect: 'manual' })).status, 302, 'redirects go on')
    const list = await fetch(`${server.base}/api/urls`, { headers: { authorization: `Bearer ${apikey}` } })
    t.equal(list.status, 200, 'reads go on')
    t.equal((await fetch(`${server.base}/livez`)).status, 200)
    t.equal((await fetch(`${server.base}/readyz`)).status, 503)

    rmSync(ballast)
    for (let i = 0; i < 500 && status !== 200; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      status = (await addLink(`healed-${i}`)).status
    }
    t.equal(status, 200, 'writes go on when there is room')

    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2 * 1024 * 1024))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    server.child.kill('SIGTERM')
    t.match(await server.ended, { code: 0 }, 'it stops in order on a full disk')
  },
)

t.test('a process that hangs on a full disk is killed with a message', { buffered }, async (t) => {
  const disk = smallDisk(t, 20)
  if (!disk) return void t.skip('this machine lets us mount no file system', () => {})
  const script = `
    import { writeFileSync } from 'node:fs'
    import { lockDataDir } from './db/lock.ts'
    await lockDataDir(${JSON.stringify(disk)}, 'test', () => {})
    writeFileSync(${JSON.stringify(join(disk, 'ballast'))}, Buffer.alloc(10_000_000))
    // Simulates a hanging embedded database.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
  const stuck = run(t, [process.execPath, '--input-type=module-typescript', '--eval', script], {})
  t.match(await stuck.ended, { code: null, err: /is full and the database is stuck: this process ends at once/ })
})

t.test('a start on a disk without any space says how much to free', { buffered }, async (t) => {
  const disk = smallDisk(t, 1)
  if (!disk) return void t.skip('this machine lets us mount no file system', () => {})
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize))
  const script = (folder: string) => `
    import { lockDataDir } from './db/lock.ts'
    await lockDataDir(${JSON.stringify(folder)}, 'test', () => {})`
  const start = (folder: string) =>
    run(t, [process.execPath, '--input-type=module-typescript', '--eval', script(folder)], {}).ended
  for (const folder of [disk, join(disk, 'new/folder')])
    t.match(await start(folder), { code: 1, err: /The disk of the data directory \S+ is full: free at least 100 MB/ })
})
