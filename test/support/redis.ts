import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import type { Test } from 'tap'

const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0
export const needsRedisServer = { skip: hasRedisServer ? false : 'no redis-server here' }

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function spawnRedis(port: number): Promise<{ redis: ChildProcess; url: string }> {
  const redis = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()])
  await new Promise<void>((resolve, reject) => {
    redis.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve())
    redis.once('exit', () => reject(new Error(`redis-server did not start on port ${port}.`)))
  })
  return { redis, url: `redis://127.0.0.1:${port}` }
}

/** Starts a Redis of the test's own, on a free port by default. */
export async function startRedis(t: Test, port = 0) {
  const chosen = port || (await freePort())
  const { redis, url } = await spawnRedis(chosen)
  t.teardown(() => redis.kill('SIGKILL'))
  return { redis, port: chosen, url }
}

const isReachable = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port || 6379), hostname)
    socket
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false))
      .setTimeout(2000, () => {
        socket.destroy()
        resolve(false)
      })
    socket.on('connect', () => socket.end())
  })

// One for all test files of this process, where none runs.
async function spawnShared(): Promise<string> {
  const { redis, url } = await spawnRedis(await freePort())
  for (const handle of [redis, redis.stdout, redis.stderr] as { unref?(): void }[]) handle?.unref?.()
  process.once('exit', () => redis.kill('SIGKILL'))
  return url
}

const given = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const isGiven = process.env['TEST_REDIS_URL'] !== undefined || (await isReachable(given))

/** A Redis that tests may use beside others: they must delete only keys of their own. */
export const REDIS_URL = !isGiven && hasRedisServer ? await spawnShared() : given
export const needsRedis = { skip: isGiven || hasRedisServer ? false : `no Redis at ${given}` }
