import { findKey, listKeys, revokeKey, updateKey } from '../../db/queries/keys.ts'
import { KeyChange, NewKey } from '../../schemas/keys.ts'
import { issueKey } from '../accounts/accounts.ts'
import { ApiError, found } from '../errors/api-error.ts'
import { hashKey } from '../security/secrets.ts'
import { type Command, type CommandContext, UsageError, type Values } from './command.ts'
import { accountOptions, findAccountId, readFields, validate } from './input.ts'

const MAX_LISTED = 1000

// A leaked key can be revoked by its value; others by their number and account.
async function findKeyToRevoke({ store }: CommandContext, values: Values): Promise<{ account: number; id: number }> {
  const { id, key } = values
  if ((id === undefined) === (key === undefined)) throw new UsageError('Name the key by --id or --key')
  if (typeof key === 'string') {
    const stored = found(await findKey(store.db, hashKey(key)), 'API key')
    return { account: stored.accountId, id: stored.keyId }
  }
  return { account: await findAccountId(store.db, values), id: readKeyNumber(values) }
}

function readKeyNumber({ id }: Values): number {
  if (!/^[1-9]\d{0,14}$/.test(String(id))) throw new UsageError('--id must be a whole number')
  return Number(id)
}

export const keyCommands: Command[] = [
  {
    name: 'key create',
    about: 'Create an API key, which is shown only once.',
    options: {
      ...accountOptions,
      name: { value: 'name', about: 'What the key is for.' },
      scope: { value: 'read|write|admin', about: 'Scope of the key. Default admin.' },
      listerror: { value: 'string|integer', about: 'The type of `error` in list replies: "0" or 0.' },
      expires: { value: 'date', about: 'When it stops working: YYYY-MM-DD or "YYYY-MM-DD HH:MM:SS", UTC.' },
    },
    async run({ store }, values) {
      const account = await findAccountId(store.db, values)
      const { id, apikey } = await issueKey(
        store.db,
        account,
        validate(NewKey, { scope: 'admin', ...readFields(values, ['name', 'scope', 'listerror', 'expires']) }),
      )
      return { data: { id, apikey }, lines: [`Key ${id} was made. This is shown once:`, `  API key   ${apikey}`] }
    },
  },
  {
    name: 'key list',
    about: 'List the active API keys of an account.',
    options: accountOptions,
    async run({ store }, values) {
      const account = await findAccountId(store.db, values)
      const { rows } = await listKeys(store.db, account, { limit: MAX_LISTED, page: 1 })
      return {
        data: { keys: rows },
        lines: rows.map(
          ({ id, name, prefix, scope, listerror, expires }) =>
            `${id}  ${prefix}…  ${scope}  ${expires ?? 'never expires'}  ${listerror ?? 'default'} lists  ${name}`,
        ),
      }
    },
  },
  {
    name: 'key update',
    about: 'Change the name of an API key, or the type of `error` in its list replies.',
    options: {
      id: { value: 'number', about: 'Number of the key.', required: true },
      ...accountOptions,
      name: { value: 'name', about: 'The new name.' },
      listerror: { value: 'string|integer', about: 'The type of `error` in list replies: "0" or 0.' },
    },
    async run({ store }, values) {
      const account = await findAccountId(store.db, values)
      const id = readKeyNumber(values)
      const change = validate(KeyChange, readFields(values, ['name', 'listerror']))
      found(await updateKey(store.db, account, id, change), 'API key')
      return { data: { id }, lines: [`Key ${id} was changed.`] }
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
      const { account, id } = await findKeyToRevoke(context, values)
      if (!(await revokeKey(context.store.db, account, id)))
        throw new ApiError('not_found', 'There is no such active API key.')
      return { data: { id }, lines: [`Key ${id} is revoked.`] }
    },
  },
]
