import { Readable } from 'node:stream'
import { countOpenImports, findImport, READING } from '../../../db/queries/imports.ts'
import {
  API_SOURCES,
  type ApiSource,
  type FileSource,
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
import { ApiError, found, invalid } from '../../errors/api-error.ts'
import type { ImportOptions } from '../../import/context.ts'
import { isInternal } from '../../import/imports.ts'
import { UnreadableFile } from '../../import/record.ts'
import { reportPieces, shownImport } from '../../import/show.ts'
import { apiSources } from '../../import/sources/apis.ts'
import { readDomain } from '../../links/link-input.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { receiveUploads, Upload } from '../../plugins/upload.ts'
import type { App, Services } from '../../services.ts'
import { answer } from '../replies.ts'

const tags = ['Moving']
const MIB = 1024 * 1024
const MAX_OPEN = 3

// The content type says what a file is where `source` does not.
const types: Record<string, FileSource> = {
  'application/x-ndjson': 'waymark',
  'application/ndjson': 'waymark',
  'text/csv': 'csv',
  'application/sql': 'yourls-sql',
  'text/plain': 'csv',
  'application/octet-stream': 'csv',
}

const fileOf = (description: string, example: string) => ({
  schema: { type: 'string', description, examples: [example] },
})

const body = {
  content: {
    'text/csv': fileOf(
      'A CSV file in UTF-8 with a header line.',
      'Long URL,Short code\nhttps://example.com/page,summer-sale\n',
    ),
    'application/x-ndjson': fileOf(
      'An export of this service.',
      '{"kind":"export","format":"waymark-export","version":1}\n{"kind":"link","id":1,"alias":"moved","url":"https://example.com"}\n{"kind":"end"}\n',
    ),
    'application/sql': fileOf(
      'A dump of the tables of YOURLS.',
      "INSERT INTO `yourls_url` VALUES ('moved-sql','https://example.com','','2024-01-02 03:04:05','',7);\n",
    ),
  },
}

const report = {
  200: {
    description: 'What became of each row.',
    content: {
      'text/csv': {
        schema: {
          type: 'string',
          description: 'A table with a header line.',
          examples: ['row,kind,alias,outcome,errors,notes\r\n2,link,summer-sale,created,,\r\n'],
        },
      },
      'application/x-ndjson': {
        schema: {
          type: 'string',
          description: 'One JSON object a line.',
          examples: ['{"row":2,"kind":"link","alias":"summer-sale","outcome":"created","errors":null,"notes":null}\n'],
        },
      },
    },
  },
}

export function importRoutes(app: App, { db, config, imports }: Services): void {
  const optionsOf = async (
    accountId: number,
    path: string,
    given: { conflicts?: ImportOptions['conflicts']; dryrun?: boolean; domain?: string },
  ): Promise<ImportOptions> => {
    const { conflicts = 'skip', dryrun = false, domain } = given
    if (domain !== undefined) {
      const faults: { path: string; message: string }[] = []
      await readDomain(db, config, accountId, domain, faults)
      if (faults.length > 0) throw invalid(faults.map((fault) => ({ ...fault, path })))
    }
    return { conflicts, isDryRun: dryrun, domain: domain === undefined ? '' : hostOf(domain) }
  }

  const refuseMany = async (accountId: number) => {
    if ((await countOpenImports(db, accountId)) >= MAX_OPEN)
      throw new ApiError('busy', `${MAX_OPEN} imports of this account are running: wait for one to end.`, {
        retryAfterS: 10,
      })
  }

  // Why the reading of a service failed is in the record of the import.
  const logInternal = (error: unknown) => {
    if (isInternal(error)) app.log.error({ err: error }, 'an import could not be read')
  }

  // A scope of its own, because only here a body is a file.
  app.register(async (scope: App) => {
    receiveUploads(scope, Object.keys(types), config.IMPORT_MAX_MB * MIB)
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
          description: `Imports an export of this service, or the file of another one, at most \`IMPORT_MAX_MB\` and uncompressed. It is read before the answer; a job then writes its rows. Rows that are invalid are in the report and stop nothing. An import that is sent again makes nothing twice.`,
          querystring: ImportQuery,
          body,
          response: { 200: Ref(ImportStarted) },
        },
      },
      async ({ account, query, headers, body }) => {
        if (!((body as unknown) instanceof Upload)) throw new ApiError('invalid_request', 'Send the file as the body.')
        const file = body as unknown as Upload
        const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
        const options = await optionsOf(account.id, 'query/domain', query)
        await refuseMany(account.id)
        try {
          const id = await imports.readFile(account, query.source ?? types[type] ?? 'csv', options, file.path)
          return answer({ id })
        } catch (error) {
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
          'Reads the links of another service through its API, no faster than it allows, and writes them. The key is never stored: if the reading is interrupted, `POST /api/import/{id}/resume` goes on with the key.',
        body: Ref(ServiceImport),
        response: { 200: Ref(ImportStarted) },
      },
    },
    async ({ account, body: { source, key, host, scope, ...rest } }) => {
      const settings = settingsOf(source, { key, host, scope })
      const options = await optionsOf(account.id, '/domain', rest)
      await refuseMany(account.id)
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
    return { key, base: baseOf(host ?? ''), scope: scope ?? '' }
  }

  app.post(
    '/import/:id/resume',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'resumeImport',
        tags,
        summary: 'Go on with an interrupted import',
        description:
          'Goes on reading another service where an import was interrupted. An import that is not interrupted is left as it is.',
        params: IdPath('import'),
        body: Ref(ImportResume),
        response: { 200: Ref(ImportStarted) },
      },
    },
    async ({ account, params, body }) => {
      const row = found(await findImport(db, account.id, params.id), 'Import')
      const source = API_SOURCES.find((name) => name === row.args['source'])
      if (row.kind === READING && row.silent && source !== undefined && !imports.isReading(row.id)) {
        const { host, scope } = row.args
        const settings = { key: body.key, base: String(host ?? ''), scope: String(scope ?? '') }
        const done = imports.resume(row.id, account.id, source, settings, row.state ?? {})
        done.catch(logInternal)
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
        description: 'How far an import is, and what became of its rows so far.',
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
          'What became of each row: its number in the source, alias, outcome, errors and notes. Kept as long as the job.',
        params: IdPath('import'),
        querystring: ReportQuery,
        response: report,
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

/** Scheme and host of the API of a service that people run themselves. */
const baseOf = (host: string): string => {
  if (host === '') return ''
  return new URL(host.includes('://') ? host : `https://${host}`).origin
}
