import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

function ipv6Prefix(ip: string, bits: number): string | undefined {
  if (!isIPv6(ip)) return undefined
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return undefined
  const bytes = address.toByteArray().map((byte, i) => (i * 8 < bits ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

/**
 * The key under which limits count an address: the IPv4 address, or the IPv6 /64 network, which one client may have.
 */
export function addressKey(ip: string): string {
  return ipv6Prefix(ip, 64) ?? ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * The key for sharing scarce resources between clients: the IPv4 address, or the IPv6 /48 network, which anyone can
 * obtain. It can cover many customers, so limits use `addressKey` instead.
 */
export const siteKey = (ip: string): string => ipv6Prefix(ip, 48) ?? addressKey(ip)

/** The IPv6 /56 network of an address, which providers assign to one customer; undefined for IPv4. */
export const networkKey = (ip: string): string | undefined => ipv6Prefix(ip, 56)
