import { updateAccount } from '../../db/queries/account.ts'
import { AccountChange, NewAccount } from '../../schemas/account.ts'
import { registerAccount } from '../work/accounts.ts'
import { hashPassword } from '../work/secrets.ts'
import type { Command } from './command.ts'
import { accountOf, accountOptions, fieldsOf, passwordOf, passwordOptions, valid } from './input.ts'

export const accountCommands: Command[] = [
  {
    name: 'account create',
    about: 'Make an account and show its first API key, this once.',
    options: {
      email: { value: 'e-mail', about: 'Its e-mail address.', required: true },
      username: { value: 'name', about: 'Its user name: 3 to 30 letters, digits, _ and -.', required: true },
      ...passwordOptions,
    },
    async run(context, values) {
      const { password, made } = await passwordOf(context, values)
      const account = valid(NewAccount, { ...fieldsOf(values, ['email', 'username']), password })
      const { id, apikey } = await registerAccount(context.store.db, account, context.config.TRIAL_DAYS)
      const username = account.username.toLowerCase()
      return {
        data: { id, email: account.email, username, apikey, ...(made ? { password } : {}) },
        lines: [
          `The account ${username} was made. This is shown once:`,
          ...(made ? [`  password  ${password}`] : []),
          `  API key   ${apikey}`,
        ],
      }
    },
  },
  {
    name: 'account password',
    about: 'Set the password of an account. Its API keys stay valid.',
    options: { ...accountOptions, ...passwordOptions },
    async run(context, values) {
      const { db } = context.store
      const id = await accountOf(db, values)
      const { password, made } = await passwordOf(context, values)
      valid(AccountChange, { password })
      await updateAccount(db, id, { password_hash: await hashPassword(password) })
      return {
        data: { id, ...(made ? { password } : {}) },
        lines: ['The password was set.', ...(made ? [`  password  ${password}`] : [])],
      }
    },
  },
]
