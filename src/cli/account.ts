import { setTimeout } from 'node:timers/promises'
import { findAccount, findLogin } from '../../db/queries/account.ts'
import { deleteAccountStep } from '../../db/queries/account-deletion.ts'
import { isJobFinished } from '../../db/queries/deleted-accounts.ts'
import { runJobStep } from '../../db/queries/jobs.ts'
import { AccountChange, NewAccount } from '../../schemas/account.ts'
import { changeAccount, registerAccount } from '../accounts/accounts.ts'
import { removeAccount } from '../accounts/delete-account.ts'
import { ApiError } from '../errors/api-error.ts'
import { accountOptions } from './api-options.ts'
import type { Command, CommandContext } from './command.ts'
import { findAccountId, passwordOptions, readFields, readLine, readPassword } from './input.ts'
import { createProgress } from './progress.ts'
import { validate } from './validate.ts'

const PAUSE_MS = 250

async function findNamed({ store: { db } }: CommandContext, name: string) {
  const id = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : (await findLogin(db, { email: name }))?.id
  const account = id === undefined ? undefined : await findAccount(db, id)
  if (!account) throw new ApiError('not_found', `There is no account ${name}.`)
  return account
}

/** Makes the steps of a deletion, as the server does, until the job has ended; false if the server must end it. */
async function finishDeletion({ store: { db }, terminal }: CommandContext, job: number): Promise<boolean> {
  const progress = createProgress(terminal, 'Deleting')
  while (!(await isJobFinished(db, job))) {
    const made = await runJobStep(db, { delete_account: deleteAccountStep }, job)
    if (made !== undefined && !('error' in made)) {
      // It waits for something that servers do.
      if (made.pauseS > 0) break
      progress.update(made.progress, undefined)
      continue
    }
    // Another process runs the step, or the step failed and is due later.
    await setTimeout(PAUSE_MS)
    if (made !== undefined) progress.note(`A step failed and is repeated: ${String((made.error as Error).message)}`)
  }
  progress.end()
  return isJobFinished(db, job)
}

export const accountCommands: Command[] = [
  {
    name: 'account create',
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
  {
    name: 'account delete',
    options: {
      account: { value: 'e-mail|id', about: 'The account, by its e-mail address or its id.', required: true },
      yes: { about: 'Do not ask. Else the e-mail address of the account is to be typed, or read from standard input.' },
    },
    operand: 'account',
    notes: [
      'Its keys, links and pages end at once. If the command is stopped after that, the server deletes the rest.',
    ],
    async run(context, values) {
      const { store, config, terminal } = context
      const { id, email, username } = await findNamed(context, String(values['account']))
      if (!values['yes']) {
        terminal.write(`This deletes account ${id} (${username}) for good. Type ${email} to go on: `)
        if ((await readLine(context)).trim() !== email)
          throw new ApiError('invalid_request', 'Nothing was deleted: that is not the e-mail address of the account.')
      }
      const job = await removeAccount(store.db, config, id, (error) =>
        terminal.write(`The file with its first key could not be deleted: ${String(error)}\n`),
      )
      const isFinished = await finishDeletion(context, job)
      const rest = 'Its visits wait for an index, which a running server creates; the server then deletes the rest.'
      return {
        data: { id, job },
        lines: [`Account ${id} (${username}) was deleted.`, ...(isFinished ? [] : [rest])],
      }
    },
  },
]
