import type { Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { Config } from '../config/config.ts'
import { addressKey } from '../security/ip-addresses.ts'
import { addToCount } from '../security/key-counts.ts'

/** The named networks that TRUST_PROXY may list, with the values of proxy-addr, which Fastify uses. */
const namedNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Creates the test whether an address is a trusted proxy, whose connections serve many clients. */
function createProxyTest(trusted: Config['trustProxy']): (address: string) => boolean {
  if (trusted === false) return () => false
  if (typeof trusted === 'number') return () => true
  const list = new BlockList()
  for (const network of trusted.flatMap((part) => namedNetworks[part] ?? [part])) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Limits the open connections of a server, in total and per address. Connections beyond the limit are closed without a
 * response.
 */
export function limitConnections(
  server: Server,
  {
    MAX_CONNECTIONS,
    MAX_CONNECTIONS_PER_ADDRESS,
    trustProxy,
  }: Pick<Config, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'trustProxy'>,
): void {
  const isProxy = createProxyTest(trustProxy)
  const open = new Map<string, number>()
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const address = addressKey(remoteAddress)
    if ((open.get(address) ?? 0) >= MAX_CONNECTIONS_PER_ADDRESS) return void socket.destroy()
    addToCount(open, address, 1)
    socket.once('close', () => addToCount(open, address, -1))
  })
}
