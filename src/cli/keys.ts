import { findKey } from '../../db/queries/key-holders.ts'
import { listKeys, revokeKey, updateKey } from '../../db/queries/keys.ts'
import { KeyPermissions, resources } from '../../schemas/key-restrictions.ts'
import { KeyChange, NewKey } from '../../schemas/keys.ts'
import { issueKey } from '../accounts/accounts.ts'
import { ApiError, found } from '../errors/api-error.ts'
import { readRestrictions } from '../links/key-domains.ts'
import { hashKey } from '../security/secrets.ts'
import { type Command, type CommandContext, UsageError, type Values } from './command.ts'
import { accountOptions, findAccountId, readFields, validate } from './input.ts'

const MAX_LISTED = 1000

// The command line may do everything.
const allowed = () => {}

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

const listOf = (text: string) => text.split(',').map((item) => item.trim())

function readPermissions(text: string): Record<string, string | undefined> {
  const given = listOf(text).map((item) => item.split('='))
  const unknown = given.find(([name]) => !Object.values<string>(resources).includes(name ?? ''))
  if (unknown) throw new UsageError(`--permissions: ${unknown[0]} is none of ${Object.values(resources).join(', ')}`)
  return Object.fromEntries(given)
}

/** The options that restrict a key as fields of a request body; `any` lifts the restriction. */
function restrictionFields({ permissions, ips, domains }: Values): Record<string, unknown> {
  const read = (text: unknown, parse: (text: string) => unknown) => (text === 'any' ? null : parse(String(text)))
  return {
    ...(permissions === undefined ? {} : { permissions: read(permissions, readPermissions) }),
    ...(ips === undefined ? {} : { ips: read(ips, listOf) }),
    ...(domains === undefined ? {} : { domains: read(domains, listOf) }),
  }
}

type ListedKey = Awaited<ReturnType<typeof listKeys>>['rows'][number]

function lineOf({ id, name, prefix, scope, listerror, expires, permissions, ips, domains }: ListedKey): string {
  const granted = Object.entries(permissions ?? {}).map(([resource, access]) => `${resource}=${access}`)
  return [
    `${id}  ${prefix}…  ${scope}  ${expires ?? 'never expires'}  ${listerror ?? 'default'} lists  ${name}`,
    ...(permissions ? [`permissions ${granted.join()}`] : []),
    ...(ips ? [`from ${ips.join()}`] : []),
    ...(domains ? [`links on ${domains.join()}`] : []),
  ].join('  ')
}

const restrictionOptions = {
  permissions: {
    value: 'resource=access,…',
    about: 'What it may do, such as links=create,statistics=read; any: everything within its scope.',
  },
  ips: { value: 'address,…', about: 'The addresses and networks (CIDR) that it may be used from; any: all.' },
  domains: { value: 'host,…', about: 'The domains whose links alone it may see and change; any: all.' },
}

export const keyCommands: Command[] = [
  {
    name: 'key create',
    about: 'Create an API key, which is shown only once.',
    options: {
      ...accountOptions,
      name: { value: 'name', about: 'What the key is for.' },
      scope: { choices: ['read', 'write', 'admin'], about: 'Scope of the key. Default admin.' },
      listerror: { choices: ['string', 'integer'], about: 'The type of `error` in list replies: "0" or 0.' },
      expires: { value: 'date', about: 'When it stops working: YYYY-MM-DD or "YYYY-MM-DD HH:MM:SS", UTC.' },
      ...restrictionOptions,
    },
    async run({ store: { db }, config }, values) {
      const account = await findAccountId(db, values)
      const fields = { ...readFields(values, ['name', 'scope', 'listerror', 'expires']), ...restrictionFields(values) }
      const key = validate(NewKey, { scope: 'admin', ...fields }, [KeyPermissions])
      const { id, apikey } = await issueKey(db, account, await readRestrictions({ db, config }, account, key))
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
        lines: rows.map(lineOf),
      }
    },
  },
  {
    name: 'key update',
    about: 'Change the name of an API key, what it is restricted to, or the type of `error` in its list replies.',
    options: {
      id: { value: 'number', about: 'Number of the key.', required: true },
      ...accountOptions,
      name: { value: 'name', about: 'The new name.' },
      listerror: { choices: ['string', 'integer'], about: 'The type of `error` in list replies: "0" or 0.' },
      ...restrictionOptions,
    },
    async run({ store: { db }, config }, values) {
      const account = await findAccountId(db, values)
      const id = readKeyNumber(values)
      const fields = { ...readFields(values, ['name', 'listerror']), ...restrictionFields(values) }
      const change = await readRestrictions({ db, config }, account, validate(KeyChange, fields, [KeyPermissions]))
      found(await updateKey(db, account, id, change, allowed), 'API key')
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
      if (!(await revokeKey(context.store.db, account, id, allowed)))
        throw new ApiError('not_found', 'There is no such active API key.')
      return { data: { id }, lines: [`Key ${id} is revoked.`] }
    },
  },
]
