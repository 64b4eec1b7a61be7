import { findKey } from '../../db/queries/key-holders.ts'
import { revokeKey } from '../../db/queries/keys.ts'
import { resources } from '../../schemas/key-restrictions.ts'
import { type Key, KeyChange, NewKey } from '../../schemas/keys.ts'
import { ApiError, found } from '../errors/api-error.ts'
import { hashKey } from '../security/secrets.ts'
import type { Api } from './api.ts'
import { accountOptions, apiOptions, serverOptions } from './api-options.ts'
import { type Command, type CommandContext, UsageError, type Values } from './command.ts'
import { fieldOptions, MAX_LISTED, readOptions } from './fields.ts'
import { findAccountId } from './input.ts'

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

const restrictionOptions = {
  permissions: {
    value: 'resource=access,…',
    about: 'What it may do, such as links=create,statistics=read; any: everything within its scope.',
  },
  ips: { value: 'address,…', about: 'The addresses and networks (CIDR) that it may be used from; any: all.' },
  domains: { value: 'host,…', about: 'The domains whose links alone it may see and change; any: all.' },
}

const { key: _, ...serverOptionsOfRevoke } = serverOptions
const CREATED = ['name', 'scope', 'listerror', 'expires']
const CHANGED = ['name', 'listerror']

const restrictionsOf = ({ permissions, ips, domains }: Key): string | null => {
  const parts = [
    ...(permissions
      ? [
          Object.entries(permissions)
            .map(([resource, access]) => `${resource}=${access}`)
            .join(),
        ]
      : []),
    ...(ips ? [`from ${ips.join()}`] : []),
    ...(domains ? [`links on ${domains.join()}`] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : null
}

/** The number of the key that --id or --key names. The API never shows keys, but how they begin. */
async function findIdOnServer(api: Api, values: Values): Promise<number> {
  const { key } = values
  if ((values['id'] === undefined) === (key === undefined)) throw new UsageError('Name the key by --id or --key')
  if (typeof key !== 'string') return readKeyNumber(values)
  const { rows } = await api.list<Key>('/api/keys', 'keys', MAX_LISTED)
  const named = rows.filter(({ prefix }) => typeof prefix === 'string' && prefix.length > 5 && key.startsWith(prefix))
  if (named.length !== 1) throw new ApiError('not_found', 'The account has no such active API key.')
  return (named[0] as Key).id
}

export const keyCommands: Command[] = [
  {
    name: 'key create',
    options: {
      ...fieldOptions(NewKey, CREATED),
      scope: { choices: ['read', 'write', 'admin'], about: 'Scope of the key. Default: admin.' },
      ...restrictionOptions,
      ...apiOptions,
    },
    async call({ connect }, values) {
      const body = { scope: 'admin', ...readOptions(NewKey, CREATED, values), ...restrictionFields(values) }
      const { id, apikey } = await (await connect()).ask<{ id: number; apikey: string }>('POST', '/api/key/add', {
        body,
      })
      return { data: { id, apikey }, lines: [`Key ${id} was made. This is shown once:`, `  API key   ${apikey}`] }
    },
  },
  {
    name: 'key list',
    options: apiOptions,
    async call({ connect }) {
      const { rows } = await (await connect()).list<Key>('/api/keys', 'keys', MAX_LISTED)
      return {
        data: { keys: rows },
        table: {
          columns: [
            { title: 'id', isNumber: true },
            { title: 'begins with', isWhole: true },
            { title: 'scope', isWhole: true },
            { title: 'expires', isWhole: true },
            { title: 'lists' },
            { title: 'name' },
            { title: 'may only' },
          ],
          rows: rows.map((key) => [
            ...[key.id, key.prefix, key.scope, key.expires, key.listerror, key.name, restrictionsOf(key)],
          ]),
        },
        lines: [],
      }
    },
  },
  {
    name: 'key update',
    options: {
      id: { value: 'number', about: 'Number of the key.', required: true },
      ...fieldOptions(KeyChange, CHANGED),
      ...restrictionOptions,
      ...apiOptions,
    },
    operand: 'id',
    async call({ connect }, values) {
      const id = readKeyNumber(values)
      const body = { ...readOptions(KeyChange, CHANGED, values), ...restrictionFields(values) }
      await (await connect()).ask('PUT', `/api/key/${id}/update`, { body })
      return { data: { id }, lines: [`Key ${id} was changed.`] }
    },
  },
  {
    name: 'key revoke',
    options: {
      key: { value: 'key', about: 'The key itself …' },
      id: { value: 'number', about: '… or its number, with the account or server it belongs to.' },
      ...serverOptionsOfRevoke,
      ...accountOptions,
    },
    async run(context, values) {
      const { account, id } = await findKeyToRevoke(context, values)
      if (!(await revokeKey(context.store.db, account, id, allowed)))
        throw new ApiError('not_found', 'There is no such active API key.')
      return { data: { id }, lines: [`Key ${id} is revoked.`] }
    },
    async call({ connect }, values) {
      const api = await connect()
      const id = await findIdOnServer(api, values)
      await api.ask('DELETE', `/api/key/${id}/delete`)
      return { data: { id }, lines: [`Key ${id} is revoked.`] }
    },
  },
]
