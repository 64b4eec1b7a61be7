import ipaddr from 'ipaddr.js'

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

// Blocks that the library classifies as unicast but that are not public: IANA's special-purpose blocks and a cloud
// metadata service.
const BLOCKED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)
const BLOCKED_V4 = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
  '168.63.129.16/32',
].map((block) => ipaddr.IPv4.parseCIDR(block))

/** Whether a text is an IP address, without a zone, on the public internet. */
export function isPublicAddress(ip: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) {
    const address = ipaddr.IPv4.parse(ip)
    return address.range() === 'unicast' && !BLOCKED_V4.some((block) => address.match(block))
  }
  if (ip.includes('%') || !ipaddr.IPv6.isValid(ip)) return false
  const address = ipaddr.IPv6.parse(ip)
  // Only 2000::/3 is global unicast: mapped, NAT64, unique-local and other addresses are outside it.
  return address.match(GLOBAL_V6) && address.range() === 'unicast' && !BLOCKED_V6.some((block) => address.match(block))
}
