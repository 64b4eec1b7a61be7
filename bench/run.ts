// Measures the service against the least a Node program does for the same answer, in turns, on this machine. BENCH_ONLY
// names the items to measure, separated by commas; docs/performance.md lists them and the other variables.
import postgres from 'postgres'
import { measureBulk, measureImport } from './bulk.ts'
import { compare, type Effort, print } from './compare.ts'
import { measureCosts } from './costs.ts'
import { measureEndurance } from './endurance.ts'
import { addLinks, FEW_LINKS, measureDeletion, measureLists, measureRotator } from './many-links.ts'
import {
  DESTINATION,
  measureBeside,
  measureEmbedded,
  measureMemory,
  measureProcesses,
  measureRedirect,
  measureZipf,
  zipfTarget,
} from './redirects.ts'
import { newDatabase, type Owner, type Service, startBare, startService, stopAll, visitor } from './service.ts'
import { measureSize } from './size.ts'
import { measureSustained } from './sustained.ts'
import { measureQuickReads, measureSilence } from './trouble.ts'
import { measureVisits } from './visits.ts'

const read = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const SERVER = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const LINKS = read('BENCH_LINKS', 1_000_000)
const SUSTAINED_SECONDS = read('BENCH_SUSTAINED_SECONDS', 600)
const BULK_LINKS = Math.min(LINKS, 100_000)
const effort: Effort = {
  seconds: read('BENCH_SECONDS', 3),
  rounds: read('BENCH_ROUNDS', 5),
  connections: read('BENCH_CONNECTIONS', 256),
}

const ITEMS = [
  ...['redirect', 'list', 'create', 'picture', 'processes', 'memory', 'embedded', 'bulk', 'import'],
  ...['lists', 'zipf', 'beside', 'rotator', 'deletion', 'reads', 'silence', 'visits', 'size', 'sustained'],
  ...['endurance', 'costs'],
] as const
// Only run if they are named: the first three take ten minutes each, the last needs the programs of Postgres.
const NOT_BY_DEFAULT = ['size', 'sustained', 'endurance', 'costs']
// Have a database or a server of their own.
const OF_THEIR_OWN: string[] = ['visits', 'size', 'sustained', 'costs']
const only = (process.env['BENCH_ONLY'] ?? '').split(',').filter((name) => name !== '')
const unknown = only.filter((name) => !ITEMS.some((item) => item === name))
if (unknown.length > 0) throw new Error(`BENCH_ONLY has ${unknown.join(', ')}; it takes ${ITEMS.join(', ')}`)
const isWanted = (...names: (typeof ITEMS)[number][]) =>
  names.some((name) => (only.length > 0 ? only.includes(name) : !NOT_BY_DEFAULT.includes(name)))

async function measureList({ port }: Service, url: string, owner: Owner): Promise<void> {
  const headers = { ...visitor, Authorization: `Bearer ${owner.apikey}` }
  const sql = postgres(url, { max: 1 })
  await sql`insert into pixels (account_id, type, name, tag) select ${owner.id}, 'vendor01pixel', 'Pixel ' || n, n from generate_series(1, 40) n`
  await sql.end()
  const ours = { port, path: '/api/pixels', headers, status: 200 }
  const bare = { ...ours, port: await startBare('list', url, String(owner.id)) }
  print([await compare('list of 15', ours, bare, effort)])
}

async function measureCreate({ port }: Service, url: string, owner: Owner): Promise<void> {
  const headers = { ...visitor, Authorization: `Bearer ${owner.apikey}` }
  const ours = { port, path: '/api/url/add', headers, status: 200, body: { url: DESTINATION } }
  const bare = { ...ours, port: await startBare('create', url, String(owner.id)) }
  print([await compare('link created', ours, bare, effort)])
}

async function measurePicture({ port, api }: Service, { apikey }: Owner): Promise<void> {
  const qr = await api('POST', '/api/qr/add', apikey, { type: 'link', data: DESTINATION })
  const path = `${new URL(((await qr.json()) as { link: string }).link).pathname}.svg`
  const svg = await api('GET', path)
  const bytes = Buffer.from(await svg.arrayBuffer()).toString('base64')
  const ours = { port, path, headers: visitor, status: 200 }
  const bare = { ...ours, port: await startBare('bytes', bytes, svg.headers.get('content-type') ?? '') }
  print([await compare('QR picture, warm', ours, bare, effort)])
}

async function measureManyLinks(service: Service, url: string): Promise<void> {
  const few = await service.register('few')
  const many = await service.register('many')
  await addLinks(url, few.id, FEW_LINKS)
  const links = await zipfTarget(service, url, many, LINKS)
  if (isWanted('lists')) await measureLists(service, url, few, many, LINKS)
  if (isWanted('zipf')) await measureZipf(links, LINKS, effort)
  if (isWanted('beside')) await measureBeside(service, many, links, effort)
  if (isWanted('rotator', 'deletion'))
    await measureRotator(service, url, many, { port: service.port, headers: visitor, status: 302 }, effort)
  if (isWanted('deletion')) await measureDeletion(service, url, many)
}

async function measure(url: string, database: string): Promise<void> {
  const service = await startService(url)
  const owner = await service.register('bench')
  if (isWanted('redirect')) await measureRedirect(service, owner, effort)
  if (isWanted('list')) await measureList(service, url, owner)
  if (isWanted('create')) await measureCreate(service, url, owner)
  if (isWanted('picture')) await measurePicture(service, owner)
  if (isWanted('processes')) await measureProcesses(service, url, owner, effort)
  if (isWanted('lists', 'zipf', 'beside', 'rotator', 'deletion')) await measureManyLinks(service, url)
  const measured = async (username: string) => ({
    ...{ service, url, admin, database },
    owner: await service.register(username),
  })
  if (isWanted('endurance'))
    await measureEndurance(await measured('endurance'), { seconds: SUSTAINED_SECONDS, connections: effort.connections })
  if (isWanted('bulk')) await measureBulk(await measured('bulk'), BULK_LINKS, effort.rounds)
  if (isWanted('import')) await measureImport(await measured('import'), read('BENCH_ROWS', 100_000))
  await service.stop()
  if (isWanted('memory')) await measureMemory(url, read('BENCH_REDIRECTS', 1_000_000), effort)
  if (isWanted('embedded')) await measureEmbedded(effort)
  if (isWanted('reads')) await measureQuickReads(url)
  if (isWanted('silence')) await measureSilence(url)
}

const admin = postgres(SERVER, { max: 1, onnotice: () => {} })
/** Runs a measurement with a database of its own. */
const withDatabase = async (work: (url: string, database: string) => Promise<void>) => {
  const { url, name, drop } = await newDatabase(admin, SERVER)
  try {
    await work(url, name)
  } finally {
    await stopAll()
    await drop()
  }
}
try {
  if (ITEMS.some((item) => !OF_THEIR_OWN.includes(item) && isWanted(item))) await withDatabase(measure)
  if (isWanted('visits'))
    await withDatabase((url, database) =>
      measureVisits(
        { url, admin, database },
        { visits: read('BENCH_VISITS', 100_000), huge: read('BENCH_HUGE', 1_000_000) },
      ),
    )
  if (isWanted('size'))
    await withDatabase((url, database) =>
      measureSize({ url, admin, database }, { visits: read('BENCH_SIZE', 10_000_000), links: LINKS }),
    )
  if (isWanted('sustained'))
    await withDatabase((url, database) =>
      measureSustained({ url, admin, database }, { rate: read('BENCH_RATE', 10_000), seconds: SUSTAINED_SECONDS }),
    )
  if (isWanted('costs')) await measureCosts(LINKS, effort)
} finally {
  await stopAll()
  await admin.end()
}
