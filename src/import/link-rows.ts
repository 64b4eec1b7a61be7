import { listDomainsByHost } from '../../db/queries/domains.ts'
import { findOrCreateChannels } from '../../db/queries/import-resources.ts'
import { mapIds, NOT_KEPT, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import type { LinkColumns } from '../../db/tables/links.ts'
import type { ImportedLink } from '../../schemas/import-records.ts'
import type { NewLink } from '../../schemas/links.ts'
import { hostOf } from '../domains/domain-name.ts'
import { clearedColumns, readLinkInputs } from '../links/link-input.ts'
import { ROOT_FAULT } from './short-url.ts'
import { failed, type WriteContext } from './write-context.ts'

/** A row of a link, ready to be written. */
export interface LinkRow {
  row: PendingRow
  record: ImportedLink
  columns: Partial<LinkColumns> & { url: string }
  /** Columns that are reset if the row replaces a link. */
  cleared: Partial<LinkColumns>
  /** null: the service's own host. */
  domainId: number | null
  alias: string | undefined
  aliases: string[]
  pixels: number[] | undefined
  channels: number[]
  notes: string[]
}

type Reference = 'campaign' | 'pixel' | 'channel' | 'overlay' | 'splash'
type References = Record<Reference, Map<number, number>>

/** Resolves the references of rows of links. Returns the rows that can be written and the results of the others. */
export async function readLinkRows(
  context: WriteContext,
  rows: readonly PendingRow[],
): Promise<{ links: LinkRow[]; results: RowResult[] }> {
  const { db, config, accountId, options } = context
  const records = rows.map(({ record }) => record as ImportedLink)
  const references = await readReferences(context, records)
  const hosts = [...new Set(records.flatMap((record) => nameOf(record) || []))]
  const domains = await listDomainsByHost(db, accountId, hosts)
  const tags = await findOrCreateChannels(
    db,
    accountId,
    records.flatMap(({ tags = [] }) => tags),
  )

  const results: RowResult[] = []
  const read: { row: PendingRow; record: ImportedLink; body: NewLink; channels: number[]; notes: string[] }[] = []
  for (const [i, row] of rows.entries()) {
    const record = records[i] as ImportedLink
    const resolved = resolve(record, references)
    if ('path' in resolved) {
      results.push(failed(row, resolved.path, resolved.message))
      continue
    }
    const notes = [...(row.notes ?? [])]
    const name = nameOf(record)
    const host = record.domain ? name : undefined
    const isDomain = name !== undefined && (domains.has(name) || name === config.baseHost)
    if (isDomain && host === undefined) {
      results.push(failed(row, ROOT_FAULT.path, ROOT_FAULT.message))
      continue
    }
    const isKnown = host !== undefined && isDomain
    if (host !== undefined && !isKnown)
      notes.push(`The account has no domain ${host}; ${options.domain || config.baseHost} is used instead.`)
    const {
      channels: _c,
      tags: _t,
      date: _d,
      clicks: _n,
      uniqueclicks: _u,
      passwordhash: _p,
      cleared: _x,
      ...rest
    } = record
    const body = { ...rest, ...resolved.fields, domain: isKnown ? host : options.domain || config.baseHost } as NewLink
    const named = (record.tags ?? []).flatMap((name) => tags.get(name) ?? [])
    read.push({ row, record, body, channels: [...new Set([...resolved.channels, ...named])], notes })
  }

  const inputs = await readLinkInputs(
    { ...context, domains: null },
    accountId,
    read.map(({ body }) => body),
  )
  const links: LinkRow[] = []
  inputs.forEach((input, i) => {
    const { row, record, channels, notes } = read[i] as (typeof read)[number]
    if ('faults' in input) {
      results.push({
        row: row.row,
        outcome: 'failed',
        errors: input.faults.map(({ path, message }) => ({ path, message })),
      })
      return
    }
    const columns = { ...input.columns, ...(record.passwordhash ? { password_hash: record.passwordhash } : {}) }
    links.push({
      row,
      record,
      columns: columns as LinkRow['columns'],
      cleared: clearedColumns(record.cleared ?? []),
      domainId: input.domainId ?? null,
      alias: input.alias,
      aliases: (input.aliases ?? []).filter((alias) => alias !== input.alias),
      pixels: input.pixels,
      channels,
      notes,
    })
  })
  return { links, results }
}

/** The host of a link; without one, its alias if that could be the host of a root link. */
const nameOf = ({ domain, custom }: ImportedLink): string | undefined =>
  domain ? hostOf(domain) : custom?.includes('.') && !custom.includes('/') ? hostOf(custom) : undefined

const overlayOf = (type: unknown) => Number(/^overlay-(\d+)$/.exec(String(type ?? ''))?.[1] ?? 0)
const splashOf = (type: unknown) => Number(/^\d+$/.exec(String(type ?? ''))?.[0] ?? 0)

async function readReferences({ db, jobId }: WriteContext, records: readonly ImportedLink[]): Promise<References> {
  const map = (kind: Reference, ids: number[]) =>
    mapIds(
      db,
      jobId,
      kind,
      ids.filter((id) => id > 0),
    )
  return {
    campaign: await map(
      'campaign',
      records.flatMap(({ campaign = 0 }) => campaign),
    ),
    pixel: await map(
      'pixel',
      records.flatMap(({ pixels = [] }) => pixels),
    ),
    channel: await map(
      'channel',
      records.flatMap(({ channels = [] }) => channels),
    ),
    overlay: await map(
      'overlay',
      records.map(({ type }) => overlayOf(type)),
    ),
    splash: await map(
      'splash',
      records.map(({ type }) => splashOf(type)),
    ),
  }
}

const typeOf = (prefix: string, id = NOT_KEPT) => (id === NOT_KEPT ? undefined : `${prefix}${id}`)

/**
 * Maps ids of the file to ids of new records, without those that are not kept; or returns the first id that is not in
 * the file.
 */
function resolve(record: ImportedLink, references: References) {
  const { campaign, pixels = [], channels = [], type } = record
  const find = (kind: Reference, id: number) => references[kind].get(id)
  const missing = (kind: Reference, path: string) => ({
    path,
    message: `is not ${kind === 'overlay' ? 'an' : 'a'} ${kind} of the file`,
  })
  const overlay = overlayOf(type)
  const splash = splashOf(type)
  if (campaign !== undefined && find('campaign', campaign) === undefined) return missing('campaign', '/campaign')
  for (const [i, id] of pixels.entries()) if (find('pixel', id) === undefined) return missing('pixel', `/pixels/${i}`)
  for (const [i, id] of channels.entries())
    if (find('channel', id) === undefined) return missing('channel', `/channels/${i}`)
  if (overlay > 0 && find('overlay', overlay) === undefined) return missing('overlay', '/type')
  if (splash > 0 && find('splash', splash) === undefined) return missing('splash', '/type')
  const ids = (kind: Reference, list: readonly number[]) => list.flatMap((id) => find(kind, id) || [])
  return {
    channels: ids('channel', channels),
    fields: {
      ...(campaign === undefined ? {} : { campaign: find('campaign', campaign) || undefined }),
      ...(pixels.length > 0 ? { pixels: ids('pixel', pixels) } : {}),
      ...(overlay > 0 ? { type: typeOf('overlay-', find('overlay', overlay)) } : {}),
      ...(splash > 0 ? { type: typeOf('', find('splash', splash)) } : {}),
    },
  }
}
