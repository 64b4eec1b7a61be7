import { hash } from 'node:crypto'

/** A set of texts that keeps 53 bits of the hash of each: a million take 16 MiB. */
export interface KeySet {
  readonly size: number
  add(key: string): void
  has(key: string): boolean
}

const FIRST_SLOTS = 1024

// Of a million entries one is mistaken for another text once in ten thousand million times.
function numberOf(key: string): number {
  const bytes = hash('sha256', key, 'buffer')
  return bytes.readUIntBE(0, 6) * 32 + ((bytes[6] ?? 0) >> 3) || 1
}

export function createKeySet(): KeySet {
  // Zero is an empty slot. At most half of the slots are used, so that a search ends soon.
  let slots = new Float64Array(FIRST_SLOTS)
  let size = 0
  const place = (table: Float64Array, value: number): number => {
    let at = value % table.length
    while (table[at] !== 0 && table[at] !== value) at = at + 1 === table.length ? 0 : at + 1
    return at
  }
  const grow = () => {
    const larger = new Float64Array(2 * slots.length)
    for (const value of slots) if (value !== 0) larger[place(larger, value)] = value
    slots = larger
  }
  return {
    get size() {
      return size
    },
    add(key) {
      const value = numberOf(key)
      const at = place(slots, value)
      if (slots[at] === value) return
      slots[at] = value
      if (++size * 2 > slots.length) grow()
    },
    has: (key) => slots[place(slots, numberOf(key))] !== 0,
  }
}
