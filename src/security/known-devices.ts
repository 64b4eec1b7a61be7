import { randomBase62 } from './secrets.ts'
import type { Signer } from './signer.ts'

const KNOWN_MS = 30 * 24 * 3_600_000
/** How long a device stays known, in seconds. */
export const KNOWN_SECONDS = KNOWN_MS / 1000

/** A device that has sent the right password before. */
export interface KnownDevice {
  id: string
  /** Whether the password that the device sent is still the password. */
  isOf(passwordHash: string): boolean
}

/** Signed cookie values of devices that have sent the right password. They only shorten waits and grant no access. */
export interface KnownDevices {
  /** `id` keeps the id of a device that is known already. */
  issue(subject: string, passwordHash: string, id?: string): string
  /** The device, if the value was signed for this subject and has not expired. */
  read(subject: string, value: string | undefined): KnownDevice | undefined
}

/** Creates the values by which devices are known; those of one name are not valid for another. */
export function createKnownDevices(name: string, signer: Signer): KnownDevices {
  const statement = (subject: string, id: string, tag: string) => ['known', name, subject, id, tag]
  // Identifies a password without revealing anything about it.
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

/** Signed cookie values, sent with a form, that distinguish browsers before they have sent a password. */
export interface FormBrowsers {
  issue(subject: string): string
  /** The id of the browser, if the value was signed for this subject and has not expired. */
  read(subject: string, value: string | undefined): string | undefined
}

const FORM_MS = 3_600_000
/** How long the value of a form is valid, in seconds. */
export const FORM_SECONDS = FORM_MS / 1000

export function createFormBrowsers(name: string, signer: Signer): FormBrowsers {
  const statement = (subject: string, id: string) => ['form', name, subject, id]
  return {
    issue(subject) {
      const id = randomBase62(16)
      return `${id}.${signer.sign(statement(subject, id), new Date(Date.now() + FORM_MS))}`
    },
    read(subject, value) {
      const [, id, signed] = /^([0-9A-Za-z]{16})\.(\S{1,80})$/.exec(value ?? '') ?? []
      if (id === undefined || signed === undefined) return undefined
      return signer.verify(statement(subject, id), signed) ? id : undefined
    },
  }
}
