import type { Database } from '../../db/open.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import { type LinkPlaces, listLinksAt, listLinksInCampaigns } from '../../db/queries/link-places.ts'
import type { KeyRestrictions } from '../../schemas/key-restrictions.ts'
import type { KeyChange } from '../../schemas/keys.ts'
import { canonicalRanges } from '../accounts/key-restrictions.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import { type Fault, invalid } from '../errors/api-error.ts'

interface Needed {
  db: Database
  config: Pick<Config, 'baseHost'>
}

type Holder = Pick<KeyRestrictions, 'domains'> & { id: number }

/** Where the links are that a key may see and change; undefined: anywhere. */
export const placesOf = (
  { domains }: Pick<Holder, 'domains'>,
  { baseHost }: Needed['config'],
): LinkPlaces | undefined => (domains === null ? undefined : { hosts: domains, isOwn: domains.includes(baseHost) })

/** A function that says which of these links a key may see and change. For a key without domains it asks nothing. */
export async function linkFilter(
  { db, config }: Needed,
  account: Holder,
  ids: readonly number[],
): Promise<(id: number) => boolean> {
  const places = placesOf(account, config)
  if (!places) return () => true
  const allowed = await listLinksAt(db, account.id, ids, places)
  return (id) => allowed.has(id)
}

/**
 * The faults, by the id of the link, of changes that take links out of their campaign: a key that is restricted to
 * domains may not, as a campaign has links of all domains. For a link without one null changes nothing.
 */
export async function findLeavingCampaign(
  { db }: Pick<Needed, 'db'>,
  { id: accountId, domains }: Holder,
  changes: readonly { id: number; columns: { campaign_id?: number | null } }[],
): Promise<Map<number, Fault[]>> {
  const leaving = changes.filter(({ columns }) => columns.campaign_id === null)
  if (domains === null || leaving.length === 0) return new Map()
  const found = await listLinksInCampaigns(
    db,
    accountId,
    leaving.map(({ id }) => id),
  )
  const message = 'cannot be removed with an API key that is restricted to domains'
  return new Map([...found].map((id) => [id, [{ path: '/campaign', message, code: 'domain_not_allowed' }]]))
}

/**
 * The restrictions of a request to make or change a key as they are stored: addresses in their shortest form, and the
 * hosts of domains, each once. Throws `invalid_request` with domains that the account does not have.
 */
export async function readRestrictions<B extends KeyChange>(needed: Needed, accountId: number, body: B): Promise<B> {
  return {
    ...body,
    ...(body.ips ? { ips: canonicalRanges(body.ips) } : {}),
    ...(body.domains ? { domains: await readKeyDomains(needed, accountId, body.domains) } : {}),
  }
}

async function readKeyDomains({ db, config }: Needed, accountId: number, names: readonly string[]) {
  const hosts = names.map(hostOf)
  const known = await listDomainsByHost(db, accountId, hosts)
  const faults = hosts.flatMap((host, i) =>
    host === config.baseHost || known.has(host)
      ? []
      : [{ path: `/domains/${i}`, message: "is neither a domain of the account nor the service's own host" }],
  )
  if (faults.length > 0) throw invalid(faults)
  return [...new Set(hosts)]
}
