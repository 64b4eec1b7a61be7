import type { Server } from 'node:http'

// Some proxies add the client's port: `203.0.113.7:51034`, `[2001:db8::1]:443`.
const withoutPort = (address: string) =>
  address.trim().replace(/^\[([^\]]*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$2')

/** Removes ports and brackets from X-Forwarded-For before Fastify reads the client's address from it. */
export function removeForwardedPorts(server: Server): void {
  server.prependListener('request', ({ headers }) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string' && forwarded.includes(':'))
      headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
  })
}
