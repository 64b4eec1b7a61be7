import type { FastifyRequest } from 'fastify'
import { findLogin } from '../../db/queries/account.ts'
import * as accountSchemas from '../../schemas/account.ts'
import { AccountKey, Login, NewAccount } from '../../schemas/account.ts'
import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import { addComponents } from '../components.ts'
import { isLoopbackHost } from '../config.ts'
import { ApiError, tooMany } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { answer } from '../replies.ts'
import { issueLoginKey, registerAccount } from '../work/accounts.ts'
import { addressKey } from '../work/attempts.ts'
import { unwrap } from '../work/geo.ts'
import { verifyPassword } from '../work/secrets.ts'
import { HOUR_MS } from '../work/time.ts'

const AN_HOUR = 20

const tags = ['Registration']
const failures = {
  400: Ref(Failure),
  413: Ref(Failure),
  415: Ref(Failure),
  429: Ref(Failure),
  503: Ref(Failure),
  default: Ref(Failure),
}

const tooManyAttempts = (ttl: number) => tooMany('Too many attempts; try again later.', ttl)

/** Limits the failed logins of an account, or of a name that has none. */
function limitLogins(app: App) {
  const names = new WeakMap<FastifyRequest, string>()
  const spend = app.createRateLimit({
    max: AN_HOUR,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => `login:${names.get(request)}`,
  })
  const underWay = new Map<string, number>()

  /**
   * Throws a 429 where no attempt is left; `attempt` says whether it failed. Only failures are spent: nobody is locked
   * out by logging in often, and a guesser is after twenty. Attempts under way count as failed until they are done.
   */
  return async (request: FastifyRequest, name: string, attempt: () => Promise<boolean>): Promise<void> => {
    names.set(request, name)
    const others = underWay.get(name) ?? 0
    underWay.set(name, others + 1)
    try {
      const budget = await spend(request, { increment: false })
      if (!budget.isAllowed && budget.remaining <= others) throw tooManyAttempts(budget.ttl)
      if (await attempt()) await spend(request)
    } finally {
      const left = (underWay.get(name) ?? 1) - 1
      if (left > 0) underWay.set(name, left)
      else underWay.delete(name)
    }
  }
}

/** Making an account and getting a key back: outside /api, because everything there needs a key. */
export function registrationRoutes(app: App, { db, config }: Parts): void {
  addComponents(app, accountSchemas)
  const byIp = app.createRateLimit({
    max: AN_HOUR,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => `entry:${addressKey(request.ip)}`,
  })
  const withinBudget = limitLogins(app)

  app.addHook('onRequest', async (request) => {
    // A proxy of this machine makes strangers look local: then BASE_URL tells that they are not.
    if (config.isLoopback && isLoopbackHost(unwrap(request.ip))) return
    const limit = await byIp(request)
    if (!limit.isAllowed && limit.isExceeded) throw tooManyAttempts(limit.ttl)
  })

  app.post(
    '/register',
    {
      // Before the body is looked at.
      onRequest: async () => {
        if (!config.registrationOpen)
          throw new ApiError(
            403,
            'registration_closed',
            'Registration is closed on this service; ask its operator for an account.',
          )
      },
      schema: {
        operationId: 'register',
        tags,
        summary: 'Register an account',
        description:
          'Makes an account and its first API key, which is shown this once. Answers 403 where registration is closed.',
        security: [],
        body: Ref(NewAccount),
        response: { 200: Ref(AccountKey), ...failures, 403: Ref(Failure), 409: Ref(Failure) },
      },
    },
    async ({ body }) => {
      return answer(await registerAccount(db, body, config.TRIAL_DAYS))
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
          'Makes a new API key for an account, so that a lost key is not a lost account. Send `email` or `username`. ' +
          'Where the account has its 25 live keys, the oldest one that a login made ends, or else the one unused for longest.',
        security: [],
        body: Ref(Login),
        response: { 200: Ref(AccountKey), ...failures, 401: Ref(Failure) },
      },
    },
    async (request) => {
      const { email, username, password } = request.body
      const holder = await findLogin(db, { email, username })
      const name = holder ? `account:${holder.id}` : `name:${(email ?? username ?? '').toLowerCase()}`
      let isHolder = false
      await withinBudget(request, name, async () => {
        isHolder = await verifyPassword(password, holder?.password_hash)
        return !isHolder
      })
      if (!holder || !isHolder)
        throw new ApiError(401, 'login_failed', 'The name or the password is wrong.', undefined, {
          'WWW-Authenticate': 'Bearer',
        })
      const { apikey } = await issueLoginKey(db, holder.id)
      return answer({ id: holder.id, apikey })
    },
  )
}
