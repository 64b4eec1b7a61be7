import { findAccount, findPasswordHash } from '../../../db/queries/account.ts'
import {
  AccountChange,
  AccountDeleted,
  AccountDeletion,
  AccountReply,
  AccountUpdated,
} from '../../../schemas/account.ts'
import { Ref } from '../../../schemas/ref.ts'
import { changeAccount } from '../../accounts/accounts.ts'
import { removeAccount } from '../../accounts/delete-account.ts'
import { isRestricted } from '../../accounts/key-restrictions.ts'
import { newEmailFaults } from '../../accounts/new-email.ts'
import { ApiError, keyUnknown, tooMany } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
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
    const row = await findAccount(db, account.id)
    if (!row) throw keyUnknown()
    return answer({ data: { ...row, avatar: `${config.baseUrl}/avatar/${row.id}.svg` } })
  }

  app.get(
    '/account',
    {
      config: { isPerDomain: true },
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
      config: { isPerDomain: true },
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

  /** Throws `password_wrong` or `rate_limited`. */
  const checkPassword = async (guesser: Guesser, { id }: Caller, field: string, password: string) => {
    const { isRight, waitMs } = await passwords.run(guesser, String(id), async () =>
      verifyPassword(password, await findPasswordHash(db, id), accountOwner(id)),
    )
    if (isRight === undefined) throw tooMany('Too many attempts; try again later.', waitMs)
    if (!isRight) throw new ApiError('password_wrong', `\`${field}\` is not the password of the account.`)
  }

  app.put(
    '/account/update',
    {
      onRequest: requireScope('admin'),
      preValidation: [
        replayStoredReply,
        alsoReport(({ account, body }) => newEmailFaults(db, account.id, body['email'])),
      ],
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
      // With a new password, the holder of the key could log in and get one that neither expires nor is restricted.
      if (currentpassword === undefined && (account.expires !== null || isRestricted(account)))
        throw new ApiError(
          'password_required',
          'This API key expires or is restricted: send the current password as `currentpassword`.',
        )
      if (currentpassword !== undefined) {
        const guesser = { ip, agent: agentOf(request), signal: clientSignal(reply) }
        await checkPassword(guesser, account, 'currentpassword', currentpassword)
      }
      await changeAccount(db, account.id, { email, password })
      return done('Account has been successfully updated.')
    },
  )

  app.delete(
    '/account',
    {
      onRequest: requireScope('admin'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteAccount',
        tags,
        summary: 'Delete the account',
        description:
          'Deletes the account with everything that it has, for good. From the reply on its API keys are 401, its links, pages, codes and domains are gone, and nothing is sent to its webhooks; a job deletes the rows. Export first what you want to keep.',
        body: Ref(AccountDeletion),
        response: { 200: Ref(AccountDeleted), 403: failure('password_wrong') },
      },
    },
    async (request, reply) => {
      const { ip, account, body } = request
      const guesser = { ip, agent: agentOf(request), signal: clientSignal(reply) }
      await checkPassword(guesser, account, 'password', body.password)
      const job = await removeAccount(db, config, account.id, (error) =>
        request.log.error({ err: error }, 'the file with the first key could not be deleted'),
      )
      return { ...done('Account has been deleted successfully.'), job }
    },
  )
}
