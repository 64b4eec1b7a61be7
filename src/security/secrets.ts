import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { ApiError } from '../errors/api-error.ts'
import { createFairQueue } from './fair-queue.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// Asking the system costs as much for one byte as for hundreds. A byte is used once.
const POOL_BYTES = 2048
let pool = Buffer.alloc(0)
let used = 0

function randomByte(): number {
  if (used === pool.length) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  const byte = pool[used] as number
  pool[used++] = 0
  return byte
}

/** A string of `length` random base62 characters, each equally likely. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 in a byte: with larger bytes the first characters would be more likely.
    if (byte < 248) text += base62[byte % 62]
  }
  return text
}

/** A new API key of 256 random bits, with the prefix and hash to store. */
export function newKey(): { apikey: string; prefix: string; hash: string } {
  const apikey = `wm_${randomBase62(43)}`
  return { apikey, prefix: apikey.slice(0, 9), hash: hashKey(apikey) }
}

/** SHA-256 in hex. A slow hash is not needed for 256 random bits. */
export const hashKey = (key: string): string => hash('sha256', key)

// Argon2id with the parameters that OWASP recommends: 19 MiB, 2 passes, parallelism 1; about 17 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const deriveNow = promisify(argon2) as (algorithm: 'argon2id', options: object) => Promise<Buffer>

// Short enough to be processed within a few seconds. Owners are accounts and addresses of clients.
const createQueue = (concurrency: number) =>
  createFairQueue(
    { concurrency, concurrencyPerOwner: concurrency, maxWaiting: 100, maxWaitingPerOwner: 50 },
    () => new ApiError('busy', 'Too many passwords are being checked; try again shortly.', { retryAfterS: 5 }),
  )

/** How many passwords are hashed at a time: one core, and one of libuv's four threads, stay free for other work. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(3, cores - 1))

const queue = createQueue(hashesAtOnce(availableParallelism()))
const derive = (owner: string, options: object) => queue(owner, () => deriveNow('argon2id', options))

/**
 * Runs the check of a password together with its queries, so that many concurrent checks do not occupy all database
 * connections. Throws `busy` if too many checks are queued.
 */
export const queueCheck = createQueue(8)

/** The owner of work for the account in the queue of password hashes. */
export const accountOwner = (id: number): string => `account:${id}`

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The PHC string of an argon2id hash. */
export const toPhc = ({ memory, passes, parallelism }: Omit<typeof cost, 'tagLength'>, nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`

/**
 * Hashes a password with argon2id into a PHC string. Owners take turns; throws `busy` if too many hashes are queued.
 */
export async function hashPassword(password: string, owner = 'service'): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(owner, { message: password, nonce, ...cost })
  return toPhc(cost, nonce, tag)
}

/**
 * Whether a password matches a stored hash (a PHC string). Without a hash the result is false after the same time, so
 * that the time does not show whether there is one. Owners take turns; throws `busy` if too many hashes are queued.
 */
export async function verifyPassword(password: string, phc: string | undefined, owner = 'service'): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? '') ?? []
  if (!memory || !passes || !parallelism || !salt || !tag) {
    await derive(owner, { message: password, nonce: Buffer.alloc(16), ...cost })
    return false
  }
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(owner, {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}
