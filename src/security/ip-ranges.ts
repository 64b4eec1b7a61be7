import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Range = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

const MAPPED_BITS = 96

/** An address or a network as the lowest address and the length of the prefix; undefined if it is neither. */
function parseRange(text: string): Range | undefined {
  const [, name = '', length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  // ipaddr.js also reads forms such as 127.1 and 0x7f.1, which mean other addresses to other programs.
  const version = isIP(name)
  // It takes IPv4-compatible addresses (::192.0.2.1), which are IPv6, for IPv4.
  if (version === 0 || /^::\d+\./.test(name)) return undefined
  const address = ipaddr.parse(name)
  const max = version === 4 ? 32 : 128
  const bits = length === undefined ? max : Number(length)
  if (bits > max) return undefined
  const lowest = ipaddr.fromByteArray(
    address.toByteArray().map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - i * 8)))),
  )
  if (lowest instanceof ipaddr.IPv6 && lowest.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return [lowest.toIPv4Address(), bits - MAPPED_BITS]
  return [lowest, bits]
}

/**
 * The shortest form of an address or a network (CIDR), IPv4-mapped ones as IPv4: `10.1.2.3/8` is `10.0.0.0/8`.
 * Undefined if the text is neither.
 */
export function canonicalRange(text: string): string | undefined {
  const range = parseRange(text)
  if (!range) return undefined
  const [address, bits] = range
  const isSingle = bits === address.toByteArray().length * 8
  return isSingle ? address.toString() : `${address.toString()}/${bits}`
}

const contains = ([network, bits]: Range, [address, length]: Range) =>
  network.kind() === address.kind() && length >= bits && address.match(network as ipaddr.IPv4, bits)

// The lists belong to cached keys, so each is parsed once.
const parsed = new WeakMap<readonly string[], Range[]>()

/** Whether one of the ranges contains all of an address or range. */
export function isInRanges(ranges: readonly string[], text: string): boolean {
  const known = parsed.get(ranges) ?? ranges.map(parseRange).filter((range) => range !== undefined)
  parsed.set(ranges, known)
  const asked = parseRange(text)
  return asked !== undefined && known.some((range) => contains(range, asked))
}
