import ipaddr from 'ipaddr.js'

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

// What the library calls plain unicast, yet is no public host: IANA's special blocks and one cloud's metadata service.
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)
const REFUSED_V4 = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
  '168.63.129.16/32',
].map((block) => ipaddr.IPv4.parseCIDR(block))

/** Whether an IP address (no name, no zone) is a host on the public internet. Anything that is not a plain address is not. */
export function isPublicAddress(ip: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) {
    const address = ipaddr.IPv4.parse(ip)
    return address.range() === 'unicast' && !REFUSED_V4.some((block) => address.match(block))
  }
  if (ip.includes('%') || !ipaddr.IPv6.isValid(ip)) return false
  const address = ipaddr.IPv6.parse(ip)
  // Global unicast is 2000::/3 alone: mapped, compatible, NAT64, unique-local and the rest lie outside it.
  return address.match(GLOBAL_V6) && address.range() === 'unicast' && !REFUSED_V6.some((block) => address.match(block))
}
