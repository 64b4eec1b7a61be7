import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startService } from '../support/service.ts'

t.test('two services in one process check requests by their own settings', async (t) => {
  const list = join(t.testdir({}), 'hosts')
  writeFileSync(list, 'blocked.example\n')
  const url = 'https://blocked.example/'
  for (const [BLOCKED_HOSTS_FILE, status] of [
    ['', 200],
    [list, 400],
    ['', 200],
  ] as const) {
    const service = await startService(t, { BLOCKED_HOSTS_FILE })
    const client = await service.newClient()
    t.equal((await client.post('/api/url/add', { url })).status, status)
  }
})
