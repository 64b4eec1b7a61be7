// What visitors and the API wait for while the database is busy or silent.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openServer } from '../db/open.ts'
import { median, say } from './compare.ts'
import { newTarget } from './redirects.ts'
import { startService } from './service.ts'

const SLOW_SECONDS = 2
const READS = 20
const SILENT_MS = 10_000

/** Twenty quick reads while two slow ones hold both connections of the API. */
export async function measureQuickReads(url: string): Promise<void> {
  const store = await openServer(url, { connections: 5 })
  const slow = [1, 2].map(() => sql`select pg_sleep(${SLOW_SECONDS})`.execute(store.api))
  const started = performance.now()
  const reads = Array.from({ length: READS }, () => sql`select 1`.execute(store.api))
  const results = await Promise.allSettled(reads)
  const waited = performance.now() - started
  await Promise.all(slow)
  const failed = results.filter(({ status }) => status === 'rejected').length
  say(`\n| quick reads beside two of ${SLOW_SECONDS} s on two connections | failed | the last was answered after, ms |`)
  say('|---|---|---|')
  say(`| ${READS} | ${failed} | ${waited.toFixed(0)} |`)
  await store.close()
}

/** A way to a Postgres server that can fall silent without closing its connections. */
async function openProxy(url: string) {
  const to = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(to.port || 5432), to.hostname)
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      if (isSilent) one.pause()
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    silence(wanted: boolean) {
      isSilent = wanted
      for (const socket of sockets) wanted ? socket.pause() : socket.resume()
    },
    close: () => server.close(),
  }
}

/**
 * Redirects, QR codes and pages that were opened before, asked for while the database does not answer for ten seconds.
 */
export async function measureSilence(url: string): Promise<void> {
  const proxy = await openProxy(url)
  const service = await startService(proxy.url)
  const owner = await service.register('silence')
  const link = await newTarget(service, owner, 'bench-silence')
  const add = async (kind: string, body: object) =>
    new URL(
      ((await (await service.api('POST', `/api/${kind}/add`, owner.apikey, body)).json()) as { link: string }).link,
    ).pathname
  const paths = [
    ['redirect', String(link.path)],
    ['QR code', await add('qr', { type: 'link', data: 'https://example.com' })],
    ['page', `${link.path}+`],
  ] as const
  await service.api('POST', `/api/url/add`, owner.apikey, { url: 'https://example.com', custom: 'bench-other' })
  const visit = async (path: string) => {
    const started = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${service.port}${path}`, { redirect: 'manual' })
    return { status, ms: performance.now() - started }
  }
  const before = new Map<string, number>()
  for (const [name, path] of paths) before.set(name, (await visit(path)).status)
  proxy.silence(true)
  const until = performance.now() + SILENT_MS
  const times = new Map<string, number[]>(paths.map(([name]) => [name, []]))
  let changed = 0
  while (performance.now() < until) {
    for (const [name, path] of paths) {
      const { status, ms } = await visit(path)
      if (status !== before.get(name)) changed++
      times.get(name)?.push(ms)
    }
    await sleep(20)
  }
  proxy.silence(false)
  say(`\nA database that does not answer for ${SILENT_MS / 1000} s; ${changed} answers differed from those before:\n`)
  say('| opened before | answers | median ms | longest ms |')
  say('|---|---|---|---|')
  for (const [name, taken] of times)
    say(`| ${name} | ${taken.length} | ${median(taken).toFixed(1)} | ${Math.max(...taken).toFixed(0)} |`)
  await service.stop()
  proxy.close()
}
