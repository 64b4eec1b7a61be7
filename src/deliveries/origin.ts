import type { Database } from '../../db/open.ts'
import { claimOrigin } from '../../db/queries/delivery-origin.ts'
import type { Config } from '../config/config.ts'

/** The base URL under which an instance sends events; the same for all ports while `BASE_URL` is not set. */
export const originOf = ({ BASE_URL, baseUrl }: Pick<Config, 'BASE_URL' | 'baseUrl'>): string =>
  BASE_URL === '' ? 'http://localhost' : baseUrl

/** Why this instance sends no events to webhooks; undefined if it does. */
export async function explainPause(db: Database, config: Config): Promise<string | undefined> {
  const own = originOf(config)
  const noted = await claimOrigin(db, own)
  if (noted === own) return undefined
  return `Events wait and are not sent to webhooks: BASE_URL is ${own}, and they were sent from ${noted}. If this is the same service at a new address, run "waymark deliveries resume ${own}"; in a copy of its database add --disable, which disables the webhooks first.`
}
