import { Agent } from 'node:http'
import { startCluster } from '../postgres.ts'
import { quantile, type Row, repeat, type Scenario } from '../scenario.ts'
import { newFolder, type Service, startService } from '../service.ts'

interface Operation {
  name: string
  /** Prepares the write; returns it, and the check whether a reply of the other instance is from before it. */
  prepare(
    number: number,
  ): Promise<{ write: () => Promise<{ status: number; ms: number }>; isStale: () => Promise<boolean> }>
}

/** Writes on one instance and asks the other at once. */
export const instances: Scenario = {
  seconds: 120,
  async run({ seconds, teardown }): Promise<Row[]> {
    const scope = { teardown }
    const cluster = await startCluster(scope)
    const DATABASE_URL = await cluster.createDatabase()
    const settings = { DATABASE_URL, DATA_DIR: newFolder(scope), LOG_LEVEL: 'warn' }
    const a = await startService(scope, settings)
    const b = await startService(scope, settings)
    const key = await a.register('ada')
    const operations = operationsOf(a, b, key)
    const rows: Row[] = []
    for (const { name, prepare } of operations) {
      const times: number[] = []
      let stale = 0
      const rounds = await repeat(seconds / operations.length, async (number) => {
        const { write, isStale } = await prepare(number)
        const { status, ms } = await write()
        if (status !== 200) throw new Error(`${name}: ${status}`)
        times.push(ms)
        if (await isStale()) stale++
      })
      rows.push({
        did: `${name} on one instance, the other asked at once, ${rounds} times`,
        expected: 'no answer from before the write',
        seen: `${stale} from before; a write took ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
        isGood: stale === 0,
      })
    }
    return rows
  },
}

function operationsOf(a: Service, b: Service, key: string): Operation[] {
  const agents = { a: new Agent({ keepAlive: true }), b: new Agent({ keepAlive: true }) }
  const toA = (path: string, method = 'GET', body?: object) => a.ask(path, { key, method, body, agent: agents.a })
  // A new client address each time, because many requests for unknown links from one address are refused.
  let clients = 0
  const nextClient = () => {
    clients++
  }
  const toB = (path: string, withKey?: string) => {
    const from = `127.1.${(clients >> 7) & 127}.${1 + (clients & 127)}`
    return b.ask(path, { key: withKey, agent: agents.b, host: `localhost:${a.port}`, from })
  }
  const ok = async (path: string, method: string, body?: object) => {
    const answer = await toA(path, method, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const addLink = (custom: string) => ok('/api/url/add', 'POST', { url: 'https://example.com/old', custom })
  const pathOf = (link: string) => new URL(link).pathname
  return [
    {
      name: 'creating a link',
      async prepare(number) {
        nextClient()
        const alias = `made-${number}`
        await toB(`/${alias}`)
        return {
          write: () => toA('/api/url/add', 'POST', { url: 'https://example.com/', custom: alias }),
          isStale: async () => (await toB(`/${alias}`)).status !== 302,
        }
      },
    },
    {
      name: 'changing a link',
      async prepare(number) {
        nextClient()
        const { id } = await addLink(`changed-${number}`)
        await toB(`/changed-${number}`)
        return {
          write: () => toA(`/api/url/${id}/update`, 'PUT', { url: 'https://example.com/new' }),
          isStale: async () => (await toB(`/changed-${number}`)).headers['location'] !== 'https://example.com/new',
        }
      },
    },
    {
      name: 'deleting a link',
      async prepare(number) {
        nextClient()
        const { id } = await addLink(`deleted-${number}`)
        await toB(`/deleted-${number}`)
        return {
          write: () => toA(`/api/url/${id}/delete`, 'DELETE'),
          isStale: async () => (await toB(`/deleted-${number}`)).status !== 404,
        }
      },
    },
    {
      name: 'revoking a key',
      async prepare(number) {
        nextClient()
        const { id, apikey } = await ok('/api/key/add', 'POST', { name: `key ${number}` })
        await toB('/api/account', apikey)
        return {
          write: () => toA(`/api/key/${id}/delete`, 'DELETE'),
          isStale: async () => (await toB('/api/account', apikey)).status !== 401,
        }
      },
    },
    {
      name: 'changing a QR code',
      async prepare(number) {
        nextClient()
        const { id, link } = await ok('/api/qr/add', 'POST', { type: 'text', data: `old ${number}` })
        const before = (await toB(`${pathOf(link)}.svg`)).headers['etag']
        return {
          write: () => toA(`/api/qr/${id}/update`, 'PUT', { type: 'text', data: `new ${number}` }),
          isStale: async () => (await toB(`${pathOf(link)}.svg`)).headers['etag'] === before,
        }
      },
    },
    {
      name: 'changing a bio page',
      async prepare(number) {
        nextClient()
        const { id } = await ok('/api/bio/add', 'POST', { name: 'Ada', custom: `bio-${number}`, published: true })
        await toB(`/bio-${number}`)
        return {
          write: () => toA(`/api/bio/${id}/update`, 'PUT', { name: 'Grace' }),
          isStale: async () => !(await toB(`/bio-${number}`)).body.includes('Grace'),
        }
      },
    },
  ]
}
