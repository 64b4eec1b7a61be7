import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { alone, hasAccounts } from '../db/queries/account.ts'
import type { Parts } from './parts.ts'
import { registerAccount } from './work/accounts.ts'
import { randomBase62 } from './work/secrets.ts'

/** The account made on a first start; its key and password are shown once and kept nowhere. */
export interface FirstAccount {
  email: string
  password: string
  apikey: string
}

/** Makes an account when there is none; several processes starting at once make one between them. */
export function firstAccount({ db, config }: Parts): Promise<FirstAccount | undefined> {
  return alone(db, async (db) => {
    if (await hasAccounts(db)) return undefined
    const login = {
      email: `admin@${config.baseHost.includes('.') ? config.baseHost : 'waymark.localhost'}`,
      username: 'admin',
    }
    const password = randomBase62(16)
    const { apikey } = await registerAccount(db, { ...login, password }, config.TRIAL_DAYS)
    return { email: login.email, password, apikey }
  })
}

/** Prints where the service is to be found and, once, how to get in. Without a terminal a key does not belong in a log. */
export function announce(
  { config, store }: Parts,
  addresses: (AddressInfo | string)[],
  first: FirstAccount | undefined,
): void {
  const [address] = addresses
  const port = typeof address === 'object' ? address.port : config.PORT
  const base = config.PORT === 0 && config.BASE_URL === '' ? `http://localhost:${port}` : config.baseUrl
  const lines = [
    `Waymark serves on ${base}`,
    `Swagger UI:        ${base}/docs`,
    `Database:          ${store.kind === 'embedded' ? `embedded, in ${config.DATA_DIR}` : 'the Postgres server of DATABASE_URL'}`,
  ]
  if (first && process.stdout.isTTY) {
    lines.push(
      '',
      'A first account was made. This is shown once:',
      `  e-mail    ${first.email}`,
      `  password  ${first.password}`,
      `  API key   ${first.apikey}`,
    )
  } else if (first) {
    const file = join(config.DATA_DIR, 'first-key')
    mkdirSync(config.DATA_DIR, { recursive: true })
    writeFileSync(file, `email=${first.email}\npassword=${first.password}\napikey=${first.apikey}\n`, { mode: 0o600 })
    lines.push(
      '',
      `A first account was made; its e-mail, password and API key are in ${file}. Read it, then delete it.`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
