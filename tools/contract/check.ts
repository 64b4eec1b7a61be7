import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../sdk/src/client.ts'
import { useSwaggerUi } from './browser.ts'
import { sdkFiles } from './make-sdk.ts'
import { usePackage } from './package-user.ts'
import { root, type Service, startService } from './service.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const document = `${root}openapi.yaml`
const MINUTE = 60_000

const outside: Record<string, string> = { node: process.execPath, npm: 'npm' }

/** Runs a program of this package; returns its output, or throws with it. */
function run(program: string, args: string[], limit = 3 * MINUTE, cwd = here): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = outside[program] ?? `${here}node_modules/.bin/${program}`
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1' }, timeout: limit })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data
    })
    child.stderr.on('data', (data: Buffer) => {
      output += data
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}\n${output}`)),
    )
  })
}

/** A step that is not repeated after it has passed, until the document, the rules or the packages change. */
function unlessPassed(name: string, work: () => Promise<string>): () => Promise<string> {
  const hash = createHash('sha256').update(name)
  for (const file of [document, `${here}redocly.yaml`, `${here}.spectral.yaml`, `${here}package-lock.json`])
    hash.update(readFileSync(file))
  const folder = `${here}node_modules/.cache/passed`
  const mark = `${folder}/${name}-${hash.digest('hex').slice(0, 32)}`
  return async () => {
    if (existsSync(mark)) return 'passed before; nothing has changed since'
    const outcome = await work()
    mkdirSync(folder, { recursive: true })
    writeFileSync(mark, '')
    return outcome
  }
}

async function redocly(): Promise<string> {
  const output = await run('redocly', ['lint', document, '--format=json', '--config=redocly.yaml'])
  const report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
    totals: { errors: number; warnings: number }
    problems: { message: string }[]
  }
  if (report.totals.errors + report.totals.warnings > 0)
    throw new Error(report.problems.map(({ message }) => message).join('\n'))
  return 'recommended-strict: 0 errors, 0 warnings'
}

async function spectral(): Promise<string> {
  await run('spectral', ['lint', '--fail-severity=warn', '--ruleset=.spectral.yaml', document])
  return 'spectral:oas: 0 errors, 0 warnings'
}

async function generate(): Promise<string> {
  rmSync(`${here}generated`, { recursive: true, force: true })
  await run('openapi-typescript', [document, '-o', 'generated/openapi-typescript/schema.ts'])
  await run('openapi-ts', ['-i', document, '-o', 'generated/hey-api'])
  await run('orval', ['--config', 'orval.config.ts'])
  await run('swagger-typescript-api', [
    'generate',
    '-p',
    document,
    '-o',
    'generated/swagger-typescript-api',
    '-n',
    'client.ts',
  ])
  await run('tsc', ['-p', '.'])
  return 'four clients generated; strict TypeScript accepts them and what uses them'
}

async function useClients({ base, key }: Service): Promise<string> {
  const bundle = `${here}generated/use-clients.mjs`
  await run('esbuild', [
    'use-clients.ts',
    '--bundle',
    '--platform=node',
    '--format=esm',
    `--outfile=${bundle}`,
    '--log-level=warning',
  ])
  return (await run('node', [bundle, base, key])).trim().replaceAll('\n', ', ')
}

// Requests that the collection skips: they need an answer of a visitor, a delivery, an import or a failed job; those of
// an account, because it is given.
const SKIPPED = [
  'Get an answer to a form of a bio page',
  'Delete an answer to a form of a bio page',
  'Send an event again',
  'Retry a failed job',
  'Resume an interrupted import',
  'Get an import',
  'Download the report of an import',
  'Register an account',
  'Get a new API key by password',
  'Delete the account',
]

async function newman({ base, key }: Service, times: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-collection-'))
  const collection = join(folder, 'collection.json')
  const text = await (await fetch(`${base}/developers/postman-collection.json`)).text()
  writeFileSync(collection, text)
  const { item: folders } = JSON.parse(text) as { item: { item: { name: string }[] }[] }
  const names = folders.flatMap(({ item }) => item.map(({ name }) => name))
  const wanted = names.filter((name) => !SKIPPED.includes(name)).length
  let made = ''
  for (let time = 0; time < times; time++) {
    const output = await run(
      'newman',
      ['run', collection, '--env-var', `base_url=${base}`, '--env-var', `api_key=${key}`, '--color=off', '--bail'],
      10 * MINUTE,
    )
    made = /requests\s*│\s*(\d+)/.exec(output)?.[1] ?? '?'
    if (Number(made) !== wanted) throw new Error(`newman made ${made} requests of ${wanted}`)
  }
  rmSync(folder, { recursive: true })
  return `${made} requests, ${times === 1 ? 'once' : `${times} times`} on one service`
}

async function sdkIsCurrent(): Promise<string> {
  for (const [file, text] of await sdkFiles())
    if (readFileSync(file, 'utf8') !== text)
      throw new Error(`${file} is out of date: run \`npm run openapi\` and commit it`)
  await run('tsc', ['-p', `${root}sdk`])
  return 'its sources follow from the document, and it builds'
}

async function sdkWaits({ base, key }: Service): Promise<string> {
  const client = createClient({ baseUrl: base, apiKey: key })
  const since = Date.now()
  for (let i = 0; i < 8; i++) await client.getAccount()
  const other = createClient({ baseUrl: base, apiKey: key })
  await Promise.all([1, 2, 3].map(() => other.listPixels()))
  return `11 requests at 5 a minute, none refused for good, in ${Math.round((Date.now() - since) / 1000)} s`
}

let failures = 0

async function step(name: string, work: () => Promise<string>): Promise<void> {
  const since = Date.now()
  try {
    process.stdout.write(`ok - ${name}: ${await work()} (${((Date.now() - since) / 1000).toFixed(1)} s)\n`)
  } catch (error) {
    failures++
    process.stdout.write(`not ok - ${name}: ${(error as Error).message}\n`)
  }
}

async function withService(settings: Record<string, string>, work: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService(settings)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

const only = process.argv[2]

async function checkClients(): Promise<void> {
  await step('generators', generate)
  await withService({ RATE_LIMIT_PER_MINUTE: '100000' }, async (service) => {
    await step('clients', () => useClients(service))
    await step('package', () => usePackage(service, (program, args, place) => run(program, args, MINUTE, place)))
    await step('newman', () => newman(service, 2))
    await step('swagger ui', () => useSwaggerUi(service))
  })
}

// Mostly waiting, so it runs beside the rest.
async function checkWaiting(): Promise<void> {
  await withService({ RATE_LIMIT_PER_MINUTE: '5' }, (service) => step('sdk at 5 a minute', () => sdkWaits(service)))
  // With a provider's secret, because the collection cannot sign events and expects them to be refused.
  await withService({ RATE_LIMIT_PER_MINUTE: '30', STRIPE_WEBHOOK_SECRETS: 'whsec_test' }, (service) =>
    step('newman at 30 a minute', () => newman(service, 1)),
  )
}

await Promise.all([
  step('redocly', unlessPassed('redocly', redocly)),
  step('spectral', unlessPassed('spectral', spectral)),
  step('sdk', sdkIsCurrent),
])
if (only !== 'lint') await Promise.all([checkClients(), ...(only === 'quick' ? [] : [checkWaiting()])])
process.exitCode = failures > 0 ? 1 : 0
