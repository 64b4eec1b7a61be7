import t from 'tap'
import { readConfig } from '../src/config/config.ts'
import { startService } from './support/service.ts'

t.test('a BASE_URL with a trailing dot or capitals matches the normalized Host header', async (t) => {
  const settings = { BASE_URL: 'https://GO.Example.com./' }
  t.match(readConfig(settings), { baseUrl: 'https://go.example.com', baseHost: 'go.example.com' })
  const service = await startService(t, settings)
  t.equal((await service.send('GET', '/', { headers: { host: 'go.example.com' } })).status, 200)
})
