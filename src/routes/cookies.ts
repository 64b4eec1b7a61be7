import type { FastifyRequest } from 'fastify'

/** The value of a cookie of the request. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}

interface CookieScope {
  path: string
  maxAgeS: number
  sameSite: 'Lax' | 'Strict'
  /** Whether the address is https. */
  isSecure: boolean
}

/** The value of `Set-Cookie` for a cookie that scripts cannot read. */
export const setCookie = (name: string, value: string, { path, maxAgeS, sameSite, isSecure }: CookieScope): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`

/** A hint that distinguishes clients with the same IP address; clients can change it. */
export const agentOf = ({ headers }: FastifyRequest): string =>
  `${headers['user-agent'] ?? ''} ${headers['accept-language'] ?? ''}`.slice(0, 300)
