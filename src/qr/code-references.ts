import type { Database } from '../../db/open.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import { listTemplateLooks, type TemplateLook } from '../../db/queries/qr-templates.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import type { Fault } from '../errors/api-error.ts'

/** A domain that a request names: with its scheme; null: the service's own host; undefined: none of the account. */
export type CodeDomains = (name: string) => string | null | undefined

/** What requests to create codes refer to. */
export interface CodeReferences {
  domains: CodeDomains
  templates: ReadonlyMap<number, TemplateLook>
}

interface Referring {
  domain?: unknown
  template?: unknown
}

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

/** Looks up what requests refer to, with one query for each kind of record. The bodies need not be valid. */
export async function readCodeReferences(
  db: Database,
  config: Pick<Config, 'baseHost'>,
  accountId: number,
  bodies: readonly Referring[],
): Promise<CodeReferences> {
  const names = bodies.map(({ domain }) => domain)
  const ids = bodies.flatMap(({ template }) => (isId(template) ? [template] : []))
  return {
    domains: await readCodeDomains(db, config, accountId, names),
    templates: await listTemplateLooks(db, accountId, ids),
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** The faults of `domain` in a request. */
export const domainFaults = (domain: unknown, domains: CodeDomains): Fault[] =>
  typeof domain === 'string' && domains(domain) === undefined
    ? [{ path: '/domain', message: 'is not a domain of the account' }]
    : []

/** The faults of `template` in a request. */
export const templateFaults = (template: unknown, templates: CodeReferences['templates']): Fault[] =>
  isId(template) && !templates.has(template) ? [{ path: '/template', message: 'is not a template of the account' }] : []
