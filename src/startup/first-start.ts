import { rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { makeDirectory } from '../../db/make-directory.ts'
import { hasAccounts, withStartupLock } from '../../db/queries/account.ts'
import { registerAccount } from '../accounts/accounts.ts'
import { firstKeyFile } from '../accounts/delete-account.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { randomBase62 } from '../security/secrets.ts'
import type { Services } from '../services.ts'

/** The account that a first start creates. Its key and password are shown once and stored only as hashes. */
interface FirstAccount {
  email: string
  password: string
  apikey: string
  /** The file that they were written to, if there is no terminal. */
  file?: string
}

/**
 * Creates an account if there is none; of several processes that start concurrently only one does. Without a terminal
 * the key is written to a file before the account is committed, so that it cannot be lost.
 */
export function firstAccount({ db, config }: Services): Promise<FirstAccount | undefined> {
  return withStartupLock(db, async (db) => {
    if (await hasAccounts(db)) return undefined
    const host = config.baseHost.includes('.') && isIP(config.baseHost) === 0 ? config.baseHost : 'waymark.localhost'
    const login = { email: `admin@${host}`, username: 'admin', password: randomBase62(16) }
    const { apikey } = await registerAccount(db, login, config.TRIAL_DAYS)
    const first = { email: login.email, password: login.password, apikey }
    return process.stdout.isTTY ? first : { ...first, file: writeFirstKey(first, config) }
  })
}

function writeFirstKey({ email, password, apikey }: FirstAccount, config: Config): string {
  const file = firstKeyFile(config)
  try {
    makeDirectory(config.DATA_DIR)
    // Removed first, because an existing file would keep its permissions.
    rmSync(file, { force: true })
    writeFileSync(file, `email=${email}\npassword=${password}\napikey=${apikey}\n`, { mode: 0o600, flag: 'wx' })
    return file
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([`DATA_DIR: the first API key cannot be written to ${file} (${code}).`])
  }
}

/** Prints the addresses of the service and, after a first start, the API key or the file that has it. */
export function announce({ config, store }: Pick<Services, 'config' | 'store'>, first: FirstAccount | undefined): void {
  const base = config.baseUrl
  const lines = [
    `Waymark serves on ${base}`,
    `Swagger UI:       ${base}/docs`,
    `Database:         ${store.kind === 'embedded' ? `embedded, in ${config.DATA_DIR}` : 'the Postgres server of DATABASE_URL'}`,
  ]
  if (first?.file)
    lines.push('', `A first account was created: ${first.email}`, `Its API key and password are in ${first.file}`)
  else if (first)
    lines.push(
      '',
      'A first account was created. This is shown once:',
      `  e-mail    ${first.email}`,
      `  password  ${first.password}`,
      `  API key   ${first.apikey}`,
    )
  const unverified = providersWithoutSecret(config)
  if (unverified.length > 0)
    lines.push('', `Payment events from ${unverified.join(', ')} have no effect: no secret is set for them.`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

// Empty if the service sells no plans: no prices and no payment secrets are set.
function providersWithoutSecret({ paymentSecrets, plans }: Config): string[] {
  const secrets = Object.values(paymentSecrets)
  const sellsPlans = Object.keys(plans.prices).length > 0 || secrets.some((list) => list.length > 0)
  return sellsPlans ? Object.keys(paymentSecrets).filter((_, i) => secrets[i]?.length === 0) : []
}
