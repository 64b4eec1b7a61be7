import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A set of texts that keeps 53 bits of the hash of each: a million take 16 to 32 MiB. */
export interface KeySet {
  readonly size: number
  add(key: string): void
  /** Adds a hash of another set. */
  addHash(value: number): void
  has(key: string): boolean
  /** The same, by what `hashOf` returns for the key. */
  hasHash(value: number): boolean
  /** The hashes, in any order. */
  hashes(): Float64Array<ArrayBuffer>
}

const MIN_SLOTS = 1024
// Others get their turn after so many.
const HASHES_PER_TURN = 20_000

/** A hash of 53 bits: in a set of a million keys, about one lookup in ten billion finds a key that is not in it. */
export function hashOf(key: string): number {
  const bytes = hash('sha256', key, 'buffer')
  return bytes.readUIntBE(0, 6) * 32 + ((bytes[6] ?? 0) >> 3) || 1
}

/** An empty set. With the number of keys that are expected it does not pause to grow. */
export function createKeySet(expected = 0): KeySet {
  // Zero is an empty slot. At most half of the slots are used, so that a search ends soon.
  let slots = new Float64Array(Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(2 * expected + 1))))
  let size = 0
  const place = (table: Float64Array, value: number): number => {
    let at = Math.floor(value * (table.length / 2 ** 53))
    while (table[at] !== 0 && table[at] !== value) at = at + 1 === table.length ? 0 : at + 1
    return at
  }
  const grow = () => {
    const larger = new Float64Array(2 * slots.length)
    for (const value of slots) if (value !== 0) larger[place(larger, value)] = value
    slots = larger
  }
  const addHash = (value: number) => {
    const at = place(slots, value)
    if (slots[at] === value) return
    slots[at] = value
    if (++size * 2 > slots.length) grow()
  }
  const hasHash = (value: number) => slots[place(slots, value)] !== 0
  return {
    get size() {
      return size
    },
    add: (key) => addHash(hashOf(key)),
    addHash,
    has: (key) => hasHash(hashOf(key)),
    hasHash,
    hashes: () => slots.filter((value) => value !== 0),
  }
}

/** The hashes of a set, 8 bytes each, in the byte order of the processor, which is the same for all instances. */
export const packKeys = (set: KeySet): Uint8Array => new Uint8Array(set.hashes().buffer)

/** The set with these hashes. */
export async function unpackKeys(packed: Uint8Array): Promise<KeySet> {
  // A copy, because the bytes of a row may begin anywhere.
  const values = new Float64Array(new Uint8Array(packed).buffer, 0, Math.floor(packed.length / 8))
  const set = createKeySet(values.length)
  for (const [i, value] of values.entries()) {
    if (value > 0 && Number.isSafeInteger(value)) set.addHash(value)
    if (i % HASHES_PER_TURN === 0) await nextTurn()
  }
  return set
}
