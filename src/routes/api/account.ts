import { findAccount, findPasswordHash } from '../../../db/queries/account.ts'
import { AccountChange, AccountReply, AccountUpdated } from '../../../schemas/account.ts'
import { Ref } from '../../../schemas/ref.ts'
import { changeAccount } from '../../accounts/accounts.ts'
import { ApiError, found, tooMany } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { createAttemptLimiter, type Guesser } from '../../security/attempts.ts'
import { accountOwner, verifyPassword } from '../../security/secrets.ts'
import type { App, Caller, Services } from '../../services.ts'
import { clientSignal } from '../client-signal.ts'
import { agentOf } from '../cookies.ts'
import { answer, done, failure } from '../replies.ts'

const tags = ['Account']

export function accountRoutes(app: App, { db, config, counters, lifecycle }: Services): void {
  const passwords = createAttemptLimiter('account', {
    counters,
    isStopping: () => lifecycle.draining || lifecycle.closing,
  })
  const read = async ({ account }: { account: { id: number } }) => {
    const row = found(await findAccount(db, account.id), 'Account')
    return answer({ data: { ...row, avatar: `${config.baseUrl}/avatar/${row.id}.svg` } })
  }

  app.get(
    '/account',
    {
      schema: {
        operationId: 'getAccount',
        tags,
        summary: 'Get the account',
        description: 'The account of the API key. Use it to verify a key and its environment.',
        response: { 200: Ref(AccountReply) },
      },
    },
    read,
  )

  app.post(
    '/account',
    {
      onRequest: requireScope('read'),
      schema: {
        operationId: 'postAccount',
        tags,
        summary: 'Get the account, by POST',
        description: 'The same response as `GET /api/account`, for clients that verify a key by POST.',
        response: { 200: Ref(AccountReply) },
      },
    },
    read,
  )

  /** Throws `password_required`, `password_wrong` or `rate_limited`. */
  const demandPassword = async (guesser: Guesser, { id, expires }: Caller, password: string | undefined) => {
    if (password === undefined) {
      // With a new password, the holder of an expiring key could log in and get a key that does not expire.
      if (expires !== null)
        throw new ApiError('password_required', 'This API key expires: send the current password as `currentpassword`.')
      return
    }
    const { isRight, waitMs } = await passwords.run(guesser, String(id), async () =>
      verifyPassword(password, await findPasswordHash(db, id), accountOwner(id)),
    )
    if (isRight === undefined) throw tooMany('Too many attempts; try again later.', waitMs)
    if (!isRight) throw new ApiError('password_wrong', '`currentpassword` is not the password of the account.')
  }

  app.put(
    '/account/update',
    {
      onRequest: requireScope('admin'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateAccount',
        tags,
        summary: 'Update the account',
        description:
          'Changes the e-mail address, the password, or both; at least one is required. A new password revokes the API keys created by logins; other keys stay valid.',
        body: Ref(AccountChange),
        response: {
          200: Ref(AccountUpdated),
          403: failure('password_required', 'password_wrong'),
          409: failure('email_taken'),
        },
      },
    },
    async (request, reply) => {
      const { ip, account, body } = request
      const { email, password, currentpassword } = body
      await demandPassword({ ip, agent: agentOf(request), signal: clientSignal(reply) }, account, currentpassword)
      await changeAccount(db, account.id, { email, password })
      return done('Account has been successfully updated.')
    },
  )
}
