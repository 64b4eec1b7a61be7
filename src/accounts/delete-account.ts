import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/open.ts'
import { deleteAccount } from '../../db/queries/deleted-accounts.ts'
import { findKey } from '../../db/queries/key-holders.ts'
import type { Config } from '../config/config.ts'
import { keyUnknown } from '../errors/api-error.ts'
import { hashKey } from '../security/secrets.ts'

/** The file with the key of the account that a first start created without a terminal. */
export const firstKeyFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'first-key')

/**
 * Deletes an account, and the file with its first key. Returns the id of the job that deletes what the account had.
 * Throws `key_unknown`. `onError` gets the reason if the file could not be deleted.
 */
export async function removeAccount(
  db: Database,
  config: Pick<Config, 'DATA_DIR'>,
  id: number,
  onError: (error: unknown) => void,
): Promise<number> {
  const file = firstKeyFile(config)
  const isOwn = (await holderOf(db, file)) === id
  const job = await deleteAccount(db, id)
  if (job === undefined) throw keyUnknown()
  // The account is deleted already.
  if (isOwn) await rm(file, { force: true }).catch(onError)
  return job
}

/** The account of the key in a file; undefined if there is none. */
async function holderOf(db: Database, file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const [, key] = /^apikey=(.+)$/m.exec(text) ?? []
  return key === undefined ? undefined : (await findKey(db, hashKey(key)))?.accountId
}
