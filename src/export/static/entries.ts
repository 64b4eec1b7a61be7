import { type ExportedRow, listExportedDomainNames } from '../../../db/queries/export.ts'
import type { RedirectStatus } from '../../../schemas/links.ts'
import { hostOf } from '../../domains/domain-name.ts'
import { readStoredContent } from '../../qr/content.ts'
import { payloadOf, tapLink } from '../../qr/payload.ts'
import { extendDestination, safeDestination } from '../../routing/destinations.ts'
import { type ExportSource, stretchesOf } from '../records.ts'

/** A redirect of a static export. */
export interface Entry {
  host: string
  /** The path, decoded, with its slash. */
  path: string
  /** An absolute URL of printable ASCII. */
  target: string
  status: RedirectStatus
}

/** Something that a static host cannot do, or does otherwise. */
export interface LeftOut {
  host: string
  path: string
  reason: string
}

type Found = { entry: Entry } | { left: LeftOut }

// As this service answers a scan.
const FOUND: RedirectStatus = 302

const rules = ['geotarget', 'devicetarget', 'languagetarget', 'timetarget', 'splittarget'] as const

/** The redirects of an account's links and dynamic QR codes, and what is left out. */
export async function* staticEntries(source: ExportSource & { baseHost: string }): AsyncGenerator<Found[]> {
  const { db, accountId, baseHost } = source
  for await (const links of stretchesOf(db, accountId, 'links'))
    yield links.flatMap((link) => linkEntries(link, baseHost))
  for await (const bios of stretchesOf(db, accountId, 'bios'))
    yield bios.map((bio) => ({
      left: { host: hostOfRow(bio, baseHost), path: `/${bio['alias']}`, reason: 'is a bio page' },
    }))
  for await (const codes of stretchesOf(db, accountId, 'qr_codes'))
    yield codes.flatMap((code) => qrEntry(code, baseHost))
  for await (const campaigns of stretchesOf(db, accountId, 'campaigns'))
    yield campaigns.flatMap(({ slug }) =>
      typeof slug === 'string'
        ? [{ left: { host: baseHost, path: `/r/${slug}`, reason: 'is the rotator of a campaign' } }]
        : [],
    )
}

/** The hosts that an account's addresses are on. */
export const listHosts = async ({
  db,
  accountId,
  baseHost,
}: ExportSource & { baseHost: string }): Promise<string[]> => [
  baseHost,
  ...(await listExportedDomainNames(db, accountId)),
]

const hostOfRow = ({ domain }: ExportedRow, baseHost: string) =>
  typeof domain === 'string' ? hostOf(domain) : baseHost

function linkEntries(link: ExportedRow, baseHost: string): Found[] {
  const host = hostOfRow(link, baseHost)
  const paths = [String(link['alias']), ...((link['aliases'] as string[] | undefined) ?? [])].map(
    (alias) => `/${alias}`,
  )
  const leave = (reason: string): Found[] => paths.map((path) => ({ left: { host, path, reason } }))
  if (link['status'] === 'private') return leave('is private')
  if (link['passwordhash'] !== null) return leave('has a password')
  const isOver = typeof link['expiry'] === 'string' && Date.parse(`${link['expiry']}Z`) <= Date.now()
  const isUsedUp = typeof link['clicklimit'] === 'number' && Number(link['clicks']) >= link['clicklimit']
  const after = link['expirationredirect']
  if ((isOver || isUsedUp) && typeof after !== 'string') return leave('is over')
  const own = isOver || isUsedUp ? String(after) : String(link['url'])
  const parameters = isOver || isUsedUp ? [] : (link['parameters'] as { name: string; value: string }[])
  const target = asciiTarget(extendDestination(own, parameters, ''))
  if (target === null) return leave('has a destination that is no URL')
  const status = (link['redirectstatus'] ?? 302) as Entry['status']
  const notes = notesOf(link)
  return paths.flatMap((path): Found[] => [
    { entry: { host, path, target, status } },
    ...notes.map((reason) => ({ left: { host, path, reason } })),
  ])
}

function notesOf(link: ExportedRow): string[] {
  const used = rules.filter((name) => (link[name] as unknown[]).length > 0)
  const notes = used.length > 0 || link['deeplink'] !== null ? ['redirects everybody to its main destination'] : []
  if (link['type'] !== 'direct') notes.push('redirects at once, without its splash page, overlay or frame')
  if (typeof link['start'] === 'string' && Date.parse(`${link['start']}Z`) > Date.now())
    notes.push('redirects before its start')
  if (typeof link['expiry'] === 'string' || typeof link['clicklimit'] === 'number')
    notes.push('goes on redirecting after its end')
  if (link['forward'] === true) notes.push('may not pass the query on')
  if (link['pathforward'] === true) notes.push('does not pass on what follows it in the path')
  return notes
}

function qrEntry(code: ExportedRow, baseHost: string): Found[] {
  if (code['static'] === true) return []
  const path = `/q/${code['code']}`
  const content = readStoredContent(code['type'] as never, code['data'] as never)
  const target =
    'rawPayload' in content ? null : content.type === 'link' ? asciiTarget(payloadOf(content)) : tapLink(content)
  if (target === null || !/^[\x21-\x7e]+$/.test(target))
    return [{ left: { host: baseHost, path, reason: `shows a page: its type is ${code['type']}` } }]
  return [{ entry: { host: baseHost, path, target, status: FOUND } }]
}

/** A destination in printable ASCII without the characters that are no part of URLs and mean something in configurations. */
function asciiTarget(url: string): string | null {
  const safe = safeDestination(url)
  if (safe === null || !URL.canParse(safe)) return null
  const ascii = /^[\x21-\x7e]+$/.test(safe) ? safe : new URL(safe).href
  return ascii.replaceAll(/["'<>\\^`{|}]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
