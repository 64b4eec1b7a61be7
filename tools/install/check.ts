import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildImage } from './dockerfile.ts'
import { type Image, OverlayRoots, PlainRoots, type Roots } from './roots.ts'

// Installs and starts the tracked files in an empty directory, independent of this clone's installed packages:
// node tools/install/check.ts everything|production|image

const repository = resolve(import.meta.dirname, '../..')
const START_MS = 240_000
const STOP_MS = 60_000
// The embedded database, after the start. Schemas are compiled for some seconds after it.
const MAX_RESIDENT_MB = 450
const SETTLE_MS = 15_000

const readJson = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const say = (text: string) => process.stdout.write(`${text}\n`)

// The machine's Node and npm, not the Node that this clone has installed.
const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)
const environment = { ...process.env, PATH: path }

function perform(cwd: string, command: string, ...args: string[]): void {
  say(`$ ${[command, ...args].join(' ')}`)
  const { status, signal, error } = spawnSync(command, args, {
    cwd,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`${command} ended with ${error?.message ?? signal ?? status}`)
}

/** Copies the tracked files, with uncommitted changes. */
function copyTrackedFiles(destination: string): void {
  // A CI container may run as another user than the owner of the clone; git refuses that by default.
  const files = execFileSync('git', ['-c', `safe.directory=${repository}`, 'ls-files', '-z'], { cwd: repository })
  for (const file of files.toString().split('\0').filter(Boolean))
    cpSync(join(repository, file), join(destination, file))
}

function reportSize(folder: string): void {
  const [kilobytes = ''] = execFileSync('du', ['-sk', join(folder, 'node_modules')], { encoding: 'utf8' }).split('\t')
  say(`node_modules: ${Math.round(Number(kilobytes) / 1024)} MB on disk`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}

let running: ChildProcess | undefined

/** Kills the service and its child processes, if it is still running. */
function killService(): void {
  try {
    if (running?.pid) process.kill(-running.pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
process.on('exit', killService)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1))

interface Start {
  command: string[]
  cwd: string
  env: Record<string, string | undefined>
  /** Runs while the service is ready. */
  meanwhile?: (port: number, pid: number) => Promise<void>
}

/** Starts the service on a free port, sends requests, and stops it with SIGTERM; throws unless it exits with 0. */
async function startAndStop({ command: [program = '', ...args], cwd, env, meanwhile }: Start): Promise<void> {
  const port = await freePort()
  say(`$ ${[program, ...args].join(' ')}`)
  const child = spawn(program, args, {
    cwd,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A separate process group, so that its child processes are killed too.
    detached: true,
  })
  running = child
  const ended = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(String(signal ?? code)))
  })
  const answers = (address: string) =>
    fetch(`http://127.0.0.1:${port}${address}`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const since = Date.now()
  const deadline = since + START_MS
  while (!(await answers('/readyz'))) {
    const early = await Promise.race([ended, pause(200)])
    if (early !== undefined) throw new Error(`the service did not start: it ended with ${early}`)
    if (Date.now() > deadline) throw new Error('the service did not start in time')
  }
  if (!(await answers('/livez'))) throw new Error('/livez is not 200')
  say(`/readyz and /livez are 200 after ${Date.now() - since} ms`)
  await meanwhile?.(port, child.pid ?? 0)
  child.kill('SIGTERM')
  const code = await Promise.race([ended, pause(STOP_MS, 'nothing in time')])
  if (code !== '0') throw new Error(`after SIGTERM the service ended with ${code}, not 0`)
  say('SIGTERM stopped it, with exit code 0')
}

/** For contributors: a complete installation, whose platform-specific programs run. */
function checkEverything(copy: string): void {
  perform(copy, 'npm', 'ci')
  reportSize(copy)
  perform(copy, 'npm', 'run', 'types')
  perform(copy, 'npm', 'run', 'lint')
}

/** For operators: an installation without development packages, with which the service starts. */
async function checkProduction(copy: string): Promise<void> {
  perform(copy, 'npm', 'ci', '--omit=dev')
  reportSize(copy)
  const { devDependencies = {} } = readJson(copy, 'package.json')
  const { packages } = readJson(copy, 'package-lock.json')
  for (const name of Object.keys(devDependencies))
    if (packages[`node_modules/${name}`].dev && existsSync(join(copy, 'node_modules', name)))
      throw new Error(`${name} is installed, which only development needs`)
  const DATA_DIR = join(copy, 'data')
  await startAndStop({ command: ['npm', 'start'], cwd: copy, env: { ...environment, DATABASE_URL: '', DATA_DIR } })
}

async function checkMemory(pid: number): Promise<void> {
  if (process.platform !== 'linux') return
  await pause(SETTLE_MS)
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  const megabytes = Math.round(Number(kilobytes) / 1024)
  if (!(megabytes <= MAX_RESIDENT_MB)) throw new Error(`the service uses ${megabytes} MB after its start`)
  say(`${megabytes} MB resident after the start`)
}

/** `waymark` is on the path of the image. */
function checkCommandLine(roots: Roots, image: Image): void {
  const obstacle = roots.obstacle('ln -s /app/bin/waymark /usr/local/bin/waymark')
  if (obstacle) {
    say(`NOT RUN: waymark, ${obstacle}`)
    return
  }
  const { command, cwd, env } = roots.command(image, ['waymark', 'version'])
  const { status, stdout } = spawnSync(command[0] ?? '', command.slice(1), { cwd, env, encoding: 'utf8' })
  const { version } = readJson(join(image.root, image.workdir), 'package.json')
  if (status !== 0 || stdout !== `${version}\n`) throw new Error(`waymark version printed ${stdout} (${status})`)
  say('waymark is on the path')
}

async function checkImage(copy: string, roots: Roots): Promise<void> {
  const image = buildImage(copy, roots, say)
  const app = join(image.root, image.workdir)
  reportSize(app)
  const { optionalDependencies = {} } = readJson(copy, 'package.json')
  for (const name of Object.keys(optionalDependencies))
    if (existsSync(join(app, 'node_modules', name))) throw new Error(`${name} is in the image, which has its own Node`)
  const start = roots.command(image, image.command)
  await startAndStop({
    ...start,
    meanwhile: async (port) => {
      const { command, cwd, env } = roots.command(image, image.healthcheck)
      const { status } = spawnSync(command[0] ?? '', command.slice(1), {
        cwd,
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      if (status !== 0) throw new Error(`HEALTHCHECK ended with ${status}`)
      say('HEALTHCHECK ended with 0')
      checkCommandLine(roots, image)
    },
  })
  // Again, because creating the tables takes memory too.
  await startAndStop({ ...start, meanwhile: (_port, pid) => checkMemory(pid) })
}

/** Builds the image with Docker; without Docker, executes the Dockerfile with tools/install/dockerfile.ts. */
async function checkDockerfile(copy: string, work: string): Promise<void> {
  const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  if (succeeds('docker', 'info')) return perform(copy, 'docker', 'build', '.')
  const mounts = join(work, 'mounts')
  mkdirSync(mounts)
  const ownMounts = ['unshare', '--mount', '--propagation', 'private'] as const
  if (succeeds(...ownMounts, 'sh', '-c', OverlayRoots.probe, 'sh', mounts))
    return perform(work, ...ownMounts, process.execPath, import.meta.filename, 'image-in-own-mounts', copy, mounts)
  await checkImage(copy, new PlainRoots(mounts, environment))
}

process.on('uncaughtException', ({ message }) => {
  say(`FAILED: ${message}`)
  process.exit(1)
})

const [what = '', copyOfParent = '', mounts = ''] = process.argv.slice(2)
if (what === 'image-in-own-mounts') {
  // System directories are mounted here, so the parent process, which does not see the mounts, removes the files.
  await checkImage(copyOfParent, new OverlayRoots(mounts, environment))
} else {
  const work = mkdtempSync(join(tmpdir(), 'waymark-install-'))
  process.on('exit', () => rmSync(work, { recursive: true, force: true }))
  const copy = join(work, 'copy')
  copyTrackedFiles(copy)
  if (what === 'everything') checkEverything(copy)
  else if (what === 'production') await checkProduction(copy)
  else if (what === 'image') await checkDockerfile(copy, work)
  else throw new Error('say what to check: everything, production or image')
}
