import { once } from 'node:events'
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { Redis } from 'ioredis'
import { type BoundedMap, createBoundedMap } from './bounded-map.ts'

/** A count in a fixed window that started with the first increment. */
export interface Count {
  count: number
  /** Milliseconds until the window ends; 0 where there is no count. */
  ttlMs: number
}

/** The milliseconds to wait if the count is above `max`, else 0. */
export const waitAbove = (max: number, { count, ttlMs }: Count): number => (count > max ? Math.max(1, ttlMs) : 0)

/**
 * Counters in fixed windows: in Redis, shared by all instances, or in this process. Never throws. A key is
 * `<name>:<what is counted>`; without Redis, the number of counters is limited for each name.
 */
export interface Counters {
  /** Adds `by`, 1 by default. */
  increment(key: string, windowMs: number, by?: number): Promise<Count>
  read(key: string): Promise<Count>
  /** Calls the listener when counting moves from Redis to this process (with the error) and back (without). */
  onMove(listener: (error: Error | undefined) => void): void
  /** Whether they are counted in Redis now. */
  isShared(): boolean
  close(): void
}

const CONNECT_MS = 1000
const COMMAND_MS = 250
const MAX_KEYS_PER_NAME = 20_000
const PREFIX = 'waymark-rate:'
const FAILURES_UNTIL_OPEN = 2
const PROBE_MS = 1000

const INCREMENT = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  if count == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {count, redis.call('PTTL', KEYS[1])}`
const READ = `return {tonumber(redis.call('GET', KEYS[1]) or 0), redis.call('PTTL', KEYS[1])}`

type CountStore = Pick<Counters, 'increment' | 'read'>

interface Window {
  count: number
  until: number
}

/** Counts in this process. What has the lowest counts is forgotten first. */
function createProcessStore(): CountStore {
  const windowsOf = new Map<string, BoundedMap<Window>>()
  const named = (key: string) => {
    const name = key.slice(0, key.indexOf(':'))
    const windows =
      windowsOf.get(name) ??
      createBoundedMap<Window>(MAX_KEYS_PER_NAME, ({ count, until }) => (until > Date.now() ? count : 0))
    windowsOf.set(name, windows)
    return windows
  }
  const current = (key: string) => {
    const window = named(key).get(key)
    return window && window.until > Date.now() ? window : undefined
  }
  return {
    async increment(key, windowMs, by = 1) {
      const window = current(key) ?? { count: 0, until: Date.now() + windowMs }
      window.count += by
      named(key).set(key, window)
      return { count: window.count, ttlMs: window.until - Date.now() }
    },
    async read(key) {
      const window = current(key)
      return window ? { count: window.count, ttlMs: window.until - Date.now() } : { count: 0, ttlMs: 0 }
    },
  }
}

function createRedisStore(redis: Redis): CountStore {
  const toCount = (reply: unknown): Count => {
    const [count, ttlMs] = reply as [number, number]
    return { count, ttlMs: Math.max(0, ttlMs) }
  }
  return {
    increment: async (key, windowMs, by = 1) => toCount(await redis.eval(INCREMENT, 1, PREFIX + key, windowMs, by)),
    read: async (key) => toCount(await redis.eval(READ, 1, PREFIX + key)),
  }
}

/**
 * Opens the connection to Redis for the counters, waiting at most a second; a command fails after `commandMs`. It
 * reconnects by itself. Never rejects.
 */
export async function openRedis(url: string, commandMs = COMMAND_MS): Promise<Redis> {
  // Loaded only where it is used.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: commandMs,
    // Replaces connections that were lost without being closed.
    socketTimeout: 5000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  // Without a listener an error event would end the process; the counters report errors themselves.
  redis.on('error', () => {})
  await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => {})
  return redis
}

/**
 * Creates counters in Redis. After two consecutive failures they count in this process. A timer then
 * checks every second whether Redis answers again.
 */
export function createCounters(redis?: Redis): Counters {
  const own = createProcessStore()
  if (!redis) return { ...own, onMove: () => {}, isShared: () => false, close: () => {} }
  const shared = createRedisStore(redis)
  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(FAILURES_UNTIL_OPEN),
    halfOpenAfter: PROBE_MS / 2,
  })
  const listeners: ((error: Error | undefined) => void)[] = []
  let probe: NodeJS.Timeout | undefined
  let lastError = new Error('Redis does not answer')
  breaker.onBreak(() => {
    if (probe) return
    probe = setInterval(() => {
      breaker.execute(() => redis.ping()).catch(() => {})
    }, PROBE_MS)
    probe.unref()
    for (const listener of listeners) listener(lastError)
  })
  breaker.onReset(() => {
    clearInterval(probe)
    probe = undefined
    for (const listener of listeners) listener(undefined)
  })
  const either = async <T>(use: (store: CountStore) => Promise<T>): Promise<T> => {
    // Only the probe uses a half-open breaker: no request waits for a Redis that did not answer.
    if (breaker.state !== CircuitState.Closed) return use(own)
    try {
      return await breaker.execute(() => use(shared))
    } catch (error) {
      lastError = error as Error
      return use(own)
    }
  }
  return {
    increment: (key, windowMs, by) => either((store) => store.increment(key, windowMs, by)),
    read: (key) => either((store) => store.read(key)),
    onMove: (listener) => void listeners.push(listener),
    isShared: () => breaker.state === CircuitState.Closed,
    close: () => clearInterval(probe),
  }
}
