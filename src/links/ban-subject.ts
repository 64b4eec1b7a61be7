import type { Database } from '../../db/open.ts'
import { findAccount, findLogin } from '../../db/queries/account.ts'
import { type BanSubject, lift, listBans, listLinksToBan } from '../../db/queries/bans.ts'
import { listHeld, releaseAliases } from '../../db/queries/held-aliases.ts'
import { findDomainOwner, findPageOwner, listOwnersAt } from '../../db/queries/page-owners.ts'
import type { Bans } from '../../db/tables/bans.ts'
import { hostKey } from '../abuse/url-keys.ts'
import type { Config } from '../config/config.ts'
import { type Fault, found, invalid } from '../errors/api-error.ts'
import { readOwnedPage } from './owned-pages.ts'
import { aliasUrl, readShortUrl } from './public-urls.ts'

interface Needed {
  db: Database
  config: Pick<Config, 'baseHost' | 'baseUrl'>
}

/** What an operator names; one of the three. */
export interface NamedSubject {
  host?: string | undefined
  /** A short URL, an alias, or an id. */
  link?: string | undefined
  /** An e-mail address, an id, or the URL of a link, bio page, code or campaign of it. */
  account?: string | undefined
}

const ID = /^[1-9]\d{0,14}$/

const fault = (path: string, message: string): Fault => ({ path, message })

function readHost(text: string, { config }: Needed): string {
  const host = hostKey(URL.parse(text)?.host || text)
  if (host === null) throw invalid([fault('/host', 'must be a host, such as evil.example')])
  if (host === config.baseHost) throw invalid([fault('/host', 'must not be that of BASE_URL')])
  return host
}

async function findLink(name: string, { db, config }: Needed): Promise<number> {
  const named = await listLinksToBan(db, readShortUrl(config, name))
  const byId = ID.test(name) ? await listLinksToBan(db, { id: Number(name) }) : []
  const links = [...byId, ...named.filter(({ id }) => id !== byId[0]?.id)]
  const urls = links.map(({ alias, origin }) => aliasUrl(config, origin, alias)).join(', ')
  if (links.length > 1) throw invalid([fault('/link', `must name one of these links: ${urls}`)])
  return found(links[0], 'Link').id
}

/** The account of the link, bio page, code or campaign at a URL. */
async function findOwner(name: string, { db, config }: Needed): Promise<number> {
  const url = URL.parse(/^https?:\/\//i.test(name) ? name : `https://${name}`)
  const page = url && readOwnedPage(url.pathname)
  const owner = page && (await findPageOwner(db, page))
  if (owner && (url.host === config.baseHost || owner === (await findDomainOwner(db, url.host)))) return owner
  const owners = await listOwnersAt(db, readShortUrl(config, name))
  if (owners.length > 1) throw invalid([fault('/account', 'must name one account: this is on several hosts')])
  return found(owners[0], 'Account')
}

async function findAccountNamed(name: string, needed: Needed): Promise<number> {
  const { db } = needed
  if (name.includes('/')) return findOwner(name, needed)
  const id = ID.test(name) ? Number(name) : (await findLogin(db, { email: name }))?.id
  return found(id === undefined ? undefined : await findAccount(db, id), 'Account').id
}

/** Finds what is to be blocked, or no longer. Throws where it is not one thing that exists. */
export async function readBanSubject({ host, link, account }: NamedSubject, needed: Needed): Promise<BanSubject> {
  const given = [host, link, account].filter((one) => one !== undefined)
  if (given.length !== 1) throw invalid([fault('', 'must have one of host, link and account')])
  if (host !== undefined) return { host: readHost(host, needed) }
  if (link !== undefined) return { link_id: await findLink(link, needed) }
  return { account_id: await findAccountNamed(account ?? '', needed) }
}

/**
 * Lifts what an operator names, or releases the address of a link that was deleted with its account; `isLifted` is false
 * if it was not blocked.
 */
export async function liftNamed(
  named: NamedSubject,
  by: Bans['source'],
  needed: Needed,
): Promise<{ subject: BanSubject | { address: string }; isLifted: boolean }> {
  const { link, host, account } = named
  if (link !== undefined && host === undefined && account === undefined && !ID.test(link))
    if ((await releaseAliases(needed.db, readShortUrl(needed.config, link))) > 0)
      return { subject: { address: link }, isLifted: true }
  const subject = await readBanSubject(named, needed)
  return { subject, isLifted: await lift(needed.db, subject, by) }
}

/** The bans that are in force, newest first, with the short URLs of links. */
export async function describeBans(limit: number, { db, config }: Needed) {
  const bans = await listBans(db, limit)
  return bans.map(({ alias, origin, ...ban }) => ({
    ...ban,
    shorturl: alias === null ? null : aliasUrl(config, origin, alias),
  }))
}

/** The addresses of quarantined links that were deleted with their accounts, which nothing else gets. */
export async function describeHeld(limit: number, { db, config }: Needed) {
  const held = await listHeld(db, limit)
  return held.map(({ host, alias, until }) => ({
    address: aliasUrl(config, host === '' ? null : `https://${host}`, alias),
    until,
  }))
}
