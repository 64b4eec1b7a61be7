import { findAccount, updateAccount } from '../../db/queries/account.ts'
import { AccountChange, AccountReply, AccountUpdated } from '../../schemas/account.ts'
import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import { found, taken } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { answer, done } from '../replies.ts'
import { hashPassword } from '../work/secrets.ts'

const tags = ['Account']

export function accountRoutes(app: App, { db, config }: Parts): void {
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
        description: 'The account that the API key belongs to: the way to verify a key and its environment.',
        response: { 200: Ref(AccountReply) },
      },
    },
    read,
  )

  app.post(
    '/account',
    {
      config: { reads: true },
      schema: {
        operationId: 'postAccount',
        tags,
        summary: 'Get the account, by POST',
        description: 'Answers exactly as `GET /api/account` does, for clients that verify a key by POST.',
        response: { 200: Ref(AccountReply) },
      },
    },
    read,
  )

  app.put(
    '/account/update',
    {
      schema: {
        operationId: 'updateAccount',
        tags,
        summary: 'Update the account',
        description: 'Changes the e-mail address, the password, or both; at least one is needed. API keys stay valid.',
        body: Ref(AccountChange),
        response: { 200: Ref(AccountUpdated), 409: Ref(Failure) },
      },
    },
    async ({ account, body: { email, password } }) => {
      const change = {
        ...(email === undefined ? {} : { email }),
        ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
      }
      if ((await updateAccount(db, account.id, change)) === 'taken')
        throw taken('email_taken', '/email', 'This e-mail address belongs to another account.')
      return done('Account has been successfully updated.')
    },
  )
}
