import { createHash } from 'node:crypto'
import type { ExportedRow } from '../../../db/queries/export.ts'
import { listColumns } from '../../../db/tables/links.ts'
import { hostOf } from '../../domains/domain-name.ts'
import { readStoredContent } from '../../qr/content.ts'
import { payloadOf, tapLink } from '../../qr/payload.ts'
import { extendDestination } from '../../routing/destinations.ts'
import { batchesOf, type ExportSource } from '../records.ts'
import { asciiTarget, type Entry, type Found, foldAscii, TEMPORARY } from './found.ts'
import { listDomainsFound } from './hosts.ts'
import type { Spool } from './spool.ts'

/** An address that is left out or behaves differently on a static host, with the reason. */
export interface LeftOut {
  host: string
  path: string
  reason: string
}

const ONE_TARGET = 'redirects everybody to its main destination'

const rules = listColumns.filter((name) => name !== 'parameters')

// The values of a byte. With a million addresses each part has about 4,000, which are held in memory together.
const PARTS = 256

const partOf = (key: string) => createHash('md5').update(key).digest().readUInt8()

/**
 * The redirects of an account's links, dynamic QR codes and bare domains, each address once, and what is left out, in parts: addresses
 * that are the same but for the case of ASCII letters are in one.
 */
export async function* readStatic(
  source: ExportSource & { baseHost: string },
  spool: Spool,
): AsyncGenerator<{ entries: Entry[]; leftOut: LeftOut[] }> {
  for await (const found of listFound(source))
    for (const one of found) {
      const part = partOf(foldAscii(`${one.host}${one.path}`))
      await spool.add(`found-${part}`, `${JSON.stringify(one)}\n`)
    }
  for (let part = 0; part < PARTS; part++) {
    let text = ''
    for await (const piece of spool.read(`found-${part}`)) text += piece
    const lines = text.split('\n').slice(0, -1)
    yield onceEach(lines.map((line): Found => JSON.parse(line)))
  }
}

function onceEach(all: readonly Found[]): { entries: Entry[]; leftOut: LeftOut[] } {
  const held = new Map<string, Found>()
  const leftOut: LeftOut[] = []
  for (const one of all) {
    const key = `${one.host}${one.path}`
    const before = held.get(key)
    // Of two detached addresses that are equal, the newer one would be attached again.
    const isFirst = before?.isAttached === true && !one.isAttached
    if (before) leftOut.push({ host: one.host, path: one.path, reason: 'is the address of another one too' })
    if (!isFirst) held.set(key, one)
  }
  const entries: Entry[] = []
  for (const { host, path, redirect, reasons } of held.values()) {
    if (redirect) entries.push({ host, path, ...redirect })
    leftOut.push(...reasons.map((reason) => ({ host, path, reason })))
  }
  return { entries, leftOut }
}

async function* listFound(source: ExportSource & { baseHost: string }): AsyncGenerator<Found[]> {
  const { db, accountId, baseHost } = source
  yield* listDomainsFound(source)
  for await (const links of batchesOf(db, accountId, 'links')) yield links.flatMap((link) => foundLink(link, baseHost))
  for await (const bios of batchesOf(db, accountId, 'bios'))
    yield bios.map((bio) => ({
      ...placeOf(bio, baseHost),
      path: `/${bio['alias']}`,
      redirect: null,
      reasons: ['is a bio page'],
    }))
  for await (const codes of batchesOf(db, accountId, 'qr_codes')) yield codes.flatMap((code) => foundQr(code, baseHost))
  for await (const campaigns of batchesOf(db, accountId, 'campaigns'))
    yield campaigns.flatMap(({ slug }) =>
      typeof slug === 'string' ? [withoutRedirect(baseHost, `/r/${slug}`, 'is the rotator of a campaign')] : [],
    )
}

const withoutRedirect = (host: string, path: string, reason: string): Found => ({
  host,
  path,
  isAttached: true,
  redirect: null,
  reasons: [reason],
})

const placeOf = ({ domain, attached }: ExportedRow, baseHost: string) => ({
  host: typeof domain === 'string' ? hostOf(domain) : baseHost,
  isAttached: attached === true,
})

function foundLink(link: ExportedRow, baseHost: string): Found[] {
  const place = placeOf(link, baseHost)
  const paths = [String(link['alias']), ...((link['aliases'] as string[] | undefined) ?? [])].map(
    (alias) => `/${alias}`,
  )
  const leave = (reason: string): Found[] =>
    paths.map((path) => ({ ...place, path, redirect: null, reasons: [reason] }))
  if (!place.isAttached && typeof link['domain'] !== 'string') return leave('has lost its domain')
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
  const reasons = notesOf(link)
  return paths.map((path) => ({ ...place, path, redirect: { target, status }, reasons }))
}

function notesOf(link: ExportedRow): string[] {
  const used = rules.filter((name) => (link[name] as unknown[]).length > 0)
  const notes = used.length > 0 || link['deeplink'] !== null ? [ONE_TARGET] : []
  if (link['type'] !== 'direct') notes.push('redirects at once, without its splash page, overlay or frame')
  if (typeof link['start'] === 'string' && Date.parse(`${link['start']}Z`) > Date.now())
    notes.push('redirects before its start')
  if (typeof link['expiry'] === 'string' || typeof link['clicklimit'] === 'number')
    notes.push('goes on redirecting after its end')
  if (link['forward'] === true) notes.push('may not pass the query on')
  if (link['pathforward'] === true) notes.push('does not pass on what follows it in the path')
  return notes
}

function foundQr(code: ExportedRow, baseHost: string): Found[] {
  if (code['static'] === true) return []
  const path = `/q/${code['code']}`
  const { host, isAttached } = placeOf(code, baseHost)
  const former = (code['formerhosts'] as string[]).map((name) => ({ host: name || baseHost, isAttached: true }))
  const places = [{ host, isAttached }, ...former]
  const content = readStoredContent(code['type'] as never, code['data'] as never)
  const target =
    'rawPayload' in content ? null : content.type === 'link' ? asciiTarget(payloadOf(content)) : tapLink(content)
  // Without a page for all, one phone would be led to the store of the other.
  if (content.type === 'app' && content.other === undefined)
    return places.map(({ host }) => withoutRedirect(host, path, 'leads each phone to its own store'))
  if (target === null || !/^[\x21-\x7e]+$/.test(target))
    return places.map(({ host }) => withoutRedirect(host, path, `shows a page: its type is ${code['type']}`))
  const reasons = content.type === 'app' ? [ONE_TARGET] : []
  return places.map((place) => ({ ...place, path, redirect: { target, status: TEMPORARY }, reasons }))
}
