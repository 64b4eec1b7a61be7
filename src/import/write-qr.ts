import { isDeepStrictEqual } from 'node:util'
import { assignAll, keepTotals } from '../../db/queries/import-resources.ts'
import { mapIds, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import { createQrCodes, findPublicQrCode, isDeletedOfOthers, type NewQrRow, updateQrCode } from '../../db/queries/qr.ts'
import type { ImportedQr } from '../../schemas/import-records.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import { hostOf } from '../domains/domain-name.ts'
import { ApiError } from '../errors/api-error.ts'
import { readCodeDomains } from '../qr/code-references.ts'
import { fixedStatic } from '../qr/payload.ts'
import { findWarnings, readQrInput } from '../qr/qr-input.ts'
import { type ExternalIds, readExternalIds } from './external-ids.ts'
import { logoOf, storedLogoReader } from './imported-logo.ts'
import { given } from './record.ts'
import { MAX_RENAMES, nextCode } from './renames.ts'
import type { WriteContext } from './write-context.ts'

/** Writes rows of QR codes; each keeps its code, so that printed pictures keep working. */
export async function writeQrCodes(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const { db, jobId } = context
  const records = rows.map(({ record }) => record as unknown as ImportedQr)
  const channels = await mapIds(
    db,
    jobId,
    'channel',
    records.flatMap(({ channels = [] }) => channels),
  )
  const ids = await readExternalIds(
    context,
    'qr_codes',
    records.map(({ externalid }) => externalid),
  )
  const results: RowResult[] = []
  for (const [i, row] of rows.entries())
    results.push(await writeRow(context, row, records[i] as ImportedQr, { channels, ids }))
  return results
}

interface Known {
  channels: Map<number, number>
  ids: ExternalIds
}

async function writeRow(
  context: WriteContext,
  { row, notes: before }: PendingRow,
  record: ImportedQr,
  { channels, ids }: Known,
): Promise<RowResult> {
  const { db } = context
  try {
    const holder = record.externalid ? await findPublicQrCode(db, record.code) : undefined
    const clash = ids.clashOf(record.externalid, holder?.id)
    if (clash && !('leaveOut' in clash)) return { row, alias: record.code, ...clash }
    const { place, notes: placed } = await placeOf(context, record)
    const columns = await columnsOf(context, clash ? { ...record, externalid: undefined } : record, place)
    const written = await writeQrCode(context, record, columns)
    const { id } = written
    if (id !== undefined) {
      if (!clash) ids.take(record.externalid, id)
      const { date, scans: visits, uniquescans: uniques } = record
      const isShared = context.isOwnExport && written.outcome === 'replaced'
      await keepTotals(db, 'qr_codes', [{ id, date, visits, uniques, isShared }])
      const assigned = (record.channels ?? []).flatMap((channel) => channels.get(channel) || [])
      await assignAll(
        db,
        'qr_id',
        assigned.map((channel) => ({ channel, item: id })),
      )
    }
    const kept = id === undefined ? [] : [...(before ?? []), ...placed, ...(clash?.notes ?? [])]
    const notes = [...kept, ...(written.notes ?? [])]
    return { row, alias: record.code, ...written, ...(notes.length > 0 ? { notes } : {}) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const errors = error.errors ?? [{ path: '', message: error.message }]
    return { row, outcome: 'failed', errors: errors.map(({ path, message }) => ({ path, message })) }
  }
}

/** The domain of a code and the hosts that it had; where the account has not its domain, that is one of them. */
async function placeOf({ db, config, accountId, options }: WriteContext, { domain, formerhosts = [] }: ImportedQr) {
  if (!domain) return { place: { domain: null, former_hosts: formerhosts }, notes: [] }
  const domains = await readCodeDomains(db, config, accountId, [domain, options.domain])
  const found = domains(domain)
  if (found !== undefined) return { place: { domain: found, former_hosts: formerhosts }, notes: [] }
  const host = hostOf(domain)
  return {
    place: { domain: domains(options.domain) ?? null, former_hosts: [...formerhosts, host].slice(-20) },
    notes: [`The account has no domain ${host}: the code is on ${options.domain || config.baseHost}.`],
  }
}

async function columnsOf(
  context: WriteContext,
  record: ImportedQr,
  place: Pick<NewQrRow, 'domain' | 'former_hosts'>,
): Promise<Omit<NewQrRow, 'code'>> {
  const { config } = context
  const { logo, logoimage, type, data, background, foreground, design, name, publicstats } = record
  const sent = {
    type,
    data,
    background,
    foreground,
    design,
    name,
    publicstats,
    logo: logoOf(logoimage),
  }
  const body = given(sent) as Parameters<typeof readQrInput>[0]
  const read = await readQrInput(body, type, storedLogoReader(config), () => null)
  const { externalid: _, ...columns } = read.columns
  const whole = {
    background: null,
    foreground: null,
    logo_image: null,
    design: null,
    publicstats: false,
    externalid: record.externalid ?? null,
    ...place,
    ...columns,
    logo: logoimage === undefined ? null : (logo ?? null),
    name: name ?? record.code,
    is_static: fixedStatic(type) ?? record.static === true,
  }
  // Checks only whether the content fits; drawing and decoding the picture would take too long in a transaction.
  await findWarnings({ ...whole, code: record.code }, config, true)
  return whole
}

type Written = Pick<RowResult, 'outcome' | 'id' | 'alias' | 'errors' | 'notes'>

async function writeQrCode(
  context: WriteContext,
  { code, publicstats: sentStatistics }: ImportedQr,
  columns: Omit<NewQrRow, 'code'>,
): Promise<Written> {
  const { db, accountId, by, options } = context
  const find = () => findPublicQrCode(db, code)
  // Looked up before the plan limit is checked, because an existing code does not count against it again.
  const before = await find()
  // A picture with this code may be printed: it must not lead to the imported content.
  const isOfOthers = !before && (await isDeletedOfOthers(db, accountId, code))
  const id = before || isOfOthers ? undefined : await createQrCode(context, { ...columns, code })
  if (id !== undefined) return { outcome: 'created', id }
  const holder = before ?? (await find())
  const own = holder?.account_id === accountId ? holder : undefined
  if (options.conflicts === 'replace' && own) {
    const { former_hosts: _, publicstats, ...change } = columns
    // Files of earlier releases do not say it.
    const shown = sentStatistics === undefined ? {} : { publicstats }
    await updateQrCode(db, by, own.id, { ...change, ...shown })
    return { outcome: 'replaced', id: own.id }
  }
  if (options.conflicts !== 'rename' || hasContent(own, columns))
    return {
      outcome: 'skipped',
      notes: [isOfOthers ? 'Another account had this code.' : 'There is a QR code with this code already.'],
    }
  return writeCopy(context, code, columns)
}

/** Creates the code under another one, unless an earlier import did. */
async function writeCopy(context: WriteContext, code: string, columns: Omit<NewQrRow, 'code'>): Promise<Written> {
  const { db, accountId } = context
  for (let tries = 0; tries < MAX_RENAMES; tries++) {
    const alias = nextCode(accountId, code, tries)
    const holder = await findPublicQrCode(db, alias)
    if (holder?.account_id === accountId && hasContent(holder, columns))
      return { outcome: 'skipped', alias, notes: ['The account has this QR code already.'] }
    if (holder || (await isDeletedOfOthers(db, accountId, alias))) continue
    const id = await createQrCode(context, { ...columns, code: alias })
    if (id !== undefined)
      return { outcome: 'renamed', id, alias, notes: ['Printed pictures of the old code do not lead here.'] }
  }
  return { outcome: 'failed', errors: [{ path: '/code', message: 'is taken' }] }
}

type Content = Pick<NewQrRow, 'type' | 'data'>

// What a code leads to, as the URL of a link; its look may have been changed since it was imported.
const hasContent = (own: Content | undefined, { type, data }: Content): boolean =>
  own?.type === type && isDeepStrictEqual(own.data, JSON.parse(JSON.stringify(data)))

const createQrCode = ({ db, config, accountId, by }: WriteContext, row: NewQrRow): Promise<number | undefined> =>
  withRoom({ db, plans: config.plans }, accountId, 'qrcodes', 1, async (db, room, full) => {
    if (room === 0) throw full()
    const [id] = await createQrCodes(db, by, [row])
    return id
  })
