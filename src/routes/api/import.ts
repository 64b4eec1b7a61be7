import { Readable } from 'node:stream'
import { findImport, READING } from '../../../db/queries/imports.ts'
import { FILE_TYPES, fileBody, reportFile } from '../../../schemas/import-files.ts'
import {
  API_SOURCES,
  type ApiSource,
  ImportQuery,
  ImportReply,
  ImportResume,
  ImportStarted,
  ReportQuery,
  ServiceImport,
} from '../../../schemas/imports.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { hostOf } from '../../domains/domain-name.ts'
import { ApiError, found, invalid, keyUnknown } from '../../errors/api-error.ts'
import { isInternal } from '../../import/imports.ts'
import { UnreadableFile } from '../../import/record.ts'
import { reportPieces, shownImport } from '../../import/report.ts'
import { serviceAddress } from '../../import/service-address.ts'
import { apiSources } from '../../import/sources/api-sources.ts'
import { ImportGone } from '../../import/stage.ts'
import type { ImportOptions } from '../../import/write-context.ts'
import { readDomain } from '../../links/link-input.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { receiveUploads, Upload } from '../../plugins/upload.ts'
import type { App, Caller, Services } from '../../services.ts'
import { answer } from '../replies.ts'

const tags = ['Moving']
const MIB = 1024 * 1024
// For the document: a response header of the report.
const documented = { 'x-headers': ['Content-Disposition'] }

export function importRoutes(app: App, { db, config, imports }: Services): void {
  const optionsOf = async (
    account: Caller,
    path: string,
    given: { conflicts?: ImportOptions['conflicts']; dryrun?: boolean; domain?: string },
  ): Promise<ImportOptions> => {
    const { conflicts = 'skip', dryrun = false, domain } = given
    if (domain !== undefined) {
      const faults: { path: string; message: string }[] = []
      await readDomain(db, config, account.id, domain, faults)
      if (faults.length > 0) throw invalid(faults.map((fault) => ({ ...fault, path })))
    }
    const withWebhooks = account.scope === 'admin'
    return { conflicts, isDryRun: dryrun, domain: domain === undefined ? '' : hostOf(domain), withWebhooks }
  }

  // Other errors of reading a service are shown in the record of the import.
  const logInternal = (error: unknown) => {
    if (isInternal(error)) app.log.error({ err: error }, 'an import could not be read')
  }

  // A separate scope, because its body parsers accept files.
  app.register(async (scope: App) => {
    receiveUploads(scope, Object.keys(FILE_TYPES), config.IMPORT_MAX_MB * MIB)
    scope.post(
      '/import',
      {
        config: { isUpload: true },
        onRequest: requireScope('write'),
        preValidation: replayStoredReply,
        schema: {
          operationId: 'importFile',
          tags,
          summary: 'Import a file',
          description: `Imports an export of this service, or the file of another one, at most \`IMPORT_MAX_MB\` and uncompressed. The file is read before the response; a job then writes its rows. Invalid rows are listed in the report and do not stop the others. Repeating an import creates no duplicates.`,
          querystring: ImportQuery,
          body: fileBody,
          response: { 200: Ref(ImportStarted) },
        },
      },
      async ({ account, query, headers, body }) => {
        if (!((body as unknown) instanceof Upload)) throw new ApiError('invalid_request', 'Send the file as the body.')
        const file = body as unknown as Upload
        const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
        const options = await optionsOf(account, 'query/domain', query)
        try {
          const id = await imports.readFile(account, query.source ?? FILE_TYPES[type] ?? 'csv', options, file.path)
          return answer({ id })
        } catch (error) {
          // Only the deletion of the account removes an import that is read.
          if (error instanceof ImportGone) throw keyUnknown()
          if (error instanceof UnreadableFile) throw new ApiError('invalid_request', error.message)
          throw error
        }
      },
    )
  })

  app.post(
    '/import/service',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'importService',
        tags,
        summary: 'Import from another service',
        description:
          'Reads the links of another service through its API, no faster than it allows, and writes them. The key is never stored: if the reading is interrupted, `POST /api/import/{id}/resume` continues with the key.',
        body: Ref(ServiceImport),
        response: { 200: Ref(ImportStarted) },
      },
    },
    async ({ account, body: { source, key, host, scope, ...rest } }) => {
      const settings = settingsOf(source, { key, host, scope })
      const options = await optionsOf(account, '/domain', rest)
      const { jobId, done } = await imports.readService(account, source, options, settings)
      done.catch(logInternal)
      return answer({ id: jobId })
    },
  )

  function settingsOf(
    source: ApiSource,
    { key, host, scope }: { key: string; host?: string | undefined; scope?: string | undefined },
  ) {
    const { needs } = apiSources[source]
    const faults = needs
      .filter((name) => (name === 'host' ? host : scope) === undefined)
      .map((name) => ({ path: `/${name}`, message: `is required for ${source}` }))
    if (faults.length > 0) throw invalid(faults)
    return { key, base: host ? serviceAddress(host) : '', scope: scope ?? '' }
  }

  app.post(
    '/import/:id/resume',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'resumeImport',
        tags,
        summary: 'Resume an interrupted import',
        description:
          'Resumes reading another service where an import was interrupted. An import that is not interrupted is not changed.',
        params: IdPath('import'),
        body: Ref(ImportResume),
        response: { 200: Ref(ImportStarted) },
      },
    },
    async ({ account, params, body }) => {
      const row = found(await findImport(db, account.id, params.id), 'Import')
      const source = API_SOURCES.find((name) => name === row.args['source'])
      if (
        row.kind === READING &&
        row.finished === null &&
        row.silent &&
        source !== undefined &&
        !imports.isReading(row.id)
      ) {
        const { host, scope } = row.args
        const settings = { key: body.key, base: String(host ?? ''), scope: String(scope ?? '') }
        const resumed = await imports.resume(row.id, account.id, source, settings, row.state ?? {})
        resumed?.done.catch(logInternal)
      }
      return answer({ id: row.id })
    },
  )

  app.get(
    '/import/:id',
    {
      schema: {
        operationId: 'getImport',
        tags,
        summary: 'Get an import',
        description: 'The progress of an import, and the outcomes of its rows so far.',
        params: IdPath('import'),
        response: { 200: Ref(ImportReply) },
      },
    },
    async ({ account, params }) =>
      answer({ details: shownImport(found(await findImport(db, account.id, params.id), 'Import')) }),
  )

  app.get(
    '/import/:id/report',
    {
      schema: {
        operationId: 'getImportReport',
        tags,
        summary: 'Download the report of an import',
        description:
          'The outcome of each row, with its number in the source, alias, errors and notes. Kept as long as the job.',
        params: IdPath('import'),
        querystring: ReportQuery,
        response: { 200: reportFile },
        ...documented,
      },
    },
    async ({ account, params, query }, reply) => {
      const { id } = found(await findImport(db, account.id, params.id), 'Import')
      const type = query.format === 'csv' ? 'text/csv' : 'application/x-ndjson'
      return reply
        .type(`${type}; charset=utf-8`)
        .header('Content-Disposition', `attachment; filename="import-${id}.${query.format}"`)
        .send(Readable.from(reportPieces(db, id, query)) as never)
    },
  )
}
