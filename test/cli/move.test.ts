import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/startup/open-store.ts'
import { fillAccount } from '../support/account-contents.ts'
import { commandLine, commandLineOf } from '../support/command-line.ts'
import { newServerDatabase, openTestStore, usesServer } from '../support/database.ts'
import { createDatabaseFolder } from '../support/folders.ts'
import { type Service, startService } from '../support/service.ts'
import { copyMigratedDirectory } from '../support/snapshot.ts'

t.setTimeout(480_000)

const settings = { LINK_CHECK_HOURS: '0' }
const folder = createDatabaseFolder()
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const embedded = (name: string) => ({ ...settings, DATABASE_URL: '', DATA_DIR: join(folder, name) })

const move = (source: Record<string, string>, args: string[], input?: string) =>
  commandLineOf(source)(['move', ...args], input)

/** Runs `work` with a service on the database of the settings, and closes it. */
const withService = (t: Test, settings: Record<string, string>, work: (service: Service, t: Test) => Promise<void>) =>
  t.test('a service meanwhile', async (t) =>
    work(await startService(t, settings, {}, await openStore(readConfig(settings), 'test')), t),
  )

// Without the line with the time of the export.
const exportOf = async ({ send }: Service, key: string) =>
  (await send('GET', '/api/export', { key })).text.split('\n').slice(1)

t.test('from an embedded database to another one, by way of a server if there is one', async (t) => {
  const source = embedded('first')
  await copyMigratedDirectory(join(source.DATA_DIR, 'postgres'))
  let key = ''
  let before: string[] = []
  await withService(t, source, async (service, t) => {
    const client = await service.newClient()
    await fillAccount(client, 'go.moved.example')
    for (let n = 0; n < 3; n++)
      t.equal((await client.get(`/plain-${client.id}`)).headers['location'], 'https://example.com/plain')
    while (!/"visits":3\b/.test((await client.get('/api/export')).text)) await setTimeout(50)
    key = client.apikey
    before = await exportOf(service, key)
    t.ok(before.length > 10)
    const busy = await move(source, [join(folder, 'none'), '--json'])
    t.match(busy.json, { error: 1, message: /is in use/ }, 'not while the service runs')
  })

  let latest: Record<string, string> = source
  if (usesServer) {
    const { url, drop } = await newServerDatabase()
    t.teardown(drop)
    const { code, out, err } = await move(source, ['-'], `${url}\n`)
    t.equal(code, 0, err)
    t.match(out, /^\d+ rows of \d+ tables were stored; their counts and checksums are those of the source\.\n/)
    t.match(out, /Set DATABASE_URL to the new database\. The old one was not changed\.\n$/)
    latest = { ...settings, DATABASE_URL: url, DATA_DIR: join(folder, 'server') }
    await withService(t, latest, async (service, t) => {
      t.strictSame(await exportOf(service, key), before)
      const used = await move(latest, [join(folder, 'none')])
      t.match(used, { code: 1, err: /Other sessions \(\d+\) use the database/ })
    })
    t.match(await move(source, [url]), { code: 1, err: /must be empty/ })
  }
  const last = embedded('last')
  const { code, out, err } = await move(latest, [last.DATA_DIR])
  t.equal(code, 0, err)
  t.match(out, /set DATA_DIR to /)
  await withService(t, last, async (service, t) => {
    t.strictSame(await exportOf(service, key), before)
  })
  t.match(await move(latest, [last.DATA_DIR]), { code: 1, err: /must be empty/ })
})

t.test('targets that are none', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const source = embedded('source')
  const waymark = commandLine(async () => store, source)
  for (const to of ['http://example.com', '', source.DATA_DIR])
    t.match(await waymark(['move', '--to', to]), { code: 2, err: /--to must be / })
  await copyMigratedDirectory(join(source.DATA_DIR, 'postgres'))
  t.match(await move(source, ['postgres://ada@127.0.0.1:1/none']), {
    code: 1,
    err: /The database of --to cannot be used: .*ECONNREFUSED/,
  })
})
