import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { usesServer } from '../support/database.ts'
import { ownDatabase, startServer } from '../support/process.ts'

t.setTimeout(120_000)

t.test(
  'a disk that does not take the log of the embedded database is reported once, and the service is not ready',
  { skip: usesServer && 'a Postgres server syncs for itself' },
  async (t) => {
    const settings = await ownDatabase(t)
    const flag = join(dirname(settings.DATA_DIR), 'disk-fails')
    const fixture = `--import=${join(import.meta.dirname, '../fixtures/failing-disk.ts')}`
    const server = await startServer(t, { ...settings, DISK_FAILS: flag, RATE_LIMIT_PER_MINUTE: '100000' }, [fixture])
    const send = async (path: string, body: object, key = '') => {
      const headers = key ? { authorization: `Bearer ${key}` } : {}
      const answer = await fetch(server.base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, body: (await answer.json()) as { apikey: string } }
    }
    const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
    const { apikey } = (await send('/register', account)).body
    const addLink = async (custom: string) =>
      (await send('/api/url/add', { url: 'https://example.com', custom }, apikey)).status
    const readyBecomes = async (status: number) => {
      while ((await fetch(`${server.base}/readyz`)).status !== status) await addLink(`waiting-${status}`)
    }
    await readyBecomes(200)

    writeFileSync(flag, '')
    await readyBecomes(503)
    for (let i = 0; i < 20; i++) t.equal(await addLink(`during-${i}`), 200, 'writes go on')
    t.equal((await fetch(`${server.base}/during-1`, { redirect: 'manual' })).status, 302)
    rmSync(flag)
    await readyBecomes(200)
    server.child.kill('SIGTERM')
    const { out, code } = await server.ended
    t.equal(code, 0)
    t.equal(out.match(/the disk does not take the log/g)?.length, 1)
    t.equal(out.match(/the disk takes the log of the database again/g)?.length, 1)
  },
)
