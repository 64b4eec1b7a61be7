import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs statements that come back from browsers: `what` is signed until `until`. */
export interface Signer {
  /** `<unix seconds>.<signature>`: url- and cookie-safe. `what` says everything the holder may do, and with what. */
  sign(what: readonly string[], until: Date): string
  /** Whether this service signed exactly this and the time is not over. */
  verify(what: readonly string[], signed: string): boolean
  /** Whether this service signed exactly this, whether or not the time is over. */
  isSigned(what: readonly string[], signed: string): boolean
  /** A number from 0 to below 1 that follows from `what`: the same on every instance, and nobody's to guess. */
  draw(what: readonly string[]): number
}

export function makeSigner(secret: string): Signer {
  const mac = (what: readonly string[], until: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...what, until]))
      .digest()
  const isSigned: Signer['isSigned'] = (what, signed) => {
    const [, seconds, signature] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(signed) ?? []
    if (seconds === undefined || signature === undefined) return false
    return timingSafeEqual(mac(what, seconds), Buffer.from(signature, 'base64url'))
  }
  return {
    sign(what, until) {
      const seconds = String(Math.floor(until.getTime() / 1000))
      return `${seconds}.${mac(what, seconds).toString('base64url')}`
    },
    verify(what, signed) {
      return Number.parseInt(signed, 10) * 1000 > Date.now() && isSigned(what, signed)
    },
    isSigned,
    draw: (what) => mac(what, 'draw').readUIntBE(0, 6) / 2 ** 48,
  }
}
