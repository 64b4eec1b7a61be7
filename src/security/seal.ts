import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts that are stored, such as secrets that must be readable again. */
export interface Seal {
  seal(text: string): string
  /** Undefined if it was sealed with another key or changed since. */
  open(sealed: string): string | undefined
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * A seal with a key derived from the signing secret; texts of one purpose cannot be opened with the seal of another.
 */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      opening.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const text = opening.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, opening.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
