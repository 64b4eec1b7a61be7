import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { alone, hasAccounts } from '../db/queries/account.ts'
import type { Config } from './config.ts'
import type { Parts } from './parts.ts'
import { registerAccount } from './work/accounts.ts'
import { randomBase62 } from './work/secrets.ts'

/** The account made on a first start; its key and password are shown once and kept nowhere. */
interface FirstAccount {
  email: string
  password: string
  apikey: string
  /** Where they were written, when there is no terminal to show them on. */
  file?: string
}

/**
 * Makes an account when there is none; several processes starting at once make one between them. Without a terminal its
 * key does not belong in a log: it goes to a file, before the account is there for good, so that it cannot be lost.
 */
export function firstAccount({ db, config }: Parts): Promise<FirstAccount | undefined> {
  return alone(db, async (db) => {
    if (await hasAccounts(db)) return undefined
    const host = config.baseHost.includes('.') && isIP(config.baseHost) === 0 ? config.baseHost : 'waymark.localhost'
    const login = { email: `admin@${host}`, username: 'admin', password: randomBase62(16) }
    const { apikey } = await registerAccount(db, login, config.TRIAL_DAYS)
    const first = { email: login.email, password: login.password, apikey }
    return process.stdout.isTTY ? first : { ...first, file: keep(first, config) }
  })
}

function keep({ email, password, apikey }: FirstAccount, { DATA_DIR }: Config): string {
  const file = join(DATA_DIR, 'first-key')
  mkdirSync(DATA_DIR, { recursive: true })
  // An older file would keep its own permissions.
  rmSync(file, { force: true })
  writeFileSync(file, `email=${email}\npassword=${password}\napikey=${apikey}\n`, { mode: 0o600, flag: 'wx' })
  return file
}

/** Prints where the service is to be found and, once, how to get in. */
export function announce({ config, store }: Pick<Parts, 'config' | 'store'>, first: FirstAccount | undefined): void {
  const base = config.baseUrl
  const lines = [
    `Waymark serves on ${base}`,
    `Swagger UI:       ${base}/docs`,
    `Database:         ${store.kind === 'embedded' ? `embedded, in ${config.DATA_DIR}` : 'the Postgres server of DATABASE_URL'}`,
  ]
  if (first?.file)
    lines.push('', `A first account was made: ${first.email}`, `Its API key and password are in ${first.file}`)
  else if (first)
    lines.push(
      '',
      'A first account was made. This is shown once:',
      `  e-mail    ${first.email}`,
      `  password  ${first.password}`,
      `  API key   ${first.apikey}`,
    )
  const unsigned = Object.entries(config.paymentSecrets).filter(([, secrets]) => secrets.length === 0)
  if (unsigned.length > 0)
    lines.push(
      '',
      `Payment events from ${unsigned.map(([provider]) => provider).join(', ')} have no effect: no secret is set for them. That is fine unless you sell plans.`,
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}
