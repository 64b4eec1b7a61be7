import { AccountChange, NewAccount } from '../../schemas/account.ts'
import { changeAccount, registerAccount } from '../accounts/accounts.ts'
import type { Command } from './command.ts'
import { accountOptions, findAccountId, passwordOptions, readFields, readPassword, validate } from './input.ts'

export const accountCommands: Command[] = [
  {
    name: 'account create',
    about: 'Create an account and show its first API key, which is shown only once.',
    options: {
      email: { value: 'e-mail', about: 'Its e-mail address.', required: true },
      username: { value: 'name', about: 'Its user name: 3 to 30 letters, digits, _ and -.', required: true },
      ...passwordOptions,
    },
    async run(context, values) {
      const { password, isGenerated } = await readPassword(context, values)
      const account = validate(NewAccount, { ...readFields(values, ['email', 'username']), password })
      const { id, apikey } = await registerAccount(context.store.db, account, context.config.TRIAL_DAYS)
      const username = account.username.toLowerCase()
      return {
        data: { id, email: account.email, username, apikey, ...(isGenerated ? { password } : {}) },
        lines: [
          `The account ${username} was made. This is shown once:`,
          ...(isGenerated ? [`  password  ${password}`] : []),
          `  API key   ${apikey}`,
        ],
      }
    },
  },
  {
    name: 'account password',
    about: 'Set the password of an account. Revokes the API keys created by logins; other keys stay valid.',
    options: { ...accountOptions, ...passwordOptions },
    async run(context, values) {
      const { db } = context.store
      const id = await findAccountId(db, values)
      const { password, isGenerated } = await readPassword(context, values)
      validate(AccountChange, { password })
      await changeAccount(db, id, { password })
      return {
        data: { id, ...(isGenerated ? { password } : {}) },
        lines: ['The password was set.', ...(isGenerated ? [`  password  ${password}`] : [])],
      }
    },
  },
]
