/** The same bytes in memory of their own: a slice of a larger buffer keeps all of that alive. */
export function copyBytes(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes) && bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.from(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** What a cached buffer takes beyond its bytes: its object, its memory's header, its place in the cache. */
export const BUFFER_OVERHEAD = 400
