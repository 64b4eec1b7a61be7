import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, startCluster } from '../torture/postgres.ts'
import { NOT_RUN, SECTIONS, type Section, START } from './command-table.ts'
import { type DocCommand, listCommands } from './shell-blocks.ts'

// Runs the shell commands of the documentation, word for word but for what tools/docs/command-table.ts says, each file
// in a copy of this repository with databases of its own: node tools/docs/check-commands.ts [file …]
// A command that can be neither run nor found in that table fails. Needs bash, curl and the programs of Postgres.

const repository = resolve(import.meta.dirname, '../..')
const START_MS = 60_000
const SECTION_MS = 120_000
const say = (line: string) => void process.stdout.write(`${line}\n`)

const closers: (() => unknown)[] = []
const scope = { teardown: (close: () => unknown) => void closers.push(close) }
const work = mkdtempSync(join(tmpdir(), 'waymark-docs-'))
scope.teardown(() => rmSync(work, { recursive: true, force: true }))

const used = new Set<unknown>()
const commands = listCommands(repository)
const reasonOf = ({ text }: DocCommand) => {
  const row = NOT_RUN.find(([pattern]) => pattern.test(text))
  if (row) used.add(row)
  return row?.[1]
}
const startLine = commands.find(({ file, text }) => file === START.file && START.pattern.test(text))?.text
if (startLine === undefined) throw new Error(`${START.file} does not say how the service is started`)

/** Where the commands of a file run. */
interface Place {
  copy: string
  env: Record<string, string>
  serve: () => Promise<{ base: string; key: string }>
}

async function createPlace(file: string): Promise<Place> {
  const folder = join(work, file.replaceAll(/\W/g, '-'))
  const [copy, programs, home] = [join(folder, 'waymark'), join(folder, 'bin'), join(folder, 'home')]
  for (const made of [copy, programs, home, join(folder, 'root')]) mkdirSync(made, { recursive: true })
  // A container may run as another user than the owner of the clone; git refuses that by default.
  const tracked = execFileSync('git', ['-c', `safe.directory=${repository}`, 'ls-files', '-z'], { cwd: repository })
  for (const name of tracked.toString().split('\0').filter(Boolean))
    cpSync(join(repository, name), join(copy, name), { verbatimSymlinks: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  symlinkSync(join(copy, 'bin/waymark'), join(programs, 'waymark'))
  const env = {
    PATH: `${programs}:${process.env['PATH']}`,
    HOME: home,
    ROOT: join(folder, 'root'),
    NODE_COMPILE_CACHE: join(tmpdir(), 'waymark-docs-compiled'),
    DATABASE_URL: await newDatabase(),
    EMPTY_1: await newDatabase(),
    EMPTY_2: await newDatabase(),
    EMPTY_3: await newDatabase(),
  }
  let served: ReturnType<Place['serve']> | undefined
  return { copy, env, serve: () => (served ??= serve(copy, env)) }
}

let databases = 0
async function newDatabase(): Promise<string> {
  const name = `docs_${databases++}`
  await cluster.admin(`create database ${name}`)
  return cluster.urlOf(name)
}

/** Starts the service as the documentation says, on a database of its own. */
async function serve(copy: string, env: Record<string, string>): Promise<{ base: string; key: string }> {
  const port = await freePort()
  const settings = {
    DATABASE_URL: await newDatabase(),
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '100000',
    OPERATOR_TOKEN: 'a-token-of-the-operator-1',
  }
  const child: ChildProcess = spawn('sh', ['-c', `exec env ${startLine}`], {
    cwd: copy,
    env: { ...env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((settle) => child.once('exit', settle))
  scope.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const base = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const deadline = Date.now() + START_MS; !(await isReady()); await pause(100))
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('the service did not start')
  const [, key = ''] = /^apikey=(.*)$/m.exec(readFileSync(join(copy, 'data/first-key'), 'utf8')) ?? []
  return { base, key }
}

const startsWith = <T>(table: Record<string, T> | undefined, { text }: DocCommand): T | undefined =>
  Object.entries(table ?? {}).find(([start]) => {
    if (!text.startsWith(start)) return false
    used.add(start)
    return true
  })?.[1]

function scriptOf(section: Section, listed: DocCommand[]): string {
  const lines = listed.flatMap((command) => {
    let { text } = command
    for (const [words, stand] of section.replace ?? []) {
      if (text.includes(words)) used.add(words)
      text = text.replaceAll(words, stand)
    }
    const input = startsWith(section.input, command)
    const ends = startsWith(section.ends, command)
    const line = input === undefined ? text : `echo "${input}" | ${text}`
    return [
      `printf '@@ ${command.line}\\n' >&2`,
      ends === undefined ? line : `if ${line}\nthen code=0; else code=$?; fi\n[ $code = ${ends} ]`,
    ]
  })
  // Of replies too, failures are failures.
  const curl = 'curl() { command curl --fail-with-body "$@"; }'
  return ['set -eo pipefail', curl, section.before ?? '', ...lines].join('\n')
}

/** Runs the commands below a heading; returns what went wrong. */
async function runSection(name: string, listed: DocCommand[], place: Place): Promise<string | undefined> {
  const section = SECTIONS[name] ?? {}
  used.add(name)
  const { base = '', key = '' } = section.server ? await place.serve() : {}
  const server = section.server ? { BASE: base, KEY: key } : {}
  const naming = section.server === 'named' ? { WAYMARK_SERVER: base, WAYMARK_KEY: key } : {}
  const child = spawn('bash', ['-c', scriptOf(section, listed)], {
    cwd: place.copy,
    env: { ...place.env, ...server, ...naming, ...section.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SECTION_MS,
  })
  const ended = new Promise<number | null>((settle) => child.once('close', settle))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code === 0) return undefined
  const at = err.split('\n').findLast((line) => line.startsWith('@@ '))
  return `${listed[0]?.file}:${at?.slice(3) ?? '?'} ended with ${code}\n${err}${out.slice(-2000)}`
}

const chosen = process.argv.slice(2)
const counts = { run: 0, not: new Map<string, number>(), failed: 0 }
const cluster = await startCluster(scope)
try {
  for (const [file, inFile = []] of Object.entries(Object.groupBy(commands, (command) => command.file))) {
    if (chosen.length > 0 && !chosen.includes(file)) continue
    let place: Place | undefined
    for (const [heading, listed = []] of Object.entries(Object.groupBy(inFile, (command) => command.heading))) {
      const name = `${file}#${heading}`
      const { notRun } = SECTIONS[name] ?? {}
      if (notRun) used.add(name)
      const runnable = listed.filter((command) => {
        const reason = notRun ?? reasonOf(command)
        if (reason) counts.not.set(reason, (counts.not.get(reason) ?? 0) + 1)
        return reason === undefined
      })
      if (runnable.length === 0) continue
      place ??= await createPlace(file)
      const since = Date.now()
      const fault = await runSection(name, runnable, place)
      counts.run += runnable.length
      if (fault) counts.failed++
      say(
        `${fault ? `FAILED: ${fault}\n` : 'ok - '}${name} (${runnable.length}, ${((Date.now() - since) / 1000).toFixed(1)} s)`,
      )
    }
  }
} finally {
  for (const close of closers.reverse()) await close()
}
for (const [reason, count] of counts.not) say(`not run: ${count}, ${reason}`)
if (chosen.length === 0) {
  const rows = [
    ...NOT_RUN.map((row) => [row, String(row[0])] as const),
    ...Object.entries(SECTIONS).flatMap(([name, { replace = [], input = {}, ends = {} }]) =>
      [name, ...replace.map(([words]) => words), ...Object.keys(input), ...Object.keys(ends)].map(
        (row) => [row, `${name}: ${row}`] as const,
      ),
    ),
  ]
  for (const [row, shown] of rows)
    if (!used.has(row)) {
      counts.failed++
      say(`FAILED: no command needs this row of the table: ${shown}`)
    }
}
say(`${counts.run} commands were run, ${counts.failed} failures`)
process.exitCode = counts.failed > 0 ? 1 : 0
