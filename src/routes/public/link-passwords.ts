import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../db/queries/routes.ts'
import { passwordPage } from '../html/pages/password.ts'
import type { Parts } from '../parts.ts'
import { addressKey, countAttempts } from '../work/attempts.ts'
import { verifyPassword } from '../work/secrets.ts'
import { sendPage } from './failures.ts'

const UNLOCKED_MS = 15 * 60_000
const WINDOW_MS = 15 * 60_000

/** Keeps links behind their passwords. */
export interface Locks {
  isUnlocked(link: LinkRoute, request: FastifyRequest): boolean
  /** Shows the form. */
  ask(
    link: LinkRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    problem?: { failed?: boolean; wait?: number },
  ): FastifyReply
  /** Takes what was typed: on success a cookie and back to the link. */
  tryOpen(link: LinkRoute, request: FastifyRequest, reply: FastifyReply, password: string): Promise<FastifyReply>
}

const cookieName = (link: LinkRoute) => `wm_${link.id}`

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}

export function makeLocks({ signer }: Pick<Parts, 'signer'>): Locks {
  // Per visitor and link, per visitor over all links, and per link over all visitors: guessing from many addresses too.
  const perPair = countAttempts(10, WINDOW_MS)
  const perAddress = countAttempts(50, WINDOW_MS)
  const perLink = countAttempts(500, WINDOW_MS)
  // A new password makes old cookies worthless.
  const statement = (link: LinkRoute) => ['unlocked', String(link.id), link.password_hash ?? '']

  // Never the request's own words for its path: they may be a whole address.
  const hereOf = (link: LinkRoute, request: FastifyRequest) => {
    const query = request.url.indexOf('?')
    return `/${link.alias}${query === -1 ? '' : request.url.slice(query)}`
  }
  const ask: Locks['ask'] = (link, request, reply, { failed = false, wait } = {}) => {
    const page = passwordPage({ action: hereOf(link, request), failed, wait: wait ?? null })
    if (wait !== undefined) reply.header('Retry-After', String(wait))
    return sendPage(reply, page, wait !== undefined ? 429 : failed ? 403 : 200)
  }

  return {
    isUnlocked(link, request) {
      const cookie = cookieOf(request, cookieName(link))
      return cookie !== undefined && signer.verify(statement(link), cookie)
    },
    ask,
    async tryOpen(link, request, reply, password) {
      const address = addressKey(request.ip)
      const limits: [typeof perPair, string][] = [
        [perPair, `${link.id} ${address}`],
        [perAddress, address],
        [perLink, String(link.id)],
      ]
      // Counted before the password is looked at, so that attempts at the same time are attempts too.
      const wait = Math.max(...limits.map(([limit, key]) => limit.spend(key)))
      if (wait > 0) return ask(link, request, reply, { wait })
      if (!(await verifyPassword(password.slice(0, 255), link.password_hash ?? undefined)))
        return ask(link, request, reply, { failed: true })
      const value = signer.sign(statement(link), new Date(Date.now() + UNLOCKED_MS))
      const secure = request.protocol === 'https' ? '; Secure' : ''
      return reply
        .code(303)
        .headers({
          'Set-Cookie': `${cookieName(link)}=${value}; Path=/${link.alias}; Max-Age=${UNLOCKED_MS / 1000}; HttpOnly; SameSite=Lax${secure}`,
          Location: hereOf(link, request),
          'Cache-Control': 'no-store',
        })
        .send()
    },
  }
}
