import { hostOf } from '../../domains/domain-name.ts'
import { batchesOf, type ExportSource } from '../records.ts'
import { asciiTarget, type Found, TEMPORARY } from './found.ts'

/** What a static host does with paths as a whole. */
export interface HostRule {
  /** Where paths without an address lead, in printable ASCII; null: they are 404. */
  lost: string | null
  isCaseInsensitive: boolean
}

/** The hosts of an account's domains with their rules. */
export async function readHosts({ db, accountId }: ExportSource): Promise<Map<string, HostRule>> {
  const hosts = new Map<string, HostRule>()
  for await (const domains of batchesOf(db, accountId, 'domains'))
    for (const { domain, redirect404, caseinsensitive } of domains)
      hosts.set(hostOf(String(domain)), {
        lost: typeof redirect404 === 'string' ? asciiTarget(redirect404) : null,
        isCaseInsensitive: caseinsensitive === true,
      })
  return hosts
}

/** The redirects of bare domains, and what static hosts do not have of domains. */
export async function* listDomainsFound({ db, accountId }: ExportSource): AsyncGenerator<Found[]> {
  for await (const domains of batchesOf(db, accountId, 'domains'))
    yield domains.flatMap(({ domain, redirectroot, caseinsensitive, apple, android }): Found[] => {
      const place = { host: hostOf(String(domain)), isAttached: true }
      const target = typeof redirectroot === 'string' ? asciiTarget(redirectroot) : null
      const root = { ...place, path: '/', redirect: target === null ? null : { target, status: TEMPORARY } }
      const without = (path: string, reason: string) => ({ ...place, path, redirect: null, reasons: [reason] })
      return [
        ...(target === null ? [] : [{ ...root, reasons: [] }]),
        ...(caseinsensitive === true ? [without('/*', 'are found in other letter case, but not by `_redirects`')] : []),
        ...((apple as unknown[]).length > 0 ? [without('/.well-known/apple-app-site-association', NO_APPS)] : []),
        ...((android as unknown[]).length > 0 ? [without('/.well-known/assetlinks.json', NO_APPS)] : []),
      ]
    })
}

const NO_APPS = 'is the file by which phones know the app that opens links'
