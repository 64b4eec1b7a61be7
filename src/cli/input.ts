import AjvCompiler from '@fastify/ajv-compiler'
import type { TSchema } from '@sinclair/typebox'
import type { Database } from '../../db/open.ts'
import { findLogin } from '../../db/queries/account.ts'
import { ApiError } from '../errors.ts'
import { checkKeyword, plainChecks } from '../work/checks.ts'
import { type AjvError, faultsOf } from '../work/faults.ts'
import { randomBase62 } from '../work/secrets.ts'
import { addFormats } from '../work/string-formats.ts'
import type { CommandContext, Option, Values } from './command.ts'
import { UsageError } from './command.ts'

/** Options as the fields of a request: only those that were given, numbers as numbers. */
export function fieldsOf(values: Values, names: string[], numbers: string[] = []): Record<string, unknown> {
  const given = names.filter((name) => values[name] !== undefined)
  const read = (name: string) => {
    const text = String(values[name])
    return numbers.includes(name) && /^-?\d{1,15}$/.test(text) ? Number(text) : text
  }
  return Object.fromEntries(given.map((name) => [name, read(name)]))
}

/** The fields, when the API would accept them as this body; else throws a 400 that names every option at fault. */
export function valid<T>(schema: TSchema & { static: T }, fields: object, components: TSchema[] = []): T {
  const known = Object.fromEntries(components.map((component) => [component.$id, component]))
  const compile = AjvCompiler()(known, {
    customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, strict: false },
    onCreate: (ajv) => {
      addFormats(ajv)
      ajv.addKeyword(checkKeyword(plainChecks))
    },
  })
  const validate = compile({ schema })
  if (validate(fields)) return fields as T
  const faults = faultsOf((validate.errors ?? []) as AjvError[])
  const named = faults.map(({ path, message }) => `--${path.slice(1)} ${message}`)
  throw new ApiError(400, 'invalid_request', `${named.join('; ')}.`, faults)
}

/** How a command is told which account it is about. */
export const accountOptions: Record<string, Option> = {
  email: { value: 'e-mail', about: 'The account, by its e-mail address …' },
  username: { value: 'name', about: '… or by its user name. One of the two is needed.' },
}

/** The id of the account that --email or --username names. */
export async function accountOf(db: Database, values: Values): Promise<number> {
  const [email, username] = [values['email'], values['username']]
  if ((email === undefined) === (username === undefined))
    throw new UsageError('Name the account by --email or --username')
  const account = await findLogin(db, typeof email === 'string' ? { email } : { username: String(username) })
  if (!account) throw new ApiError(404, 'not_found', `There is no account ${String(email ?? username)}.`)
  return account.id
}

/** How a command is told a password. */
export const passwordOptions: Record<string, Option> = {
  password: { value: 'password', about: 'The password, 8 to 64 characters; other users of this machine may see it.' },
  'password-stdin': { about: 'Read the password from standard input. Without either, one is made and shown.' },
}

/** The password the options ask for; `made` when nobody knows it yet. */
export async function passwordOf(
  { readInput }: CommandContext,
  values: Values,
): Promise<{ password: string; made: boolean }> {
  if (values['password'] !== undefined && values['password-stdin'])
    throw new UsageError('Give the password by --password or by --password-stdin, not both')
  if (values['password-stdin']) return { password: (await readInput()).replace(/\r?\n$/, ''), made: false }
  if (typeof values['password'] === 'string') return { password: values['password'], made: false }
  return { password: randomBase62(16), made: true }
}
