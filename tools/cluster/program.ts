import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../../test/support/process.ts'
import { asUser, family, signal } from '../torture/postgres.ts'

/** A program of the cluster that can be killed and started again. */
export interface Program {
  start(): void
  /** Kills it with all its descendants. */
  kill(): Promise<void>
  /** Stops all its processes, with their connections open, until `resume`. */
  pause(): void
  resume(): void
  /** The end of what it has printed. */
  log(): string
}

/** Starts a program, as a user that is not root. Its output is in `<name>.log` of the folder; it is killed in the end. */
export function startProgram(
  scope: Scope,
  { name, command, folder }: { name: string; command: string[]; folder: string },
): Program {
  const file = join(folder, `${name}.log`)
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  // The id of a process that has ended may be that of another one.
  let isRunning = false
  const signalAll = (what: NodeJS.Signals) => {
    if (child?.pid && isRunning) for (const pid of family(child.pid)) signal(pid, what)
  }
  const program: Program = {
    start() {
      const [path = '', ...args] = command
      const output = openSync(file, 'a')
      child = spawn(path, args, {
        ...asUser(),
        cwd: folder,
        env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', output, output],
      })
      closeSync(output)
      const one = child
      isRunning = true
      ended = new Promise((resolve) => {
        const end = () => {
          isRunning = false
          resolve()
        }
        one.once('exit', end).once('error', end)
      })
    },
    async kill() {
      signalAll('SIGKILL')
      await ended
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    log: () => readFileSync(file, 'utf8').slice(-2000),
  }
  scope.teardown(() => program.kill())
  program.start()
  return program
}

let nextPort = 20_000 + Math.floor(Math.random() * 10_000)

/** A free port that the kernel gives to no outgoing connection (from 32768) while the program that has it is away. */
export async function takePort(): Promise<number> {
  const port = nextPort++
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  )
  server.close()
  return isFree ? port : takePort()
}

/** Waits until something holds, for at most `seconds`; throws with its name if it does not. */
export async function until(what: string, seconds: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now()
  for (;;) {
    if (await holds()) return
    if (performance.now() - since > seconds * 1000) throw new Error(`not within ${seconds} s: ${what}`)
    await sleep(100)
  }
}

/** Whether a program is installed here. */
export const has = (program: string): boolean =>
  spawnSync('sh', ['-c', 'PATH=$PATH:/usr/sbin command -v "$1"', 'sh', program]).status === 0

/** A file of deploy/cluster with other texts in place of some; each of them must be there. */
export function configure(file: string, changes: [from: string, to: string][]): string {
  let text = readFileSync(join('deploy/cluster', file), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}
