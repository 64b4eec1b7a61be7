import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, freePort, has, repository, run, say, skip, startService, withFolder } from './support.ts'

// The programs of deploy/compose/scale.yml: a primary and a standby by its scripts, PgBouncer with its settings, and
// two instances behind it.

const PASSWORD = 'secret'
const folderOfPrograms = globSync('/usr/lib/postgresql/*/bin').at(-1) ?? ''
const path = [folderOfPrograms, process.env['PATH']].join(delimiter)
// Postgres refuses to run as root.
const prefix = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await isDone()) return
    await pause(200)
  }
  throw new Error(`not in time: ${what}`)
}

async function checkPrograms(folder: string): Promise<void> {
  const started: ChildProcess[] = []
  const environment = (more: Record<string, string>) => ({ PATH: path, LC_ALL: 'C.UTF-8', ...more })
  const start = (words: string[], env: Record<string, string>) => {
    const [program = '', ...args] = [...prefix, ...words]
    const child = spawn(program, args, { cwd: folder, env: environment(env), stdio: 'ignore', detached: true })
    started.push(child)
  }
  const perform = (words: string[], env: Record<string, string> = {}) => {
    const [program = '', ...args] = [...prefix, ...words]
    return spawnSync(program, args, { cwd: folder, env: environment(env), encoding: 'utf8' })
  }
  const query = (port: number, sql: string) => {
    const address = `postgres://waymark:${PASSWORD}@127.0.0.1:${port}/waymark`
    return perform(['psql', '--tuples-only', '--no-align', '--command', sql, address]).stdout.trim()
  }
  cpSync(join(repository, 'deploy/compose'), folder, { recursive: true })
  for (const name of ['primary', 'replica']) mkdirSync(join(folder, name))
  if (prefix.length > 0) run('chown', ['-R', 'postgres', folder])
  chmodSync(folder, 0o755)
  const [primaryPort, replicaPort, poolerPort] = [await freePort(), await freePort(), await freePort()]
  try {
    // As the image of Postgres does it.
    const PGDATA = join(folder, 'primary')
    writeFileSync(join(folder, 'password'), PASSWORD, { mode: 0o644 })
    const created = perform(
      [
        ...['initdb', '--username', 'waymark', '--encoding', 'UTF8'],
        ...['--pwfile', join(folder, 'password'), '--auth-host', 'scram-sha-256'],
      ],
      { PGDATA },
    )
    assert(created.status === 0, created.stderr)
    const local = { PGDATA, PGPORT: String(primaryPort), PGHOST: folder }
    start(['postgres', '-k', folder, '-c', 'max_slot_wal_keep_size=10GB'], local)
    await until('the primary', () => perform(['pg_isready'], local).status === 0)
    perform(['createdb', '--username', 'waymark', 'waymark'], local)
    const login = { POSTGRES_USER: 'waymark', POSTGRES_DB: 'waymark', REPLICATION_PASSWORD: "it's" }
    const prepared = perform(['sh', 'primary.sh'], { ...local, ...login })
    assert(prepared.status === 0, `primary.sh: ${prepared.stderr}`)

    start(['sh', 'replica.sh'], {
      PGDATA: join(folder, 'replica'),
      PGPORT: String(replicaPort),
      PRIMARY_HOST: '127.0.0.1',
      PRIMARY_PORT: String(primaryPort),
      REPLICATION_PASSWORD: login.REPLICATION_PASSWORD,
    })
    const settings = readFileSync(join(folder, 'pgbouncer.ini'), 'utf8')
      .replace('host=db port=5432', `host=db port=${primaryPort}`)
      .replace('listen_port = 6432', `listen_port = ${poolerPort}`)
      .replace('/tmp/users', `${folder}/tmp-users`)
    writeFileSync(join(folder, 'pgbouncer.ini'), settings)
    const script = readFileSync(join(folder, 'pgbouncer.sh'), 'utf8')
    writeFileSync(
      join(folder, 'pgbouncer.sh'),
      script.replaceAll('/tmp/', `${folder}/tmp-`).replace(' /pgbouncer.ini', ' pgbouncer.ini'),
    )
    start(['sh', 'pgbouncer.sh'], { POSTGRES_PASSWORD: PASSWORD, DATABASE_HOST: '127.0.0.1' })
    await until('PgBouncer', () => query(poolerPort, 'select 1') === '1')

    const env = {
      DATABASE_URL: `postgres://waymark:${PASSWORD}@127.0.0.1:${poolerPort}/waymark`,
      DATABASE_LISTEN_URL: `postgres://waymark:${PASSWORD}@127.0.0.1:${primaryPort}/waymark`,
      STATISTICS_DATABASE_URL: `postgres://waymark:${PASSWORD}@127.0.0.1:${replicaPort}/waymark`,
      DATA_DIR: join(folder, 'data'),
    }
    const services = await Promise.all([startService(env), startService(env)])
    try {
      const [one, two] = services
      const [, key] = /apikey=(\S+)/.exec(readFileSync(join(folder, 'data/first-key'), 'utf8')) ?? []
      const created = await fetch(`${one.url}/api/url/add`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://example.com/', custom: 'scaled' }),
      })
      const reply = await created.text()
      assert(created.status === 200, `the link was not created: ${reply}`)
      const { status, headers } = await fetch(`${two.url}/scaled`, { redirect: 'manual' })
      assert(headers.get('location') === 'https://example.com/', `the other instance answers ${status}`)
      await until(
        'the standby',
        () => query(replicaPort, "select count(*) from aliases where alias = 'scaled'") === '1',
      )
      assert(query(replicaPort, 'select pg_is_in_recovery()') === 't', 'the standby is not one')
      const { id } = JSON.parse(reply) as { id: number }
      const statistics = await fetch(`${one.url}/api/url/${id}/stats`, { headers: { authorization: `Bearer ${key}` } })
      assert(statistics.status === 200, `statistics are ${statistics.status}: ${await statistics.text()}`)
      const readers =
        "select count(*) > 0 from pg_stat_activity where application_name <> 'psql' and datname = 'waymark'"
      assert(query(replicaPort, readers) === 't', 'no instance reads statistics from the standby')
      assert(query(primaryPort, 'show jit') === 'off', 'jit is on')
      // After a fail-over the copy is the primary, and its next start must not copy again.
      perform(['pg_ctl', 'promote'], { PGDATA: join(folder, 'replica') })
      await until('the promotion', () => query(replicaPort, 'select pg_is_in_recovery()') === 'f')
    } finally {
      await Promise.all(services.map(({ stop }) => stop()))
    }
  } finally {
    for (const child of started) if (child.pid) kill(child.pid)
    await Promise.all(started.map((child) => child.exitCode ?? new Promise((ended) => child.once('exit', ended))))
  }
}

// The group of the process: runuser passes no SIGQUIT on.
function kill(pid: number): void {
  try {
    process.kill(-pid, 'SIGQUIT')
  } catch {
    // It has ended.
  }
}

export async function checkScale(): Promise<void> {
  const missing = ['pgbouncer', 'psql'].find((program) => !has(program)) ?? (folderOfPrograms ? undefined : 'Postgres')
  if (missing) return skip('two instances behind PgBouncer, with a standby', `${missing} is not installed`)
  await withFolder(checkPrograms)
  say('two instances behind PgBouncer share a database, its standby answers statistics and can be promoted')
}
