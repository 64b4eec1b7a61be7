import type { Database } from '../../db/open.ts'
import { findPathRoute } from '../../db/queries/routes.ts'
import type { Fault } from '../errors/api-error.ts'
import { type Base, pathOn } from '../links/own-urls.ts'
import { candidatesOf, pathOf, readLinkPath } from './link-paths.ts'

/** A branded domain; one without an id is not stored yet, and has no links. */
interface RedirectingDomain {
  host: string
  id?: number
  caseinsensitive: boolean
}

/**
 * The faults of redirects of a domain that would lead back to themselves: `redirectroot` to the bare domain, and
 * `redirect404` to a path of the domain where nothing is.
 */
export async function redirectFaults(
  { db, config }: { db: Database; config: Base },
  { host, id, caseinsensitive }: RedirectingDomain,
  { redirectroot, redirect404 }: { redirectroot?: string | null | undefined; redirect404?: string | null | undefined },
): Promise<Fault[]> {
  const faults: Fault[] = []
  if (redirectroot && pathOn(host, redirectroot, config) === '/')
    faults.push({ path: '/redirectroot', message: 'must not be the bare domain itself' })
  const lost = redirect404 ? pathOn(host, redirect404, config) : null
  const path = lost === null || lost === '/' ? null : readLinkPath(pathOf(lost))
  const isServed =
    path === null ||
    (id !== undefined && (await findPathRoute(db, { domainId: id, caseinsensitive }, candidatesOf(path))) !== null)
  if (!isServed)
    faults.push({
      path: '/redirect404',
      message:
        'must not be a path of the domain itself at which there is no link: add the link first, or choose another URL',
    })
  return faults
}
