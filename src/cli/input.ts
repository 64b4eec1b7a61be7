import type { Database } from '../../db/open.ts'
import { findLogin } from '../../db/queries/account.ts'
import { ApiError } from '../errors/api-error.ts'
import { randomBase62 } from '../security/secrets.ts'
import type { CommandContext, Option, Values } from './command.ts'
import { UsageError } from './command.ts'

const MAX_LINE = 1000

/** The options as fields of a request body. */
export const readFields = (values: Values, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])))

/** The first line of standard input. */
export async function readLine({ openInput }: CommandContext): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of openInput()) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes('\n') || text.length > MAX_LINE) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** The id of the account that --email or --username names. */
export async function findAccountId(db: Database, values: Values): Promise<number> {
  const [email, username] = [values['email'], values['username']]
  if ((email === undefined) === (username === undefined))
    throw new UsageError('Name the account by --email or --username')
  const account = await findLogin(db, typeof email === 'string' ? { email } : { username: String(username) })
  if (!account) throw new ApiError('not_found', `There is no account ${String(email ?? username)}.`)
  return account.id
}

/** Options that set a password. */
export const passwordOptions: Record<string, Option> = {
  password: { value: 'password', about: 'The password, 8 to 64 characters; other users of this machine may see it.' },
  'password-stdin': { about: 'Read the password from standard input. Without either, one is made and shown.' },
}

/** The password of the options, or a random one (`isGenerated`). */
export async function readPassword(
  { readInput }: CommandContext,
  values: Values,
): Promise<{ password: string; isGenerated: boolean }> {
  if (values['password'] !== undefined && values['password-stdin'])
    throw new UsageError('Give the password by --password or by --password-stdin, not both')
  if (values['password-stdin']) return { password: (await readInput()).replace(/\r?\n$/, ''), isGenerated: false }
  if (typeof values['password'] === 'string') return { password: values['password'], isGenerated: false }
  return { password: randomBase62(16), isGenerated: true }
}
