/** Copies bytes unless they fill their buffer: a slice would keep the whole buffer in memory. */
export function copyBytes(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes) && bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.from(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** The approximate memory of a cached buffer in addition to its bytes. */
export const BUFFER_OVERHEAD = 400
