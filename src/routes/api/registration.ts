import { createHash } from 'node:crypto'
import { findLogin } from '../../../db/queries/account.ts'
import * as accountSchemas from '../../../schemas/account.ts'
import { AccountKey, Login, NewAccount } from '../../../schemas/account.ts'
import { Ref } from '../../../schemas/ref.ts'
import { issueLoginKey, registerAccount } from '../../accounts/accounts.ts'
import { isLoopbackHost } from '../../config/config.ts'
import { ApiError, suspended, tooMany } from '../../errors/api-error.ts'
import { createAttemptLimiter } from '../../security/attempts.ts'
import { siteKey } from '../../security/ip-addresses.ts'
import { createIpLimit } from '../../security/ip-limit.ts'
import { createKnownDevices, KNOWN_SECONDS, type KnownDevice } from '../../security/known-devices.ts'
import { createLookupLimit, LookupLimitError } from '../../security/lookup-limit.ts'
import { queueCheck, verifyPassword } from '../../security/secrets.ts'
import type { App, Services } from '../../services.ts'
import { HOUR_MS } from '../../time/timestamps.ts'
import { unmapIpv4 } from '../../visits/country-lookup.ts'
import { clientSignal } from '../client-signal.ts'
import { addComponents } from '../components.ts'
import { agentOf, cookieOf, setCookie } from '../cookies.ts'
import { answer, failure } from '../replies.ts'

/** Registration requests per hour and IP address. */
const MAX_REGISTRATIONS = 20
/** Logins per hour and IP address with the cookie of a former password for which the account is looked up first. */
const MAX_OUTDATED = 10

const tags = ['Registration']
const tooManyAttempts = (waitMs: number) => tooMany('Too many attempts; try again later.', waitMs)

/** Registration and login: outside /api, because every route there needs a key. */
export function registrationRoutes(app: App, services: Services): void {
  const { db, config, counters, signer, lifecycle, blocklist } = services
  addComponents(app, accountSchemas)
  const registrations = createIpLimit(counters, { name: 'register', max: MAX_REGISTRATIONS, windowMs: HOUR_MS })
  const logins = createAttemptLimiter('login', { counters, isStopping: () => lifecycle.draining || lifecycle.closing })
  const knownDevices = createKnownDevices('login', signer)
  const outdated = createLookupLimit({ maxUnknown: MAX_OUTDATED, maxLookups: MAX_OUTDATED, windowMs: HOUR_MS })
  /** The id of a device that knows the present password. Beyond the limit the device counts as unknown. */
  const findDevice = async (ip: string, known: KnownDevice, find: () => Promise<string | undefined>) => {
    const lookup = async () => (known.isOf((await queueCheck(siteKey(ip), find)) ?? '') ? known.id : undefined)
    return outdated.run(ip, lookup).catch((error) => {
      if (error instanceof LookupLimitError) return undefined
      throw error
    })
  }

  // The responses contain an API key.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
  })

  app.post(
    '/register',
    {
      // Before the body is read.
      onRequest: async ({ ip }) => {
        // Behind a proxy on this machine every client has a loopback address; then BASE_URL is public.
        const isLocal = config.isLoopback && isLoopbackHost(unmapIpv4(ip))
        const waitMs = isLocal ? 0 : await registrations(ip)
        if (waitMs > 0) throw tooManyAttempts(waitMs)
        if (!config.registrationOpen)
          throw new ApiError(
            'registration_closed',
            'Registration is closed on this service; ask its operator for an account.',
          )
      },
      schema: {
        operationId: 'register',
        tags,
        summary: 'Register an account',
        description:
          'Creates an account and its first API key, which is shown only in this response. 403 if registration is closed.',
        security: [],
        body: Ref(NewAccount),
        response: {
          200: Ref(AccountKey),
          403: failure('registration_closed'),
          409: failure('email_taken', 'username_taken'),
        },
      },
    },
    async ({ body, ip }) => {
      return answer(await registerAccount(db, body, config.TRIAL_DAYS, siteKey(ip)))
    },
  )

  app.post(
    '/login',
    {
      schema: {
        operationId: 'login',
        tags,
        summary: 'Get a new API key by password',
        description:
          'Creates a new API key for an account, also after all keys were lost. Send `email` or `username`. If the account ' +
          'has 25 active keys, the oldest one created by a login is revoked or, without one, the key unused for longest. ' +
          'The response sets a cookie: wrong passwords that others at the same address send do not delay a client that sends it with later logins.',
        security: [],
        body: Ref(Login),
        response: { 200: Ref(AccountKey), 401: failure('login_failed'), 403: failure('account_suspended') },
      },
    },
    async (request, reply) => {
      const { email, username, password } = request.body
      // Counted by the name as it was sent: the limit must not reveal that an e-mail address and a user name belong
      // together.
      const subject = (email === undefined ? `username:${username}` : `email:${email}`).toLowerCase()
      const cookie = `wm_known_${createHash('sha256').update(subject).digest('hex').slice(0, 12)}`
      let holder: Awaited<ReturnType<typeof findLogin>>
      const find = async () => {
        holder = await findLogin(db, { email, username })
        return holder?.password_hash
      }
      const known = knownDevices.read(subject, cookieOf(request, cookie))
      const device = known && (await findDevice(request.ip, known, find))
      const guesser = { ip: request.ip, agent: agentOf(request), device, signal: clientSignal(reply) }
      const owner = siteKey(request.ip)
      const { isRight, waitMs } = await logins.run(guesser, subject, () =>
        queueCheck(owner, async () => verifyPassword(password, await find(), owner)),
      )
      if (isRight === undefined) throw tooManyAttempts(waitMs)
      if (isRight && holder && blocklist.blocksAccount(holder.id)) throw suspended()
      const issued = isRight && holder ? await issueLoginKey(db, holder.id) : undefined
      if (!holder || !issued)
        throw new ApiError('login_failed', 'The name or the password is wrong.', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        })
      const value = knownDevices.issue(subject, holder.password_hash, device)
      const isSecure = config.baseUrl.startsWith('https:')
      const scope = { path: '/login', maxAgeS: KNOWN_SECONDS, sameSite: 'Strict', isSecure } as const
      reply.header('Set-Cookie', setCookie(cookie, value, scope))
      return answer({ id: holder.id, apikey: issued.apikey })
    },
  )
}
