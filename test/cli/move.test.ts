import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { fillAccount } from '../support/account-contents.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { createDatabaseFolder } from '../support/folders.ts'
import { run, startServer } from '../support/process.ts'
import { clientOf, readFirstKey } from '../support/process-client.ts'
import type { Client } from '../support/service.ts'
import { copyMigratedDirectory } from '../support/snapshot.ts'

t.setTimeout(480_000)

const settings = { RATE_LIMIT_PER_MINUTE: '100000', LINK_CHECK_HOURS: '0' }
const folder = createDatabaseFolder()
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const embedded = (name: string) => ({ ...settings, DATABASE_URL: '', DATA_DIR: join(folder, name) })

const move = (t: Test, source: Record<string, string>, args: string[], input?: string) =>
  run(t, [process.execPath, 'src/cli.ts', 'move', ...args], source, input).ended

// Without the line with the time of the export.
const exportOf = async (base: string, key: string) =>
  (await clientOf(base, key).get('/api/export')).text.split('\n').slice(1)

t.test('from an embedded database to another one, by way of a server if there is one', async (t) => {
  const source = embedded('first')
  const first = await startServer(t, source)
  const key = readFirstKey(source.DATA_DIR)
  const client = clientOf(first.base, key)
  await fillAccount(client as unknown as Client, 'go.moved.example')
  for (let n = 0; n < 3; n++) t.equal((await client.get('/plain-1')).location, 'https://example.com/plain')
  while (!/"visits":3\b/.test((await client.get('/api/export')).text)) await setTimeout(50)
  const before = await exportOf(first.base, key)
  t.ok(before.length > 10)
  const busy = await move(t, source, [join(folder, 'none'), '--json'])
  t.match(JSON.parse(busy.err), { error: 1, message: /is in use/ }, 'not while the service runs')
  first.child.kill('SIGTERM')
  await first.ended

  const expectSame = async (target: Record<string, string>) => {
    const server = await startServer(t, { ...target, PORT: String(first.port) })
    t.strictSame(await exportOf(server.base, key), before)
    return async () => {
      server.child.kill('SIGTERM')
      await server.ended
    }
  }
  let latest: Record<string, string> = source
  if (usesServer) {
    const { url, drop } = await newServerDatabase()
    t.teardown(drop)
    const { code, out, err } = await move(t, source, ['-'], `${url}\n`)
    t.equal(code, 0, err)
    t.match(out, /^\d+ rows of \d+ tables were stored; their counts and checksums are those of the source\.\n/)
    t.match(out, /Set DATABASE_URL to the new database\. The old one was not changed\.\n$/)
    latest = { ...settings, DATABASE_URL: url, DATA_DIR: join(folder, 'server') }
    const stop = await expectSame(latest)
    const used = await move(t, latest, [join(folder, 'none')])
    t.match(used, { code: 1, err: /Other sessions \(\d+\) use the database/ })
    await stop()
    t.match(await move(t, source, [url]), { code: 1, err: /must be empty/ })
  }
  const last = embedded('last')
  const { code, out, err } = await move(t, latest, [last.DATA_DIR])
  t.equal(code, 0, err)
  t.match(out, /set DATA_DIR to /)
  const stop = await expectSame(last)
  await stop()
  t.strictSame((await move(t, latest, [last.DATA_DIR])).code, 1, 'nothing is overwritten')
})

t.test('targets that are none', async (t) => {
  const source = embedded('source')
  await copyMigratedDirectory(join(source.DATA_DIR, 'postgres'))
  for (const to of ['http://example.com', '', source.DATA_DIR])
    t.match(await move(t, source, ['--to', to]), { code: 2, err: /--to must be / })
  const away = await move(t, source, ['postgres://ada@127.0.0.1:1/none'])
  t.match(away, { code: 1, err: /The database of --to cannot be used: .*ECONNREFUSED/ })
  t.match(await move(t, embedded('nothing'), [join(folder, 'other')]), { code: 1, err: /There is no database/ })
})
