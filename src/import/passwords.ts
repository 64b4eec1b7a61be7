import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'
import { hashPassword } from '../security/secrets.ts'

/** The maximum number of different passwords in an import, because each hash takes about 17 ms. */
export const MAX_PASSWORDS = 1000
const BUSY_TRIES = 60

/** The hash of a password; null if the import has too many different passwords. */
export type Passwords = (password: string) => Promise<string | null>

/** Hashes the passwords of an import, each once. */
export function createPasswords(): Passwords {
  const hashes = new Map<string, string>()
  return async (password) => {
    const known = hashes.get(password)
    if (known !== undefined || hashes.size >= MAX_PASSWORDS) return known ?? null
    const hash = await hashPatiently(password)
    hashes.set(password, hash)
    return hash
  }
}

// Logins are hashed in the same queue; when it is full, an import waits.
async function hashPatiently(password: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await hashPassword(password)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'busy') || tries === BUSY_TRIES) throw error
      await sleep(1000)
    }
  }
}
