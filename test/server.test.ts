import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../src/config/config.ts'
import { startFailure } from '../src/startup/start-failure.ts'
import { openCountryLookup } from '../src/visits/country-lookup.ts'
import { usesServer } from './support/database.ts'
import { ownDatabase, run, startServer } from './support/process.ts'

// Starts processes, which may take long on a busy machine.
t.setTimeout(480_000)

const node = process.execPath

/** Starts a server that prints why it cannot start, and returns that. */
async function failToStart(t: Test, settings: Record<string, string>): Promise<string> {
  const { code, out, err } = await run(t, [node, 'src/server.ts'], { HOST: '127.0.0.1', PORT: '0', ...settings }).ended
  t.equal(code, 1)
  t.equal(out, '')
  t.ok(err.length < 800 && !/\n\s+at /.test(err), err)
  return err
}

/** Connects clients that send incomplete, many or invalid requests and reset the connection. */
async function connectAndLeave(port: number): Promise<void> {
  const head = 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n'
  const leave = (text: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()))
      socket.on('close', () => resolve()).on('error', () => {})
    })
  for (let i = 0; i < 30; i++)
    await Promise.all([
      leave(`${head}{"username"`),
      leave(`${head}{"username":"ada"`.repeat(20)),
      leave('GET /api/account HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50)),
      leave('CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'),
    ])
}

t.test('the first start creates an account, and the second start uses the same data', async (t) => {
  const settings = await ownDatabase(t, { isNew: true })
  const first = await startServer(t, settings)
  const file = join(settings.DATA_DIR, 'first-key')
  t.equal(statSync(file).mode & 0o777, 0o600, 'only the owner may read the key')
  const { email, apikey } = Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  const account = await fetch(`${first.base}/api/account`, { headers: { authorization: `Bearer ${apikey}` } })
  const { error, data } = (await account.json()) as { error: number; data: { avatar: string } }
  t.match({ error, data }, { error: 0, data: { email, username: 'admin', status: 'pro' } })
  t.equal(new URL(data.avatar).port, String(first.port), 'with PORT=0 URLs have the actual port')
  t.match(await (await fetch(`${first.base}/readyz`)).json(), { database: usesServer ? 'server' : 'embedded' })
  t.equal((await fetch(`${first.base}/livez`)).status, 200)
  first.child.kill('SIGTERM')
  const { code, out, err } = await first.ended
  t.equal(code, 0)
  const database = usesServer ? `the database on ${new URL(settings.DATABASE_URL).host}` : 'the embedded database in .+'
  t.match(err, new RegExp(`^Opening ${database}\nCreating the tables of a new database\n$`), 'and no warning')
  t.match(
    out,
    /^Waymark serves on http:\/\/localhost:\d+\nSwagger UI: +http:\/\/localhost:\d+\/docs\nDatabase: .+\n\nA first/,
  )
  t.notMatch(out, apikey, 'the key is not in the log')
  t.notMatch(out, 'Payment events', 'no line about payments without a price list or secret')

  const second = await startServer(t, { ...settings, STRIPE_WEBHOOK_SECRETS: 'whsec_1' })
  const again = await fetch(`${second.base}/api/account`, { headers: { authorization: `Bearer ${apikey}` } })
  t.equal(again.status, 200)
  if (!usesServer)
    t.match(await failToStart(t, settings), `in use by "waymark server" (process ${second.child.pid} on host`)
  await connectAndLeave(second.port)
  second.child.kill('SIGHUP')
  const ended = await second.ended
  t.equal(ended.code, 0)
  t.notMatch(ended.out, '"msg":"request"', 'by default requests are not logged')
  t.notMatch(ended.out, /"level":(50|60)/, 'clients that disconnect during a request cause no error log')
  t.notMatch(ended.out, 'A first account')
  t.match(ended.err, /^Opening .+\n$/)
  const withoutSecret = 'Payment events from paypal, paddle, paystack have no effect: no secret is set for them.\n'
  t.match(ended.out, withoutSecret, 'if one payment provider has a secret, startup names those without')
})

t.test('startup prints what it opens before the program is loaded', async (t) => {
  const { child, printed, ended } = run(t, [node, 'src/server.ts'], { PORT: '0', ...(await ownDatabase(t)) })
  await printed(/^Opening /)
  child.kill('SIGTERM')
  const { code, out } = await ended
  t.equal(code, 0)
  // Unless a busy machine has delayed the signal.
  if (!out.includes('serves on')) t.equal(out, '', 'nothing was served yet')
})

t.test('a failed start prints one sentence with the reason', async (t) => {
  const settings = await ownDatabase(t)
  const start = (changed: Record<string, string>) => failToStart(t, { ...settings, ...changed })
  t.match(
    await start({ PORT: 'x', LOG_LEVEL: 'loud' }),
    /settings are not usable:\n {2}- PORT must.*\n {2}- LOG_LEVEL must/,
  )

  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  t.match(await start({ PORT: String(port) }), `Port ${port} is in use by another program: stop it, or set PORT`)
  t.match(
    await start({ METRICS_PORT: String(port) }),
    `Port ${port} is in use by another program: stop it, or set METRICS`,
  )
  t.notOk(existsSync(join(settings.DATA_DIR, 'first-key')), 'no first account is created')
  for (const HOST of ['192.0.2.77', '999.1.1.1']) {
    const config = readConfig({ HOST, PORT: '0' })
    const [error] = await once(createServer().listen(0, HOST), 'error')
    t.match(startFailure(error, config), `no address ${HOST}`)
  }

  const away = 'postgres://me:hunter2@127.0.0.1:4359/waymark'
  const message = await start({ DATABASE_URL: away })
  t.match(message, 'cannot be reached at 127.0.0.1:4359 (ECONNREFUSED)')
  t.notMatch(message, 'hunter2')

  const file = join(settings.DATA_DIR, '..', 'a-file')
  writeFileSync(file, '')
  if (usesServer) {
    const missing = new URL(settings.DATABASE_URL)
    missing.pathname = '/waymark_none'
    t.match(await start({ DATABASE_URL: missing.href }), 'The database waymark_none of DATABASE_URL does not exist')
    t.match(
      await start({ DATABASE_LISTEN_URL: away }),
      'The Postgres server of DATABASE_LISTEN_URL cannot be reached at 127.0.0.1:4359 (ECONNREFUSED)',
    )
    const odd = new URL(settings.DATABASE_URL)
    odd.searchParams.set('foo', 'bar')
    t.match(await start({ DATABASE_URL: odd.href }), 'The database answers: unrecognized configuration parameter "foo"')
    t.match(
      await start({ DATABASE_URL: settings.DATABASE_URL, DATA_DIR: file }),
      `DATA_DIR: the first API key cannot be written to ${file}`,
    )
  } else {
    t.match(await start({ DATA_DIR: file }), `${file}`)
    const foreign = join(settings.DATA_DIR, '..', 'foreign')
    mkdirSync(join(foreign, 'postgres'), { recursive: true })
    writeFileSync(join(foreign, 'postgres', 'PG_VERSION'), '12\n')
    t.match(
      await start({ DATA_DIR: foreign }),
      `The database in the data directory ${foreign} cannot be opened: its files`,
    )
  }
})

t.test('an invalid settings file is described in one sentence', async (t) => {
  const file = join(t.testdir({ 'bad.json': '{"vendor01pixel":{"script":"x({{tag}})"}}' }), 'bad.json')
  for (const [name, read] of Object.entries({
    PIXEL_TEMPLATES: async () => readConfig({ PIXEL_TEMPLATES: file }),
    GEO_DB: () => openCountryLookup(file),
  })) {
    const error = await read().then(
      () => t.fail(`${name} is accepted`),
      (error: unknown) => error,
    )
    const message = startFailure(error, undefined)
    t.match(message, new RegExp(`The settings are not usable:\n  - ${name}: .+$`))
    t.notMatch(message, /\n +at /)
  }
})
