import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const repository = resolve(import.meta.dirname, '../..')

export const say = (text: string) => void process.stdout.write(`${text}\n`)
export const skip = (what: string, why: string) => say(`SKIPPED: ${what} (${why})`)

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** Whether a program is installed here. */
export const has = (program: string) => spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0

/** Runs a program and returns what it printed; throws if it fails. */
export function run(program: string, args: string[], options: { cwd?: string; input?: string } = {}): string {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options })
  assert(
    status === 0,
    `${program} ${args.join(' ')} ended with ${error?.message ?? signal ?? status}: ${stderr}${stdout}`,
  )
  return stdout
}

/** Calls a function with an empty directory, which is deleted when it has ended. */
export async function withFolder(use: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-deploy-'))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  assert(typeof address === 'object' && address, 'no port is free')
  return address.port
}

interface Service {
  port: number
  url: string
  stop: () => Promise<void>
}

const START = [process.execPath, '--max-semi-space-size=16', 'src/server.ts']

/** Starts Waymark on a free port of 127.0.0.1 and waits until it is ready. */
export async function startService(env: Record<string, string>, command = START): Promise<Service> {
  const [program = '', ...args] = command
  const port = await freePort()
  let output = ''
  const child = spawn(program, args, {
    cwd: repository,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let i = 0; !(await isReady()); i++) {
    if (i === 600 || child.exitCode !== null) {
      child.kill('SIGKILL')
      throw new Error(`the service did not start: ${output}`)
    }
    await pause(200)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, url, stop }
}
