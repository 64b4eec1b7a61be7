import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hasAccounts } from '../db/queries/account.ts'
import { readConfig } from '../src/config/config.ts'
import { release } from '../src/contract.ts'
import { openStore } from '../src/startup/open-store.ts'
import { commandLine, commandLineOf } from './support/command-line.ts'
import { openTestStore, usesServer } from './support/database.ts'
import { ownDatabase, run } from './support/process.ts'
import { startService } from './support/service.ts'

t.setTimeout(480_000)

const settings = await ownDatabase(t)

/** Runs a command as a process; `json` is its output with --json, from standard error if it fails. */
async function spawnCommand(t: Test, args: string[], input?: string) {
  const { code, out, err } = await run(t, [process.execPath, 'src/cli.ts', ...args], settings, input).ended
  const json = args.includes('--json') ? JSON.parse(code === 0 ? out : err) : undefined
  return { code, out, err, json }
}

t.test('the help lists every command and the version', async (t) => {
  const waymark = commandLine(async () => t.fail('the database is opened') as never)
  const outputs = [await spawnCommand(t, []), await waymark(['help']), await waymark(['--help'])]
  for (const { code, out } of outputs) {
    t.equal(code, 0)
    for (const name of [
      'account create',
      'account password',
      'account delete',
      'key create',
      'key revoke',
      'overlay add',
      'splash add',
      'migrate',
    ])
      t.match(out, name)
    t.match(out, release)
  }
  for (const args of [
    ['help', 'key', 'create'],
    ['key', 'create', '--help'],
    ['key', 'create', '-h'],
  ])
    t.match(await waymark(args), { code: 0, out: /--scope <read\|write\|admin>/ })
  const [, listed = ''] = (await waymark([])).out.split('Commands:')
  const names = [...listed.matchAll(/^ {2}((?!help|version)[a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, name = '']) => name)
  t.ok(names.length > 30, 'commands are found at all')
  for (const name of names) {
    const { code, out } = await waymark([...name.split(' '), '--help'])
    t.equal(code, 0)
    t.match(out, `Usage: waymark ${name} [options]`)
    t.match(out, '--json')
  }
  for (const args of [['--version'], ['version']]) t.equal((await waymark(args)).out, `${release}\n`)
})

t.test('invalid arguments are exit code 2 and refer to the help', async (t) => {
  t.match(await spawnCommand(t, ['--json']), { code: 2, json: { error: 1, message: /^Name a command before --json/ } })
  const store = await openTestStore()
  t.teardown(() => store.close())
  const waymark = commandLine(async () => store)
  t.match(await spawnCommand(t, ['frob']), { code: 2, out: '', err: /^Unknown command 'frob'\. Try: / })
  for (const args of [
    ['key'],
    ['key', 'frob'],
    ['account', 'create', '--email', 'a@b.co'],
    ['migrate', '--now'],
    ['migrate', 'now'],
    ['help', 'frob'],
    ['--now'],
    ['events', 'show'],
    ['account', 'delete'],
    ['events', 'show', '1', '--id', '1'],
    ['events', 'list', '--limit', 'many'],
  ]) {
    const { code, out, err } = await waymark(args)
    t.equal(code, 2, args.join(' '))
    t.equal(out, '')
    t.match(err, /^[A-Z-].*[^.]\. Try: waymark help\n$/)
  }
  t.match((await waymark(['migrate', '--now', '--json'])).json, { error: 1, message: /^Unknown option '--now'/ })
})

t.test('an account from the command line can log in, and its keys can be created, listed and revoked', async (t) => {
  const names = ['--email', 'ada@example.com', '--username', 'Ada']
  const create = ['account', 'create', ...names, '--json']
  const made = await spawnCommand(t, [...create, '--password-stdin'], 'from a pipe\n')
  t.match(made.json, { error: 0, id: 1, username: 'ada', apikey: /^wm_/, password: undefined })
  t.equal(made.out.trim().split('\n').length, 1, 'JSON is one line')

  const store = await openStore(readConfig(settings), 'test', () => {})
  const waymark = commandLine(async () => store)
  t.match(await waymark(create), { code: 1, json: { error: 1, code: 'email_taken' } })
  t.match(await waymark(['account', 'create', '--email', 'x', '--username', 'y', '--password', 'z']), {
    code: 2,
    err: /--email.*--username.*--password/,
  })

  const key = await waymark(['key', 'create', '--username', 'ADA', '--name', 'CI', '--scope', 'read', '--json'])
  t.match(key.json, { id: 2, apikey: /^wm_/ })
  t.match(await waymark(['key', 'create', '--username', 'nobody']), {
    code: 1,
    err: 'There is no account nobody.',
  })
  t.match(await waymark(['key', 'create', '--username', 'ada', '--expires', '2001-01-01']), {
    code: 2,
    err: /future/,
  })
  t.match((await waymark(['key', 'list', '--email', 'Ada@Example.com', '--json'])).json.keys, [
    { id: 2, name: 'CI' },
    { id: 1 },
  ])
  t.match(await waymark(['key', 'revoke', '--key', key.json.apikey]), { code: 0 })
  t.match(await waymark(['key', 'revoke', '--id', '2', '--username', 'ada']), {
    code: 1,
    err: /no such active API key/,
  })

  t.match(
    (await waymark(['overlay', 'add', '--username', 'ada', '--type', 'message', '--name', 'Offer', '--json'])).json,
    { id: 1 },
  )
  t.match((await waymark(['splash', 'add', '--username', 'ada', '--name', 'Wait', '--counter', '9', '--json'])).json, {
    id: 1,
  })
  t.match(await waymark(['splash', 'add', '--username', 'ada', '--name', 'Wait', '--counter', '999']), {
    code: 2,
    err: /counter must/,
  })
  t.match((await waymark(['migrate', '--json'])).json, { migrations: [] })

  const { send } = await startService(t, settings, {}, store)
  const ask = async (path: string, key: string) => (await send('GET', path, { key })).body
  t.match(await ask('/api/overlay', made.json.apikey), { data: { result: 1, cta: [{ name: 'Offer' }] } })
  t.match(await ask('/api/splash', made.json.apikey), { data: { result: 1, splash: [{ name: 'Wait' }] } })
  t.match(await ask('/api/account', key.json.apikey), { error: 1, code: 'key_revoked' })
  const logIn = async (password: string) => send('POST', '/login', { body: { username: 'ada', password } })
  t.match((await logIn('from a pipe')).body, { error: 0, id: 1 })
  t.match(await waymark(['account', 'password', '--username', 'ada', '--password-stdin'], 'another one\n'), { code: 0 })
  t.equal((await logIn('from a pipe')).status, 401)
  t.match((await logIn('another one')).body, { error: 0, id: 1 })

  const simultaneous = await commandLineOf(settings)(['key', 'create', '--username', 'ada', '--json'])
  if (usesServer)
    t.match(simultaneous, { code: 0, json: { error: 0 } }, 'a server and a command share a Postgres server')
  else t.match(simultaneous, { code: 1, json: { message: /in use by "test" \(process \d+ on host/ } })
})

t.test('all accounts are deleted, with the file that has the key of the first one', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const DATA_DIR = t.testdir({})
  const waymark = commandLine(async () => store, { DATA_DIR })
  const create = async (name: string) =>
    (await waymark(['account', 'create', '--email', `${name}@example.com`, '--username', name, '--json'])).json
  const [ada, bob] = [await create('ada'), await create('bob')]
  t.match(bob, { error: 0, id: 2, username: 'bob', apikey: /^wm_/, password: /^.{16}$/ })
  const file = join(DATA_DIR, 'first-key')
  writeFileSync(file, `email=ada@example.com\napikey=${ada.apikey}\n`)
  const deletion = await waymark(['account', 'delete', 'bob@example.com', '--yes', '--json'])
  t.match(deletion, { code: 0, json: { error: 0, id: 2, job: Number } })

  for (const typed of ['', 'ada@example.org\n', 'yes\n'])
    t.match(await waymark(['account', 'delete', 'ADA@example.com', '--json'], typed), {
      code: 1,
      json: { error: 1, code: 'invalid_request', message: /^Nothing was deleted/ },
    })
  for (const name of ['2', 'nobody@example.com', '1e0'])
    t.match(await waymark(['account', 'delete', name, '--yes']), { code: 1, err: `There is no account ${name}.\n` })
  t.ok(await hasAccounts(store.db))
  t.ok(existsSync(file))
  t.match(await waymark(['account', 'delete', '1'], 'ada@example.com\nmore'), {
    code: 0,
    out: 'Account 1 (ada) was deleted.\n',
  })
  t.notOk(existsSync(file))
  t.notOk(await hasAccounts(store.db), 'no account is left')
})
