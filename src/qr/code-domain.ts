import type { Database } from '../../db/open.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import type { Fault } from '../errors/api-error.ts'

/** A domain that a request names: with its scheme; null: the service's own host; undefined: none of the account. */
export type CodeDomains = (name: string) => string | null | undefined

/** Looks up the domains of the account that requests name, in one query. */
export async function readCodeDomains(
  db: Database,
  { baseHost }: Pick<Config, 'baseHost'>,
  accountId: number,
  names: readonly unknown[],
): Promise<CodeDomains> {
  const hosts = new Set(names.flatMap((name) => (typeof name === 'string' ? [hostOf(name)] : [])))
  hosts.delete(baseHost)
  const domains = await listDomainsByHost(db, accountId, [...hosts])
  return (name) => {
    const host = hostOf(name)
    return host === baseHost ? null : domains.get(host)?.domain
  }
}

/** The faults of `domain` in a request. */
export const domainFaults = (domain: unknown, domains: CodeDomains): Fault[] =>
  typeof domain === 'string' && domains(domain) === undefined
    ? [{ path: '/domain', message: 'is not a domain of the account' }]
    : []
