import { findLogin } from '../../db/queries/account.ts'
import * as accountSchemas from '../../schemas/account.ts'
import { AccountKey, Login, NewAccount } from '../../schemas/account.ts'
import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import { addComponents } from '../components.ts'
import { ApiError, invalid } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { answer } from '../replies.ts'
import { issueLoginKey, registerAccount } from '../work/accounts.ts'
import { verifyPassword } from '../work/secrets.ts'

const HOUR_MS = 3_600_000
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

const tooMany = (ttl: number) =>
  new ApiError(429, 'rate_limited', 'Too many attempts; try again later.', undefined, {
    'Retry-After': String(Math.max(1, Math.ceil(ttl / 1000))),
  })

/** Making an account and getting a key back: outside /api, because everything there needs a key. */
export function registrationRoutes(app: App, { db, config }: Parts): void {
  addComponents(app, accountSchemas)
  const byIp = app.createRateLimit({
    max: AN_HOUR,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => `entry:${request.ip}`,
  })
  const byName = app.createRateLimit({
    max: AN_HOUR,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => {
      const { email, username } = request.body as Login
      return `login:${(email ?? username ?? '').toLowerCase()}`
    },
  })

  app.addHook('onRequest', async (request) => {
    if (config.isLoopback) return
    const limit = await byIp(request)
    if (!limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttl)
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
          'Where the account has its 25 live keys, the oldest one that a login made ends.',
        security: [],
        body: Ref(Login),
        response: { 200: Ref(AccountKey), ...failures, 401: Ref(Failure), 403: Ref(Failure) },
      },
    },
    async (request) => {
      const { email, username, password } = request.body
      if (email === undefined && username === undefined)
        throw invalid([{ path: '/email', message: 'is required when username is not sent' }])
      // Only failures are spent: nobody is locked out by logging in often, and a guesser is after twenty.
      const budget = await byName(request, { increment: false })
      if (!budget.isAllowed && budget.isExceeded) throw tooMany(budget.ttl)
      const holder = await findLogin(db, { email, username })
      if (!(await verifyPassword(password, holder?.password_hash)) || !holder) {
        await byName(request)
        throw new ApiError(401, 'login_failed', 'The name or the password is wrong.', undefined, {
          'WWW-Authenticate': 'Bearer',
        })
      }
      const { apikey } = await issueLoginKey(db, holder.id)
      return answer({ id: holder.id, apikey })
    },
  )
}
