import { createSocket, type Socket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import t, { type Test } from 'tap'
import { FetchError } from '../../src/net/fetch-error.ts'
import { createSafeFetch, fetchForAccount } from '../../src/net/safe-fetch.ts'

const compress = promisify(deflate)

/** A name server that resolves `good.test` to 127.0.0.1 and does not answer for other names. */
async function startNameServer(t: Test): Promise<string> {
  const server: Socket = createSocket('udp4', (query, { port, address }) => {
    if (!query.includes('\x04good\x04test\x00')) return
    const end = query.indexOf(0, 12) + 5
    const isIpv4 = query.readUInt16BE(end - 4) === 1
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(isIpv4 ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 127, 0, 0, 1])
    server.send(Buffer.concat([header, query.subarray(12, end), ...(isIpv4 ? [answer] : [])]), port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `127.0.0.1:${server.address().port}`
}

async function startWebServer(t: Test): Promise<string> {
  const server = createServer((_request, reply) => reply.end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://good.test:${(server.address() as AddressInfo).port}/`
}

const codeOf = (error: unknown) => (error instanceof FetchError ? error.code : String(error))

t.test('a name server that does not answer delays neither fetches of other accounts nor the event loop', async (t) => {
  const [nameServer, url] = [await startNameServer(t), await startWebServer(t)]
  const fetch = createSafeFetch({ allowPrivate: true, dnsServers: [nameServer] })
  let pending = 30
  const silent = Array.from({ length: 30 }, (_, i) =>
    fetchForAccount(fetch, 1)(`http://silent-${i}.test/`, { maxBytes: 10 })
      .catch(codeOf)
      .finally(() => pending--),
  )
  const answer = await fetchForAccount(fetch, 2)(url, { maxBytes: 10 })
  await compress(Buffer.alloc(10_000))
  t.equal(answer.body.toString(), 'ok')
  t.ok(pending > 0, 'before the lookups of others have ended')
  t.strictSame(new Set(await Promise.all(silent)), new Set(['fetch_address']))
})

t.test('each DNS lookup ends at its deadline', async (t) => {
  const fetch = createSafeFetch({ allowPrivate: true, dnsServers: [await startNameServer(t)] })
  // Not `fetch_timeout`: the lookup has ended first.
  t.equal(await fetch('http://silent.test/', { maxBytes: 10, timeoutMs: 30_000 }).catch(codeOf), 'fetch_address')
  t.equal(await fetch('http://silent.test/', { maxBytes: 10, timeoutMs: 200 }).catch(codeOf), 'fetch_timeout')
})

t.test('fetches alternate between accounts, and an account with too many waiting is refused', async (t) => {
  const order: string[] = []
  const release: (() => void)[] = []
  const fetch = createSafeFetch({
    limits: { concurrency: 2, concurrencyPerOwner: 1, maxWaiting: 6, maxWaitingPerOwner: 3 },
    resolve: async (host) => {
      order.push(host)
      await new Promise<void>((resolve) => release.push(resolve))
      return []
    },
  })
  const send = (account: number, n: number) =>
    fetch(`http://a${account}-${n}.test/`, { maxBytes: 1, account, timeoutMs: 60_000 }).catch(codeOf)
  const first = [1, 2, 3, 4, 5].map((n) => send(1, n))
  t.equal(await first[4], 'fetch_busy', 'one runs, three wait')
  const others = [send(2, 1), send(2, 2), send(3, 1)]
  const step = async () => {
    await new Promise(setImmediate)
    release.shift()?.()
    await new Promise(setImmediate)
  }
  for (let i = 0; i < 40 && order.length < 7; i++) await step()
  while (release.length > 0) await step()
  t.strictSame(await Promise.all([...first.slice(0, 4), ...others]), Array(7).fill('fetch_address'))
  t.equal(order.length, 7)
  t.ok(order.indexOf('a3-1.test') < order.indexOf('a1-4.test'), order.join(' '))
  t.ok(order.indexOf('a2-2.test') < order.indexOf('a1-4.test'), order.join(' '))
})
