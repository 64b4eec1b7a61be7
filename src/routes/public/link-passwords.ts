import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { passwordPage } from '../../pages/password.ts'
import { queryOf } from '../../routing/visit-query.ts'
import { createAttemptLimiter } from '../../security/attempts.ts'
import { verifyPassword } from '../../security/secrets.ts'
import type { Services } from '../../services.ts'
import { sendPage } from './errors.ts'

const UNLOCKED_MS = 15 * 60_000

/** Keeps links behind their passwords. */
export interface Locks {
  isUnlocked(link: LinkRoute, request: FastifyRequest): boolean
  /** Shows the form; `wait` is the seconds until the next attempt is looked at. */
  ask(
    link: LinkRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    problem?: { failed?: boolean; wait?: number },
  ): FastifyReply
  /** Checks what was typed: on success a cookie and back to the link. `origin` is that of the short URL. */
  tryOpen(
    link: LinkRoute,
    origin: string,
    request: FastifyRequest,
    reply: FastifyReply,
    password: string,
  ): Promise<FastifyReply>
}

const cookieName = (link: LinkRoute) => `wm_${link.id}`

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}

export function createLocks({ signer, counters }: Pick<Services, 'signer' | 'counters'>): Locks {
  // Only failures count, and they slow down: nobody who knows the password is shut out.
  const attempts = createAttemptLimiter('link', counters)
  // A new password makes old cookies worthless.
  const statement = (link: LinkRoute) => ['unlocked', String(link.id), link.password_hash ?? '']

  // Not the path as it was sent: that may be a whole URL.
  const hereOf = (link: LinkRoute, request: FastifyRequest) => {
    const query = queryOf(request.url)
    return `/${link.alias}${query === '' ? '' : `?${query}`}`
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
    async tryOpen(link, origin, request, reply, password) {
      const { isRight, waitMs } = await attempts.run(request.ip, String(link.id), () =>
        verifyPassword(password.slice(0, 255), link.password_hash ?? undefined),
      )
      if (isRight === undefined) return ask(link, request, reply, { wait: Math.ceil(waitMs / 1000) })
      if (!isRight) return ask(link, request, reply, { failed: true })
      const value = signer.sign(statement(link), new Date(Date.now() + UNLOCKED_MS))
      const secure = origin.startsWith('https:') ? '; Secure' : ''
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
