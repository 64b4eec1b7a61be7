import { randomBase62 } from './secrets.ts'
import type { Signer } from './signer.ts'

const KNOWN_MS = 30 * 24 * 3_600_000
/** How long a device stays known, in seconds. */
export const KNOWN_SECONDS = KNOWN_MS / 1000

interface KnownDevice {
  id: string
  /** Whether the password that the device sent is still the password. */
  isOf(passwordHash: string): boolean
}

/** Values that devices keep which have sent the right password; safe in cookies. They only save waits, and open nothing. */
export interface KnownDevices {
  /** `id` keeps the id of a device that is known already. */
  issue(subject: string, passwordHash: string, id?: string): string
  /** The device, if the value was signed for this subject and has not expired. */
  read(subject: string, value: string | undefined): KnownDevice | undefined
}

/** Creates the values by which devices are known; those of one name are not valid for another. */
export function createKnownDevices(name: string, signer: Signer): KnownDevices {
  const statement = (subject: string, id: string, tag: string) => ['known', name, subject, id, tag]
  // Tells one password from the next, and nothing about either.
  const tagOf = (passwordHash: string) => signer.digest(['known', passwordHash]).slice(0, 16)
  return {
    issue(subject, passwordHash, id = randomBase62(16)) {
      const tag = tagOf(passwordHash)
      return `${id}.${tag}.${signer.sign(statement(subject, id, tag), new Date(Date.now() + KNOWN_MS))}`
    },
    read(subject, value) {
      const [, id, tag, signed] = /^([0-9A-Za-z]{16})\.([0-9a-f]{16})\.(\S{1,80})$/.exec(value ?? '') ?? []
      if (id === undefined || tag === undefined || signed === undefined) return undefined
      if (!signer.verify(statement(subject, id, tag), signed)) return undefined
      return { id, isOf: (passwordHash) => tagOf(passwordHash) === tag }
    },
  }
}
