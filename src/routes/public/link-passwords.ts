import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { ApiError, tooMany } from '../../errors/api-error.ts'
import { aliasPath } from '../../links/aliases.ts'
import { passwordPage } from '../../pages/password.ts'
import { queryOf } from '../../routing/visit-query.ts'
import { createAttemptLimiter } from '../../security/attempts.ts'
import { siteKey } from '../../security/ip-addresses.ts'
import { createFormBrowsers, createKnownDevices, FORM_SECONDS, KNOWN_SECONDS } from '../../security/known-devices.ts'
import { verifyPassword } from '../../security/secrets.ts'
import type { Services } from '../../services.ts'
import { clientSignal } from '../client-signal.ts'
import { agentOf, cookieOf, setCookie } from '../cookies.ts'
import { sendRefusal } from './errors.ts'
import { lookOf } from './looks.ts'

const UNLOCKED_MS = 15 * 60_000

/** A link at the URL of a visit. */
export interface VisitedLink {
  link: LinkRoute
  /** Scheme and host of the short URL. */
  origin: string
  /** What follows the alias in the path, as it was sent. */
  path: string
  /** The campaign whose rotator chose the link, and the rotator. */
  campaignId?: number
  slug?: string
}

/** Asks visitors for the passwords of links. */
export interface LinkPasswords {
  /** Whether the request has the cookie of an entered password. */
  isUnlocked(link: LinkRoute, request: FastifyRequest): boolean
  /** Sends the form; `wait` is the number of seconds until the next attempt is checked. */
  sendForm(
    visited: VisitedLink,
    request: FastifyRequest,
    reply: FastifyReply,
    problem?: { failed?: boolean; wait?: number },
  ): FastifyReply
  /** Checks a password: on success sets a cookie and redirects to the link. */
  submit(visited: VisitedLink, request: FastifyRequest, reply: FastifyReply, password: string): Promise<FastifyReply>
}

const cookieName = (link: LinkRoute) => `wm_${link.id}`
const knownName = (link: LinkRoute) => `wm_known_${link.id}`
const formName = (link: LinkRoute) => `wm_form_${link.id}`

export function createLinkPasswords({
  signer,
  counters,
  lifecycle,
}: Pick<Services, 'signer' | 'counters' | 'lifecycle'>): LinkPasswords {
  // Only failed attempts count, and they only delay, so that a visitor who knows the password is never locked out.
  const attempts = createAttemptLimiter('link', { counters, isStopping: () => lifecycle.draining || lifecycle.closing })
  const knownDevices = createKnownDevices('link', signer)
  const formBrowsers = createFormBrowsers('link', signer)
  // Contains the password's hash, so that a new password invalidates the cookies.
  const statement = (link: LinkRoute) => ['unlocked', String(link.id), link.password_hash ?? '']

  // Built from the alias, because the request's URL may be an absolute one.
  const pathOf = ({ link, path }: VisitedLink, request: FastifyRequest) => {
    const query = queryOf(request.url)
    return `/${aliasPath(link.alias)}${path === '' ? '' : `/${path}`}${query === '' ? '' : `?${query}`}`
  }
  const browserOf = (link: LinkRoute, request: FastifyRequest) =>
    formBrowsers.read(String(link.id), cookieOf(request, formName(link)))
  const scopeOf = ({ link, origin }: VisitedLink) =>
    ({ path: `/${aliasPath(link.alias)}`, sameSite: 'Lax', isSecure: origin.startsWith('https:') }) as const
  const sendForm: LinkPasswords['sendForm'] = (visited, request, reply, { failed = false, wait } = {}) => {
    const { link } = visited
    if (browserOf(link, request) === undefined) {
      const value = formBrowsers.issue(String(link.id))
      reply.header('Set-Cookie', setCookie(formName(link), value, { ...scopeOf(visited), maxAgeS: FORM_SECONDS }))
    }
    const page = passwordPage(lookOf(request), { action: pathOf(visited, request), failed, wait: wait ?? null })
    const failure =
      wait === undefined
        ? new ApiError('link_locked', failed ? 'This is not the password of the link.' : 'This link has a password.')
        : tooMany('Too many wrong passwords.', wait * 1000)
    return sendRefusal(reply, failure, page, wait === undefined && !failed ? 200 : failure.status)
  }

  return {
    isUnlocked(link, request) {
      const cookie = cookieOf(request, cookieName(link))
      return cookie !== undefined && signer.verify(statement(link), cookie)
    },
    sendForm,
    async submit(visited, request, reply, password) {
      const { link } = visited
      const subject = String(link.id)
      const hash = link.password_hash ?? ''
      const known = knownDevices.read(subject, cookieOf(request, knownName(link)))
      const device = known?.isOf(hash) ? known.id : undefined
      const guesser = {
        ip: request.ip,
        agent: agentOf(request),
        browser: browserOf(link, request),
        device,
        signal: clientSignal(reply),
      }
      const { isRight, waitMs } = await attempts.run(guesser, subject, () =>
        verifyPassword(password.slice(0, 255), hash, siteKey(request.ip)),
      )
      if (isRight === undefined) return sendForm(visited, request, reply, { wait: Math.ceil(waitMs / 1000) })
      if (!isRight) return sendForm(visited, request, reply, { failed: true })
      const unlocked = signer.sign(statement(link), new Date(Date.now() + UNLOCKED_MS))
      const scope = scopeOf(visited)
      return reply
        .code(303)
        .headers({
          'Set-Cookie': [
            setCookie(cookieName(link), unlocked, { ...scope, maxAgeS: UNLOCKED_MS / 1000 }),
            setCookie(knownName(link), knownDevices.issue(subject, hash, device), { ...scope, maxAgeS: KNOWN_SECONDS }),
          ],
          Location: pathOf(visited, request),
          'Cache-Control': 'no-store',
        })
        .send()
    },
  }
}
