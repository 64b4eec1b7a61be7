import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { run } from '../support/process.ts'

t.setTimeout(240_000)
// Most of the time is waiting for locks to time out, so the slow tests run at the same time.
t.jobs = 3
const buffered = true

const script = (folder: string, program: string) => `
  import { lockDataDir } from './db/lock.ts'
  const folder = ${JSON.stringify(folder)}
  try {
    const release = await lockDataDir(folder, ${JSON.stringify(program)}, (line) => console.log(line))
    console.log('locked by process', process.pid)
    process.on('SIGTERM', async () => { await release(); process.exit(0) })
    // The embedded database can block the main thread for longer than the lock timeout.
    if (process.argv.includes('busy')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25_000)
    setInterval(() => {}, 1000)
  } catch (error) {
    console.error(error.constructor.name, error.message)
    process.exit(1)
  }`

/** Starts a process that locks a directory. */
const start = (t: Test, folder: string, program: string, { before = [] as string[], args = [] as string[] } = {}) =>
  run(
    t,
    [...before, process.execPath, '--input-type=module-typescript', '--eval', script(folder, program), ...args],
    {},
  )

/** `locked`, or how the process ended. */
const firstOutcome = ({ printed, ended }: ReturnType<typeof start>) =>
  Promise.race([
    printed(/locked by process/).then(
      () => 'locked' as const,
      () => ended,
    ),
    ended,
  ])

const refusal = (program: string) =>
  new RegExp(
    `DatabaseInUseError The data directory .* is in use by "${program}" \\(process \\d+ on host ${hostname()}, since 2[^)]+Z\\)\\..*stop that process first`,
  )

t.test('a second process is refused with the name of the first, until that one ends', async (t) => {
  const folder = t.testdir()
  const first = start(t, folder, 'first program')
  await first.printed(/locked by process/)
  t.match(await start(t, folder, 'second program').ended, { code: 1, err: refusal('first program') })
  first.child.kill('SIGTERM')
  t.match(await first.ended, { code: 0 })
  const third = start(t, folder, 'third program')
  await third.printed(/locked by process/)
  third.child.kill('SIGTERM')
  t.notMatch((await third.ended).out, /Waiting/, 'a lock that was given back is free at once')
})

// Elsewhere it is not known whether a process id is of the same system.
const knowsProcesses = existsSync('/proc/self/ns/pid')
t.test(
  'the lock of a killed process is taken over at once, by one of the processes that start',
  { skip: knowsProcesses ? false : 'only on Linux' },
  async (t) => {
    const folder = t.testdir()
    const first = start(t, folder, 'first program')
    await first.printed(/locked by process/)
    first.child.kill('SIGKILL')
    await first.ended
    const all = [1, 2, 3].map((i) => start(t, folder, `program ${i}`))
    const outcomes = await Promise.all(all.map(firstOutcome))
    t.equal(outcomes.filter((outcome) => outcome === 'locked').length, 1)
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome !== 'locked') t.match(outcome, { code: 1, err: refusal('program \\d') })
      else all[i]?.child.kill('SIGTERM')
    }
    for (const { ended } of all) t.notMatch((await ended).out, /first program/, 'none waits for it')
  },
)

t.test('a start that was killed while it took the lock delays the next one', { buffered }, async (t) => {
  const folder = t.testdir({ 'starting.lock': {}, 'running.json': '{"program":"old program"}' })
  const next = start(t, folder, 'next program')
  await next.printed(/is locked by another process that starts\. Waiting/)
  await next.printed(/locked by process/)
})

t.test('a lock is not taken over early if its process may run elsewhere', { buffered }, async (t) => {
  const folder = t.testdir()
  const first = start(t, folder, 'first program')
  await first.printed(/locked by process/)
  first.child.kill('SIGKILL')
  await first.ended
  const owner = join(folder, 'running.json')
  writeFileSync(
    owner,
    JSON.stringify({ ...JSON.parse(readFileSync(owner, 'utf8')), processes: 'of another container' }),
  )
  const second = start(t, folder, 'second program')
  await second.printed(/is locked by "first program" .* Waiting to see whether it is still running/)
  await second.printed(/locked by process/)
})

t.test(
  'a process whose main thread is blocked for longer than the lock timeout keeps its lock',
  { buffered },
  async (t) => {
    const folder = t.testdir()
    const first = start(t, folder, 'busy program', { args: ['busy'] })
    await first.printed(/locked by process/)
    await new Promise((resolve) => setTimeout(resolve, 12_000))
    t.match(await start(t, folder, 'second program').ended, { code: 1, err: refusal('busy program') })
  },
)

t.test('a suspended process whose lock was taken over is killed when it continues', { buffered }, async (t) => {
  const folder = t.testdir()
  const first = start(t, folder, 'first program')
  await first.printed(/locked by process/)
  first.child.kill('SIGSTOP')
  const second = start(t, folder, 'second program')
  await second.printed(/locked by process/)
  first.child.kill('SIGCONT')
  t.match(await first.ended, { code: null, err: /was taken over by "second program" .*: this process ends at once/ })
  t.equal(second.child.exitCode, null)
})

const unshare = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const canUnshare = spawnSync('unshare', [...unshare.slice(1), 'true']).status === 0
t.test(
  'of three processes in separate containers on one volume, one gets the lock',
  { skip: canUnshare ? false : 'this machine lets us make no PID namespaces' },
  async (t) => {
    const folder = t.testdir()
    const all = [1, 2, 3].map((i) => start(t, folder, `container ${i}`, { before: unshare }))
    const outcomes = await Promise.all(all.map(firstOutcome))
    t.equal(outcomes.filter((outcome) => outcome === 'locked').length, 1)
    for (const outcome of outcomes)
      if (outcome !== 'locked') t.match(outcome, { code: 1, err: refusal('container \\d') })
  },
)

const isRoot = process.getuid?.() === 0
t.test('the message for a read-only data directory names it and the setting', async (t) => {
  const folder = t.testdir()
  chmodSync(folder, 0o500)
  // Root may write to every directory, but not below a file.
  const dataDir = isRoot ? '/dev/null/data' : join(folder, 'data')
  const { code, err } = await start(t, dataDir, 'program').ended
  t.equal(code, 1)
  t.match(err, /DatabaseSetupError The data directory .*data cannot be written \(E\w+\): set DATA_DIR to a directory/)
  t.notOk(existsSync(join(dataDir, 'running.lock')))
})

t.test('a data directory that cannot be created ends the start', { skip: !existsSync('/proc/self') }, async (t) => {
  const { code, err } = await start(t, '/proc/waymark/data', 'program').ended
  t.match({ code, err }, { code: 1, err: /The data directory \/proc\/waymark\/data cannot be written \(ENOENT\): set/ })
})

// Root may read and write every file: there the test runs as another user, if that one may read the project.
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
const canRun = !isRoot || spawnSync('setpriv', [...asNobody.slice(1), 'test', '-r', 'db/lock.ts']).status === 0
t.test(
  'the message for a data directory with files of another user names one of them and the remedy',
  { skip: canRun ? false : 'the project cannot be read as another user' },
  async (t) => {
    for (const name of ['running.json', 'postgres/PG_VERSION']) {
      const dataDir = t.testdir({ 'running.json': '{}', postgres: { PG_VERSION: '17' } })
      for (const path of [dirname(dataDir), dataDir, join(dataDir, 'postgres')]) chmodSync(path, 0o777)
      for (const file of ['running.json', 'postgres/PG_VERSION']) chmodSync(join(dataDir, file), 0o666)
      chmodSync(join(dataDir, name), 0o400)
      const { code, err } = await start(t, dataDir, 'program', { before: asNobody }).ended
      t.equal(code, 1)
      t.match(
        err,
        `DatabaseSetupError The data directory ${dataDir} contains files of another user (EACCES on ${join(dataDir, name)})`,
      )
      t.match(err, 'make the user of this process the owner of everything in it')
    }
  },
)
