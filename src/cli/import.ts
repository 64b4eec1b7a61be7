import { listDomainsByHost } from '../../db/queries/domains.ts'
import { asActor } from '../../db/queries/events.ts'
import { findImport } from '../../db/queries/imports.ts'
import { runJobStep } from '../../db/queries/jobs.ts'
import { settleRestored } from '../../db/queries/restored.ts'
import { API_SOURCES, type ApiSource, CONFLICTS, FILE_SOURCES } from '../../schemas/imports.ts'
import { openBlocklist } from '../abuse/blocklist.ts'
import { hostOf } from '../domains/domain-name.ts'
import { ApiError } from '../errors/api-error.ts'
import { createImports } from '../import/imports.ts'
import { UnreadableFile } from '../import/record.ts'
import { createRecordCheck } from '../import/record-check.ts'
import { reportPieces, shownImport } from '../import/report.ts'
import { serviceAddress } from '../import/service-address.ts'
import { SourceError } from '../import/service-client.ts'
import { apiSources } from '../import/sources/api-sources.ts'
import type { Conflict, ImportOptions } from '../import/write-context.ts'
import { importStep } from '../import/write-step.ts'
import { createSafeFetch } from '../net/safe-fetch.ts'
import { createChecks } from '../validation/checks.ts'
import { apiOptions } from './api-options.ts'
import { type Command, type CommandContext, UsageError, type Values } from './command.ts'
import { importOnServer } from './import-on-server.ts'
import { howToGoOn, openFile, readImportKey, reportFormat, shownOutcome, sourceOf } from './import-options.ts'
import { findAccountId } from './input.ts'
import { createProgress } from './progress.ts'
import { verifyImport } from './verify-import.ts'
import { checkWritable, writeWhole } from './write-file.ts'

const sources = [...FILE_SOURCES, ...API_SOURCES]

/** `import`: from a file or the API of another service. */
export const importCommand: Command = {
  name: 'import',
  options: {
    ...apiOptions,
    file: { value: 'file', about: 'The file; `-` is standard input.' },
    from: { choices: sources, about: 'What it is; by the name of the file, if not given.' },
    conflicts: { choices: CONFLICTS, about: 'What becomes of links whose alias is taken; skip, if not given.' },
    domain: { value: 'host', about: 'Where links go whose domain the account does not have. Default: the own host.' },
    host: { value: 'URL', about: 'The address of Shlink or Kutt, with the path if it is below one.' },
    scope: {
      value: 'id',
      about: 'What to read: the domain id at Short.io (required) or Rebrandly, the group at Bitly.',
    },
    'key-stdin': { about: 'Read the key of the other service from standard input. Else it is in WAYMARK_IMPORT_KEY.' },
    verify: {
      value: 'URL',
      about: 'Instead of an import: compare where the links lead at the old service at this URL and here.',
    },
    at: { value: 'URL', about: 'With --verify: where this service is asked, if the domains do not lead to it yet.' },
    pace: { value: 'number', about: 'With --verify: links per minute; 300, if not given.' },
    resume: { value: 'id', about: 'Go on with an import that was interrupted.' },
    'dry-run': { about: 'Store nothing but the report.' },
    report: { value: 'file', about: 'Write what became of each row there, as CSV (or NDJSON by its name).' },
  },
  operand: 'file',
  notes: [
    'An import that is stopped goes on with --resume, or in the server. Nothing is made twice.',
    'With --server the file is sent to it, as large as it takes files.',
  ],
  call: importOnServer,
  async run(context, values) {
    const { config, store } = context
    const accountId = await findAccountId(store.db, values)
    if (values['verify'] !== undefined) return verifyImport(context, accountId, values)
    const file = values['report']
    if (typeof file === 'string') await checkWritable(file)
    await settleRestored(store.db)
    const reservedAliases = await context.reserveAliases()
    const blocklist = await openBlocklist({ db: store.db, config, changes: { on: () => {}, onGap: () => {} } })
    const imports = createImports({
      db: store.db,
      check: createRecordCheck(
        createChecks({ config, reservedAliases, pixelTemplates: config.pixelTemplates, blocklist }),
      ),
      // Who runs this command may reach what this machine reaches.
      fetch: createSafeFetch({ allowPrivate: true }),
      wake: () => {},
    })
    // Only reading checks the rows.
    const id = await read(context, accountId, imports, values).finally(() => blocklist.close())
    const step = importStep({ config, reservedAliases, isEmbedded: false })
    const progress = createProgress(context.terminal, 'Writing')
    for (;;) {
      const row = await findImport(store.db, accountId, id)
      if (!row) throw new ApiError('not_found', 'The import was removed.')
      const { progress: done, total } = shownImport(row)
      progress.update(done, total)
      if (row.finished !== null) break
      const made = await runJobStep(store.db, { import: step }, id)
      // Another process runs the step, or the step failed and is due later.
      if (made === undefined || 'error' in made) await new Promise((resolve) => setTimeout(resolve, 250))
      if (made !== undefined && 'error' in made)
        progress.note(`A step failed and is repeated: ${String((made.error as Error).message)}`)
    }
    progress.end()
    const shown = shownImport((await findImport(store.db, accountId, id)) as never)
    if (typeof file === 'string') await writeWhole(file, reportPieces(store.db, id, { format: reportFormat(file) }))
    if (shown.status === 'failed') throw new ApiError('internal_error', `Import ${id}: ${shown.message}`)
    return shownOutcome(shown, typeof file === 'string')
  },
}

async function read(
  context: CommandContext,
  accountId: number,
  imports: ReturnType<typeof createImports>,
  values: Values,
): Promise<number> {
  const { terminal } = context
  const progress = createProgress(terminal, 'Reading')
  const reading = { onRows: (total: number) => progress.update(total, undefined), onWait: progress.note }
  try {
    if (values['resume'] !== undefined) return await resume(context, accountId, imports, values, reading)
    const source = sourceOf(values)
    const options = await optionsOf(context, accountId, values)
    const isApi = (name: string): name is ApiSource => API_SOURCES.includes(name as ApiSource)
    if (isApi(source)) {
      const { jobId, done } = await imports.readService(
        asActor('command', accountId),
        source,
        options,
        await settingsOf(context, source, values),
        reading,
      )
      terminal.write(terminal.isTerminal ? `Import ${jobId}\n` : '')
      await allRead(context, accountId, jobId, done)
      return jobId
    }
    return await imports.readFile(asActor('command', accountId), source, options, openFile(context, values), reading)
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof SourceError)
      throw new ApiError('invalid_request', error.message)
    throw error
  } finally {
    progress.end()
  }
}

async function resume(
  context: CommandContext,
  accountId: number,
  imports: ReturnType<typeof createImports>,
  values: Values,
  reading: object,
): Promise<number> {
  const id = Number(values['resume'])
  const row = Number.isSafeInteger(id) ? await findImport(context.store.db, accountId, id) : undefined
  if (!row) throw new ApiError('not_found', 'The account has no such import.')
  const source = API_SOURCES.find((name) => name === row.args['source'])
  if (row.kind === 'import') return id
  if (source === undefined) throw new ApiError('not_found', 'The file was not read completely: import it again.')
  if (row.finished !== null) throw new ApiError('not_found', 'The import was not resumed in time: start another.')
  const { host, scope } = row.args
  const settings = { key: await readImportKey(context, values), base: String(host ?? ''), scope: String(scope ?? '') }
  const resumed = await imports.resume(id, accountId, source, settings, row.state ?? {}, reading)
  if (!resumed)
    throw new SourceError('The import was read less than two minutes ago: it is read still, or try again then.')
  await allRead(context, accountId, id, resumed.done)
  return id
}

/** Waits until all is read; a service that interrupts that leaves an import to go on with. */
async function allRead({ store }: CommandContext, accountId: number, id: number, done: Promise<void>): Promise<void> {
  try {
    await done
  } catch (error) {
    const row = error instanceof SourceError ? await findImport(store.db, accountId, id) : undefined
    if (!row) throw error
    throw new SourceError(`${(error as Error).message} Import ${id} has ${howToGoOn(shownImport(row))}`)
  }
}

async function optionsOf({ store, config }: CommandContext, accountId: number, values: Values): Promise<ImportOptions> {
  const conflicts = (values['conflicts'] ?? 'skip') as Conflict
  if (!CONFLICTS.includes(conflicts)) throw new UsageError(`--conflicts must be one of ${CONFLICTS.join(', ')}`)
  const host = typeof values['domain'] === 'string' ? hostOf(values['domain']) : ''
  if (host !== '' && host !== config.baseHost && !(await listDomainsByHost(store.db, accountId, [host])).has(host))
    throw new ApiError('invalid_request', `${host} is not a domain of the account.`)
  return { conflicts, isDryRun: values['dry-run'] === true, domain: host, withWebhooks: true }
}

async function settingsOf(context: CommandContext, source: ApiSource, values: Values) {
  for (const name of apiSources[source].needs)
    if (typeof values[name] !== 'string') throw new UsageError(`--from ${source} needs --${name}`)
  const { host = '', scope = '' } = values as Record<string, string>
  const url = host.includes('://') ? host : `https://${host}`
  if (host !== '' && !URL.canParse(url)) throw new UsageError('--host must be a URL, such as https://s.example.com')
  return { key: await readImportKey(context, values), base: host === '' ? '' : serviceAddress(host), scope }
}
