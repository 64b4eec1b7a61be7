import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import type { Test } from 'tap'

/** A Redis that tests may use beside others: they must delete only keys of their own. */
export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

const isReachable = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(REDIS_URL)
  const socket = connect(Number(port || 6379), hostname)
  socket
    .on('connect', () => resolve(true))
    .on('error', () => resolve(false))
    .setTimeout(2000, () => resolve(false))
  socket.on('connect', () => socket.end())
})
export const needsRedis = { skip: isReachable ? false : `no Redis at ${REDIS_URL}` }

const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0
export const needsRedisServer = { skip: hasRedisServer ? false : 'no redis-server here' }

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Starts a Redis of the test's own, on a free port by default. */
export async function startRedis(t: Test, port = 0) {
  const chosen = port || (await freePort())
  const redis = spawn('redis-server', ['--port', `${chosen}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()])
  t.teardown(() => redis.kill('SIGKILL'))
  await new Promise<void>((resolve) => {
    redis.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve())
    redis.once('exit', () => resolve())
  })
  return { redis, port: chosen, url: `redis://127.0.0.1:${chosen}` }
}
