import { setTimeout } from 'node:timers/promises'
import { FILE_TYPES } from '../../schemas/import-files.ts'
import { API_SOURCES, type ApiSource, type Import } from '../../schemas/imports.ts'
import { type Api, withQuery } from './api.ts'
import { type ApiContext, type CommandOutcome, UsageError, type Values } from './command.ts'
import { howToGoOn, openFile, readImportKey, reportFormat, shownOutcome, sourceOf } from './import-options.ts'
import { createProgress } from './progress.ts'
import { RequestError } from './request-error.ts'
import { checkWritable, writeWhole } from './write-file.ts'

const FIRST_PAUSE_MS = 250
// The default limit of requests is one in two seconds.
const LONGEST_PAUSE_MS = 4000

/** `import --server`: sends a file or the key of another service, and waits until all is written. */
export async function importOnServer(context: ApiContext, values: Values): Promise<CommandOutcome> {
  for (const name of ['verify', 'at', 'pace'])
    if (values[name] !== undefined) throw new UsageError(`--${name} works on the database itself, not with --server`)
  const file = values['report']
  if (typeof file === 'string') await checkWritable(file)
  const api = await context.connect()
  const id = values['resume'] === undefined ? await start(context, api, values) : await resume(context, api, values)
  const shown = await follow(context, api, id)
  if (typeof file === 'string')
    await writeWhole(file, await api.download({ path: `/api/import/${id}/report?format=${reportFormat(file)}` }))
  if (shown.status !== 'done') {
    const rest = shown.status === 'interrupted' ? ` It has ${howToGoOn(shown)}` : ''
    throw new RequestError(`Import ${id}: ${shown.message ?? shown.status}${rest}`, 'import_failed')
  }
  return shownOutcome(shown, typeof file === 'string')
}

async function start(context: ApiContext, api: Api, values: Values): Promise<number> {
  const source = sourceOf(values)
  const { conflicts, domain, host, scope } = values
  const options = { conflicts, domain, dryrun: values['dry-run'] === true }
  const isApi = (name: string): name is ApiSource => API_SOURCES.includes(name as ApiSource)
  if (isApi(source)) {
    const body = { source, key: await readImportKey(context, values), host, scope, ...options }
    return (await api.ask<{ id: number }>('POST', '/api/import/service', { body })).id
  }
  const [type = ''] = Object.entries(FILE_TYPES).find(([, format]) => format === source) ?? ['application/octet-stream']
  const path = withQuery('/api/import', { source, ...options } as never)
  const body = openFile(context, values)
  return (await api.ask<{ id: number }>('POST', path, { body, headers: { 'content-type': type } })).id
}

async function resume(context: ApiContext, api: Api, values: Values): Promise<number> {
  const id = Number(values['resume'])
  if (!Number.isSafeInteger(id) || id < 1) throw new UsageError('--resume must be the number of an import')
  const { record } = await api.record<Import>(`/api/import/${id}`, 'details')
  if (record.status === 'interrupted') {
    const body = { key: await readImportKey(context, values) }
    await api.ask('POST', `/api/import/${id}/resume`, { body })
  }
  return id
}

/** Waits until an import has ended. */
async function follow({ terminal }: ApiContext, api: Api, id: number): Promise<Import> {
  const progress = createProgress(terminal, 'Importing')
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      try {
        const { record } = await api.record<Import>(`/api/import/${id}`, 'details')
        progress.update(record.progress, record.total)
        progress.note(record.message)
        if (record.finished !== null || record.status === 'interrupted') return record
      } catch (error) {
        // The import goes on meanwhile.
        if (!(error instanceof RequestError) || error.retryAfterS === undefined) throw error
        await setTimeout(error.retryAfterS * 1000)
      }
      await setTimeout(pauseMs)
    }
  } finally {
    progress.end()
  }
}
