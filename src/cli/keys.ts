import { findKey, listKeys, revokeKey } from '../../db/queries/keys.ts'
import { NewKey } from '../../schemas/keys.ts'
import { ApiError, found } from '../errors.ts'
import { issueKey } from '../work/accounts.ts'
import { hashKey } from '../work/secrets.ts'
import { type Command, type CommandContext, UsageError, type Values } from './command.ts'
import { accountOf, accountOptions, fieldsOf, valid } from './input.ts'

const MOST_LISTED = 1000

// A key that leaked is revoked by what leaked; any other by its number in the account.
async function keyToRevoke({ store }: CommandContext, values: Values): Promise<{ account: number; id: number }> {
  const { id, key } = values
  if ((id === undefined) === (key === undefined)) throw new UsageError('Name the key by --id or --key')
  if (typeof key === 'string') {
    const holder = found(await findKey(store.db, hashKey(key)), 'API key')
    return { account: holder.accountId, id: holder.keyId }
  }
  if (!/^[1-9]\d{0,14}$/.test(String(id))) throw new UsageError('--id must be a whole number')
  return { account: await accountOf(store.db, values), id: Number(id) }
}

export const keyCommands: Command[] = [
  {
    name: 'key create',
    about: 'Make an API key and show it, this once.',
    options: {
      ...accountOptions,
      name: { value: 'name', about: 'What the key is for.' },
      scope: { value: 'read|write', about: 'What it allows: write, unless said otherwise.' },
      expires: { value: 'date', about: 'When it stops working: YYYY-MM-DD or "YYYY-MM-DD HH:MM:SS", UTC.' },
    },
    async run({ store }, values) {
      const account = await accountOf(store.db, values)
      const { id, apikey } = await issueKey(
        store.db,
        account,
        valid(NewKey, fieldsOf(values, ['name', 'scope', 'expires'])),
      )
      return { data: { id, apikey }, lines: [`Key ${id} was made. This is shown once:`, `  API key   ${apikey}`] }
    },
  },
  {
    name: 'key list',
    about: 'List the live API keys of an account.',
    options: accountOptions,
    async run({ store }, values) {
      const account = await accountOf(store.db, values)
      const { rows } = await listKeys(store.db, account, { limit: MOST_LISTED, page: 1 })
      return {
        data: { keys: rows },
        lines: rows.map(
          ({ id, name, prefix, scope, expires }) =>
            `${id}  ${prefix}…  ${scope}  ${expires ?? 'never expires'}  ${name}`,
        ),
      }
    },
  },
  {
    name: 'key revoke',
    about: 'Revoke an API key: it stops working at once.',
    options: {
      key: { value: 'key', about: 'The key itself …' },
      id: { value: 'number', about: '… or its number, with the account it belongs to.' },
      ...accountOptions,
    },
    async run(context, values) {
      const { account, id } = await keyToRevoke(context, values)
      if (!(await revokeKey(context.store.db, account, id)))
        throw new ApiError(404, 'not_found', 'There is no such live API key.')
      return { data: { id }, lines: [`Key ${id} is revoked.`] }
    },
  },
]
