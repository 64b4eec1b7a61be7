import ipaddr from 'ipaddr.js'

/** What became of the X-Forwarded-For of a request whose sender made up an address. */
export type Forwarding =
  /** The made-up address counts as that of the client. */
  | 'believed'
  /** It counts too, but the request came to the proxy from an address that is itself trusted as one. */
  | 'within'
  /** The header arrived as it was sent, and the sender of the connection counts: no proxy took part. */
  | 'direct'
  /** No header arrived: a proxy removed it and sets none. */
  | 'removed'
  /** A proxy wrote the header, but is not trusted: it counts as the client. */
  | 'untrusted'
  /** The address that counts was added after another one: it is that of a proxy. */
  | 'inner'
  /** The address that counts is the one that the outermost proxy wrote. */
  | 'forwarded'

interface Received {
  /** The value of X-Forwarded-For; undefined: there is none. */
  header: string | undefined
  /** The address that counts as that of the client. */
  client: string
  /** The address of the other end of the connection. */
  sender: string
  /** Whether proxies are trusted by their addresses, not by their number. */
  isByAddress: boolean
}

const plain = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address)

/** Judges a request that was sent with `claimed` as its whole X-Forwarded-For. */
export function judgeForwarding(claimed: string, { header, client, sender, isByAddress }: Received): Forwarding {
  const listed = header?.split(',').map((part) => plain(part.trim())) ?? []
  const [made, counted] = [plain(claimed), plain(client)]
  if (counted === made) return isByAddress && listed.length > 1 ? 'within' : 'believed'
  if (counted === plain(sender)) {
    if (listed.length === 0) return 'removed'
    return listed.join() === made ? 'direct' : 'untrusted'
  }
  return listed[listed[0] === made ? 1 : 0] === counted ? 'forwarded' : 'inner'
}
