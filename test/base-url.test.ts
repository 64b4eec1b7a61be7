import t from 'tap'
import { readConfig } from '../src/config/config.ts'
import { ownDatabase, startServer } from './support/process.ts'
import { startService } from './support/service.ts'

t.test('a BASE_URL with a trailing dot or capitals matches the normalized Host header', async (t) => {
  const settings = { BASE_URL: 'https://GO.Example.com./' }
  t.match(readConfig(settings), { baseUrl: 'https://go.example.com', baseHost: 'go.example.com' })
  const service = await startService(t, settings)
  t.equal((await service.send('GET', '/', { headers: { host: 'go.example.com' } })).status, 200)
})

t.test('a server with PORT=0 prints URLs with its actual port', async (t) => {
  const server = await startServer(t, { ...(await ownDatabase(t)), PORT: '0', LOG_LEVEL: 'fatal' })
  const account = { email: 'port@example.com', username: 'port', password: 'correct horse battery' }
  const registered = await fetch(`${server.base}/register`, { method: 'POST', body: JSON.stringify(account) })
  const { apikey } = (await registered.json()) as { apikey: string }
  const answer = await fetch(`${server.base}/api/account`, { headers: { authorization: `Bearer ${apikey}` } })
  const { data } = (await answer.json()) as { data: { avatar: string } }
  t.equal(new URL(data.avatar).port, String(server.port))
})
