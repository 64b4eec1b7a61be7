// Measures the service against the least a Node program does for the same answer, in turns, on this machine.
// BENCH_DATABASE_URL names the Postgres server (a database of its own is made and dropped); BENCH_SECONDS the length of a turn;
// BENCH_ROUNDS, BENCH_CONNECTIONS, BENCH_LINKS (of the account with many) and BENCH_ONLY=redirect|list|create|picture|many change what is run.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startScript } from '../test/support/start-script.ts'
import { type Load, load, type Target } from './load.ts'
import { addLinks, FEW_LINKS, measureDeletion, measureLists, measureRotator, type Owner } from './many-links.ts'

const SERVER = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 256)
const LINKS = Number(process.env['BENCH_LINKS'] ?? 1_000_000)
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const COMMAND = startScript.args
const say = (text: string) => process.stdout.write(`${text}\n`)

const children: ChildProcess[] = []

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const PORT = await freePort()

async function start(args: string[], env: Record<string, string>, ready: RegExp): Promise<void> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let out = ''
  for await (const chunk of child.stdout) {
    out += chunk
    if (ready.test(out)) break
  }
  if (!ready.test(out)) throw new Error(`${args.join(' ')} did not start:\n${out}`)
}

async function api(method: string, path: string, key?: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Row {
  name: string
  ours: Load[]
  bare: Load[]
}

async function compare(name: string, ours: Target, bare: Target): Promise<Row> {
  const row: Row = { name, ours: [], bare: [] }
  for (const target of [ours, bare]) await load(target, CONNECTIONS, 1000)
  for (let round = 0; round < ROUNDS; round++) {
    row.ours.push(await load(ours, CONNECTIONS, SECONDS * 1000))
    row.bare.push(await load(bare, CONNECTIONS, SECONDS * 1000))
  }
  for (const { wrong } of [...row.ours, ...row.bare]) if (wrong > 0) throw new Error(`${name}: ${wrong} wrong answers`)
  return row
}

function print(rows: Row[]): void {
  say('| measured | ours, answers/s | bare, answers/s | ratio | ours, median / p99 ms | bare, median / p99 ms |')
  say('|---|---|---|---|---|---|')
  for (const { name, ours, bare } of rows) {
    const rate = (loads: Load[]) => Math.round(median(loads.map(({ rate }) => rate)))
    const times = (loads: Load[]) =>
      `${median(loads.map((one) => one.median)).toFixed(1)} / ${median(loads.map((one) => one.p99)).toFixed(1)}`
    const ratio = median(ours.map((one, i) => one.rate / (bare[i]?.rate ?? Number.NaN)))
    say(`| ${name} | ${rate(ours)} | ${rate(bare)} | ${ratio.toFixed(2)} | ${times(ours)} | ${times(bare)} |`)
  }
}

async function measure(url: string, dataDir: string): Promise<void> {
  await start(
    COMMAND,
    {
      ...startScript.environment,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      BASE_URL: '',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    },
    /http:\/\//,
  )
  const account = { email: 'bench@example.com', username: 'bench', password: randomBytes(12).toString('hex') }
  const { id, apikey } = (await (await api('POST', '/register', undefined, account)).json()) as {
    id: number
    apikey: string
  }
  const destination = 'https://example.com/some/page'
  const link = (await (
    await api('POST', '/api/url/add', apikey, { url: destination, custom: 'bench-link' })
  ).json()) as { id: number }
  for (let i = 0; i < 40; i++)
    await api('POST', '/api/pixel/add', apikey, { type: 'vendor01pixel', name: `Pixel ${i}`, tag: String(i) })
  const target = (port: number, path: string, status: number, headers = {}): Target => ({ port, path, status, headers })
  const agent = { 'User-Agent': AGENT, Accept: '*/*', 'Accept-Language': 'en' }
  const key = { ...agent, Authorization: `Bearer ${apikey}` }
  const only = process.env['BENCH_ONLY'] ?? ''
  const rows: Row[] = []
  if ('redirect'.includes(only)) {
    const port = await freePort()
    await start(['bench/bare.ts', 'redirect', String(port), destination], {}, /ready/)
    const ours = target(PORT, '/bench-link', 302, agent)
    rows.push(await compare('redirect, click committed', ours, { ...ours, port }))
  }
  if ('list'.includes(only)) {
    const port = await freePort()
    await start(['bench/bare.ts', 'list', String(port), url, String(id)], {}, /ready/)
    const ours = target(PORT, '/api/pixels', 200, key)
    rows.push(await compare('list of 15', ours, { ...ours, port }))
  }
  if ('create'.includes(only)) {
    const port = await freePort()
    await start(['bench/bare.ts', 'create', String(port), url, String(id)], {}, /ready/)
    const ours = { ...target(PORT, '/api/url/add', 200, key), body: { url: destination } }
    rows.push(await compare('link created', ours, { ...ours, port }))
  }
  if ('picture'.includes(only)) {
    const code = { type: 'link', data: destination }
    const qr = (await (await api('POST', '/api/qr/add', apikey, code)).json()) as { link: string }
    const path = `${new URL(qr.link).pathname}.svg`
    const svg = await api('GET', path)
    const bytes = Buffer.from(await svg.arrayBuffer()).toString('base64')
    const type = svg.headers.get('content-type') ?? ''
    const port = await freePort()
    await start(['bench/bare.ts', 'bytes', String(port), bytes, type], {}, /ready/)
    const ours = target(PORT, path, 200, agent)
    rows.push(await compare('QR picture, warm', ours, { ...ours, port }))
  }
  if (rows.length > 0) print(rows)
  if ('many'.includes(only)) await measureManyLinks(url, agent)
  const data = (await (await api('GET', `/api/url/${link.id}`, apikey)).json()) as { data: { clicks: number } }
  say(`\nClicks counted: ${data.data.clicks}.`)
}

async function measureManyLinks(url: string, headers: Record<string, string>): Promise<void> {
  const register = async (username: string) => {
    const account = { email: `${username}@example.com`, username, password: randomBytes(12).toString('hex') }
    return (await (await api('POST', '/register', undefined, account)).json()) as Owner
  }
  const few = await register('few')
  const many = await register('many')
  await addLinks(url, few.id, FEW_LINKS)
  await addLinks(url, many.id, LINKS)
  await measureLists(PORT, few, many, LINKS)
  const size = { url, seconds: SECONDS, rounds: ROUNDS, connections: CONNECTIONS }
  await measureRotator(size, { port: PORT, headers, status: 302 }, many)
  await measureDeletion(url, PORT, many)
}

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const admin = postgres(SERVER, { max: 1, onnotice: () => {} })
const name = `waymark_bench_${randomBytes(4).toString('hex')}`
try {
  await admin.unsafe(`create database ${name}`)
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  await measure(url.href, dataDir)
} finally {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
  await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(dataDir, { recursive: true, force: true })
}
