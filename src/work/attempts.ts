import { LRUCache } from 'lru-cache'

/** Counts attempts in fixed windows, for as many keys as its memory is set to; the least used are forgotten first. */
export interface Attempts {
  /** Counts one; seconds to wait when that is more than allowed, else 0. */
  spend(key: string): number
  /** Seconds to wait when nothing is left, else 0. */
  wait(key: string): number
}

const MOST_KEYS = 50_000

export function countAttempts(allowed: number, windowMs: number): Attempts {
  const windows = new LRUCache<string, { count: number; until: number }>({ max: MOST_KEYS })
  const current = (key: string) => {
    const window = windows.get(key)
    return window && window.until > Date.now() ? window : undefined
  }
  const seconds = (until: number) => Math.max(1, Math.ceil((until - Date.now()) / 1000))
  return {
    spend(key) {
      const window = current(key)
      if (!window) {
        windows.set(key, { count: 1, until: Date.now() + windowMs })
        return 0
      }
      window.count++
      return window.count > allowed ? seconds(window.until) : 0
    },
    wait(key) {
      const window = current(key)
      return window && window.count >= allowed ? seconds(window.until) : 0
    },
  }
}

/** An address as limits count it: an IPv6 network of 64 bits is one visitor. */
export function addressKey(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...middle, ...end].slice(0, 4).join(':')
}
