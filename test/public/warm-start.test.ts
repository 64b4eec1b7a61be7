import { get } from 'node:http'
import t from 'tap'
import { usesServer } from '../support/database.ts'
import { ownDatabase, startServer } from '../support/process.ts'
import { startProxy } from '../support/tcp-proxy.ts'

t.test(
  'an instance knows what is visited when it is started, also on branded domains, and when the database is away then',
  { skip: usesServer ? false : 'the embedded database has one process' },
  async (t) => {
    const { DATABASE_URL, DATA_DIR } = await ownDatabase(t)
    const settings = { LOG_LEVEL: 'silent', DATA_DIR }
    const first = await startServer(t, { ...settings, DATABASE_URL })
    const post = async (path: string, body: object, key = '') => {
      const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) }
      const reply = await fetch(`${first.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      t.equal(reply.status, 200, `${path}: ${reply.status}`)
      return (await reply.json()) as { apikey: string }
    }
    const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
    const { apikey } = await post('/register', account)
    await post('/api/domain/add', { domain: 'https://go.example' }, apikey)
    const add = (custom: string, more: object) =>
      post('/api/url/add', { url: `https://example.com/${custom}`, custom, ...more }, apikey)
    await add('Visited', {})
    await add('other', {})
    await add('branded', { domain: 'https://go.example' })
    // Not fetch, which sends a Host of its own.
    const visit = (base: string, alias: string, host = 'localhost') =>
      new Promise((resolve, reject) => {
        const headers = { Host: host, 'User-Agent': 'curl/8.1' }
        get(`${base}/${alias}`, { headers }, (reply) => resolve(reply.resume().statusCode)).on('error', reject)
      })
    const visitFirst = async (alias: string, host?: string) => {
      let status = await visit(first.base, alias, host)
      while (status === 503) status = await visit(first.base, alias, host)
      return status
    }
    t.equal(await visitFirst('Visited'), 302)
    t.equal(await visitFirst('branded', 'go.example'), 302)

    const proxy = await startProxy(t, DATABASE_URL)
    const startWithout = async () => {
      const second = await startServer(t, { ...settings, DATABASE_URL: proxy.url, DATA_DIR: `${DATA_DIR}-2` })
      await proxy.disconnect()
      const known = [await visit(second.base, 'Visited'), await visit(second.base, 'branded', 'go.example')]
      return { second, known }
    }
    let { second, known } = await startWithout()
    // What is visited is loaded for two seconds at most, which a busy machine may exceed.
    for (let i = 0; i < 3 && known.includes(503); i++) {
      second.child.kill('SIGKILL')
      await Promise.all([second.ended, proxy.listen()])
      ;({ second, known } = await startWithout())
    }
    t.strictSame(known, [302, 302], 'also on a branded domain')
    t.equal(await visit(second.base, 'other'), 503, 'nobody visited it')
  },
)
