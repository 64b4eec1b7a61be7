import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs statements that browsers send back, such as "may open link 42"; a signature is valid until a given time. */
export interface Signer {
  /** `<unix seconds>.<signature>`, safe in URLs and cookies. */
  sign(statement: readonly string[], until: Date): string
  /** Whether this service signed exactly this statement and the signature has not expired. */
  verify(statement: readonly string[], signed: string): boolean
  /** Whether this service signed exactly this statement, expired or not. */
  isSigned(statement: readonly string[], signed: string): boolean
  /**
   * A number from 0 (inclusive) to 1 (exclusive) derived from the statement: the same on every instance, and not
   * guessable.
   */
  draw(statement: readonly string[]): number
  /** A keyed hash of a statement as 64 hexadecimal digits, the same on every instance. */
  digest(statement: readonly string[]): string
}

export function createSigner(secret: string): Signer {
  const mac = (statement: readonly string[], until: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...statement, until]))
      .digest()
  const isSigned: Signer['isSigned'] = (statement, signed) => {
    const [, seconds, signature] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(signed) ?? []
    if (seconds === undefined || signature === undefined) return false
    return timingSafeEqual(mac(statement, seconds), Buffer.from(signature, 'base64url'))
  }
  return {
    sign(statement, until) {
      const seconds = String(Math.floor(until.getTime() / 1000))
      return `${seconds}.${mac(statement, seconds).toString('base64url')}`
    },
    verify(statement, signed) {
      return Number.parseInt(signed, 10) * 1000 > Date.now() && isSigned(statement, signed)
    },
    isSigned,
    draw: (statement) => mac(statement, 'draw').readUIntBE(0, 6) / 2 ** 48,
    digest: (statement) => mac(statement, 'digest').toString('hex'),
  }
}
