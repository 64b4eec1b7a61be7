import { createReadStream, existsSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { dumpDatabase } from '../../db/transfer/dump.ts'
import { type Loaded, loadDump } from '../../db/transfer/load.ts'
import { release } from '../contract.ts'
import { ApiError } from '../errors/api-error.ts'
import { type Command, type CommandContext, UsageError } from './command.ts'
import { readDump, zipDump } from './dump-file.ts'
import { createProgress } from './progress.ts'
import { writeWhole } from './write-file.ts'

const STREAM = '-'

export const backupCommand: Command = {
  name: 'backup',
  options: {
    file: {
      value: 'file',
      about: 'The file, such as waymark-2026-11-22.backup; `-` is standard output.',
      required: true,
    },
    force: { about: 'Replace the file if it exists.' },
  },
  operand: 'file',
  database: 'copied',
  readsDatabase: true,
  notes: ['It contains secrets, password hashes and, without the setting SECRET, the signing secret: keep it safe.'],
  async run({ store, terminal, writePieces }, values) {
    const file = String(values['file'])
    const isStream = file === STREAM
    if (isStream && values['json']) throw new UsageError('--json and a backup cannot both go to standard output')
    if (!isStream && existsSync(file) && !values['force'])
      throw new ApiError('invalid_request', `${file} exists: name another file, or add --force.`)
    const progress = createProgress(terminal, 'Writing')
    let rows = 0
    const onRows = (done: number, total: number) => {
      rows = done
      progress.update(done, total)
    }
    try {
      const dump = zipDump(dumpDatabase(store.db, { release, onRows }))
      if (isStream) await writePieces(dump)
      else await writeWhole(file, dump, { isSecret: true })
    } finally {
      progress.end()
    }
    if (isStream) return { data: {}, lines: [] }
    const bytes = statSync(file).size
    return {
      data: { file, rows, bytes },
      lines: [`${rows} rows were written to ${file} (${(bytes / 1024 / 1024).toFixed(1)} MB).`],
    }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  options: {
    file: { value: 'file', about: 'The file that `backup` has written; `-` is standard input.', required: true },
  },
  operand: 'file',
  database: 'unchanged',
  notes: ['If the file is damaged, nothing is stored.'],
  async run(context, values) {
    const file = String(values['file'])
    const isStream = file === STREAM
    if (!isStream && !statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new UsageError(`There is no file ${file}`)
    const input = isStream ? Readable.from(context.openInput()) : createReadStream(file)
    const loaded = await load(context, readDump(input))
    return { data: loaded, lines: [`The backup of ${loaded.made} (release ${loaded.release}):`, ...linesOf(loaded)] }
  },
}

/** Stores a dump in the database of the context, and shows how far it is. */
export async function load(
  { store, terminal }: Pick<CommandContext, 'store' | 'terminal'>,
  lines: AsyncIterable<string>,
): Promise<Loaded> {
  const progress = createProgress(terminal, 'Storing')
  const check = createProgress(terminal, 'Checking')
  try {
    return await loadDump(store, lines, {
      report: (line) => terminal.write(`${line}\n`),
      onRows: progress.update,
      onVerify: check.update,
    })
  } finally {
    check.end()
  }
}

/** What was stored, for people. */
export const linesOf = ({ tables, rows, migrated, leftOut }: Loaded): string[] => [
  `${rows} rows of ${tables} tables were stored; their counts and checksums are those of the source.`,
  ...(migrated.length > 0 ? [`${migrated.length} migrations brought it up to date.`] : []),
  ...leftOut.map((name) => `The table ${name} was left out: it is not of Waymark.`),
]
