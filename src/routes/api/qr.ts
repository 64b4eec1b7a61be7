import { deleteQrCode, findQrCode, listQrCodes, updateQrCode } from '../../../db/queries/qr.ts'
import { ExternalIdPath } from '../../../schemas/paths.ts'
import {
  NewQr,
  PictureQuery,
  QrChange,
  QrCreated,
  QrDeleted,
  QrList,
  QrQuery,
  QrReply,
  QrUpdated,
  WriteQuery,
} from '../../../schemas/qr.ts'
import { QrCheck } from '../../../schemas/qr-check.ts'
import { Ref } from '../../../schemas/ref.ts'
import { IncludeQuery } from '../../../schemas/statistics.ts'
import { hostOf } from '../../domains/domain-name.ts'
import { ApiError, found, invalid } from '../../errors/api-error.ts'
import { qrUrl } from '../../links/public-urls.ts'
import { fetchForAccount } from '../../net/safe-fetch.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
import { requireCapacity, requireCapacityEarly, requireScope } from '../../plugins/route-hooks.ts'
import { findBlockedContent } from '../../qr/blocked-content.ts'
import { buildQrCode, readStoredCode, scanUrl } from '../../qr/code.ts'
import { domainFaults, readCodeReferences, templateFaults } from '../../qr/code-references.ts'
import { readLogo } from '../../qr/logo.ts'
import { makeCodes } from '../../qr/make-codes.ts'
import { readQrInputs } from '../../qr/new-codes.ts'
import { fixedStatic } from '../../qr/payload.ts'
import {
  checkPicture,
  findPictureFaults,
  findUpdateFaults,
  leavesPrinted,
  movedWarning,
  PRINTED_FIXED,
  readQrInput,
} from '../../qr/qr-input.ts'
import { checkScannability } from '../../qr/scannability.ts'
import type { App, Services } from '../../services.ts'
import { classesOf } from '../../visits/time-series.ts'
import { readStatistics } from '../../visits/top-lists.ts'
import { answer, done, failure, listReply, withWarnings } from '../replies.ts'

const tags = ['QR codes']

// A code is served on every host that it had, because pictures may be printed.
const MAX_FORMER_HOSTS = 20
const TOO_MANY_MOVES = {
  path: '/domain',
  message: `cannot change any more: the code has been on ${MAX_FORMER_HOSTS} other hosts; make a new code`,
}

export function qrRoutes(app: App, services: Services): void {
  const { db, config, safeFetch } = services
  const sourcesOf = (accountId: number) => ({
    assetsDir: config.ASSETS_DIR,
    safeFetch: fetchForAccount(safeFetch, accountId),
  })

  const referencesOf = (accountId: number, body: { domain?: unknown; template?: unknown }) =>
    readCodeReferences(db, config, accountId, [body])

  const inputFaults = async (accountId: number, body: Record<string, unknown>) => {
    const { domains, templates } = await referencesOf(accountId, body)
    return [
      ...(await findPictureFaults(body, logoReader(accountId))),
      ...domainFaults(body['domain'], domains),
      ...templateFaults(body['template'], templates),
    ]
  }

  const recordOf = <T extends { code: string; attached: boolean }>(
    { code, attached, ...row }: T,
    origin: string | null,
  ) => ({ ...row, attached, domain: attached ? origin : null, link: qrUrl(config, origin, code) })

  const logoReader = (accountId: number) => (source: string) => readLogo(source, sourcesOf(accountId))

  // If the body has no type, the stored type decides which content is valid.
  const changeFaults = async (accountId: number, id: number | undefined, body: Record<string, unknown>) => {
    const faults = await inputFaults(accountId, { ...body, template: undefined })
    const isUnreadable = ['type', 'data'].some((name) => Object.hasOwn(body, name) && body[name] === undefined)
    if (isUnreadable || body['data'] === undefined) return faults
    const code = id === undefined ? undefined : await findQrCode(db, accountId, id)
    return [...findUpdateFaults(code?.type, body), ...faults]
  }

  app.get(
    '/qr',
    {
      schema: {
        operationId: 'listQrCodes',
        tags,
        summary: 'List QR codes',
        description: 'The QR codes of the account, newest first.',
        querystring: QrQuery,
        response: { 200: Ref(QrList) },
      },
    },
    async ({ account, query, page }) => {
      const { domain, ...filter } = query
      const host = domain === undefined ? {} : { host: hostOf(domain) === config.baseHost ? null : hostOf(domain) }
      const { rows, ...counted } = await listQrCodes(db, account.id, page, { ...filter, ...host })
      const records = rows.map(({ origin, ...row }) => recordOf(row, origin))
      return listReply('qrs', { rows: records, ...counted }, page)
    },
  )

  app.get(
    '/qr/:id',
    {
      schema: {
        operationId: 'getQrCode',
        tags,
        summary: 'Get a QR code and its statistics',
        description: 'The code with all writable fields, and its scan statistics.',
        params: ExternalIdPath('qr'),
        querystring: IncludeQuery,
        response: { 200: Ref(QrReply) },
      },
    },
    async ({ account, params, query }) => {
      const row = found(await findQrCode(db, account.id, params.id), 'QR code')
      const { is_static, logo_image, former_hosts, ...rest } = row
      const record = recordOf(rest, row.domain)
      const { version } = readStoredCode(row, config)
      const details = {
        ...record,
        static: is_static,
        scan: scanUrl(config, row),
        picture: `${record.link}?v=${version}`,
      }
      return answer({ details, data: await readStatistics(db, 'qr', row.id, classesOf(query.include)) })
    },
  )

  app.get(
    '/qr/:id/check',
    {
      schema: {
        operationId: 'checkQrCode',
        tags,
        summary: 'Check whether phones will read a QR code',
        description:
          'Checks contrast, quiet zone, logo and pixels per module, draws the picture at the given size and decodes it ' +
          'with an independent library, sharp and slightly blurred.',
        params: ExternalIdPath('qr'),
        querystring: PictureQuery,
        response: { 200: Ref(QrCheck) },
      },
    },
    async ({ account, params, query }) => {
      const row = found(await findQrCode(db, account.id, params.id), 'QR code')
      return answer({ data: await checkScannability(buildQrCode(row, config), query) })
    },
  )

  app.post(
    '/qr/add',
    {
      onRequest: [requireScope('write', 'create'), requireCapacityEarly('qrcodes', services)],
      preValidation: [
        replayStoredReply,
        requireCapacity('qrcodes', services),
        alsoReport(({ account, body }) => inputFaults(account.id, body)),
      ],
      schema: {
        operationId: 'createQrCode',
        tags,
        summary: 'Create a QR code',
        description:
          'Creates a QR code; its picture is public, at `link`. If phones may not read the picture, `warnings` says why.',
        querystring: WriteQuery,
        body: Ref(NewQr),
        response: {
          200: Ref(QrCreated),
          400: failure('may_not_scan', 'destination_blocked'),
          409: failure('externalid_taken'),
        },
      },
    },
    async ({ account, body, query, answerOnce }) => {
      const references = await referencesOf(account.id, body)
      const [input] = await readQrInputs([body], config, query.strict, sourcesOf(account.id), references)
      if (input === undefined || input instanceof ApiError) throw input
      return answerOnce(db, async (db) => {
        const [made] = await makeCodes(db, config.plans, account, [input.columns])
        if (made === undefined || made instanceof ApiError) throw made
        const link = qrUrl(config, input.columns.domain, made.code)
        return answer(withWarnings({ id: made.id, link }, input.warnings))
      })
    },
  )

  app.put(
    '/qr/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: [
        replayStoredReply,
        alsoReport(({ account, params, body }) => changeFaults(account.id, params.id, body)),
      ],
      schema: {
        operationId: 'updateQrCode',
        tags,
        summary: 'Update a QR code',
        description:
          'Changes the content and appearance of a code; `data` is required. Printed pictures of dynamic codes lead to ' +
          'the new content. null clears background, foreground and logo. A code that gets another `domain` is also served on the previous one.',
        params: ExternalIdPath('qr'),
        querystring: WriteQuery,
        body: Ref(QrChange),
        response: {
          200: Ref(QrUpdated),
          400: failure('may_not_scan', 'destination_blocked'),
          409: failure('externalid_taken'),
        },
      },
    },
    async ({ account, params, body, query }) => {
      const code = await findQrCode(db, account.id, params.id)
      const faults = code ? [] : findUpdateFaults(undefined, body)
      if (faults.length > 0) throw invalid(faults)
      const row = found(code, 'QR code')
      const type = body.type ?? row.type
      const blocked = findBlockedContent(services.blocklist, type, body.data)
      if (blocked.length > 0) throw invalid(blocked)
      const { domains } = await referencesOf(account.id, { domain: body.domain })
      const { columns } = await readQrInput(body, type, logoReader(account.id), domains)
      // Of a type that is always static nobody chose it.
      const wasChosen = fixedStatic(row.type) === undefined
      const is_static = fixedStatic(type) ?? body.static ?? (wasChosen && row.is_static)
      const change = { ...columns, is_static }
      const changed = { ...row, ...change }
      const warnings = await checkPicture(changed, config, query.strict)
      if (leavesPrinted(row, changed, config)) warnings.push(PRINTED_FIXED)
      const moved = movedWarning(row, changed, config)
      if (moved && row.former_hosts.length >= MAX_FORMER_HOSTS) throw invalid([TOO_MANY_MOVES])
      if (moved) warnings.push(moved)
      found(await updateQrCode(db, account, params.id, change), 'QR code')
      return withWarnings(done('QR has been updated successfully.'), warnings)
    },
  )

  app.delete(
    '/qr/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteQrCode',
        tags,
        summary: 'Delete a QR code',
        description: 'Deletes a code and removes it from its channels. Printed pictures of dynamic codes stop working.',
        params: ExternalIdPath('qr'),
        response: { 200: Ref(QrDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteQrCode(db, account, params.id), 'QR code')
      return done('QR Code has been deleted successfully.')
    },
  )
}
