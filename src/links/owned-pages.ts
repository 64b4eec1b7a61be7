import type { OwnedPage } from '../../db/queries/page-owners.ts'

const CODE = /^\/(?:q|qr)\/([A-Za-z0-9]{5,32})(?:\.[a-z]{3,4}|\+)?$/
const ROTATOR = /^\/r\/([A-Za-z0-9_-]{1,64})$/
const LIST = /^\/u\/([a-z0-9_-]{3,30})\/([1-9]\d{0,14})$/

/** The code, rotator or list of a campaign that a path names; undefined if it is none of them. */
export function readOwnedPage(path: string): OwnedPage | undefined {
  const [, code] = CODE.exec(path) ?? []
  if (code !== undefined) return { code }
  const [, slug] = ROTATOR.exec(path) ?? []
  if (slug !== undefined) return { slug }
  const [, username, campaign] = LIST.exec(path) ?? []
  return username === undefined ? undefined : { username, campaign: Number(campaign) }
}
