import { EXPORT_FORMATS } from '../../schemas/exports.ts'
import { exportLinksCsv } from '../export/links-csv.ts'
import { exportLines } from '../export/records.ts'
import { writeStatic } from '../export/static/write.ts'
import { apiOptions } from './api-options.ts'
import { type Command, UsageError, type Values } from './command.ts'
import { findAccountId } from './input.ts'
import { RequestError } from './request-error.ts'
import { writeWhole } from './write-file.ts'

// More than the last line of an export.
const TAIL = 500

function readTarget(values: Values): { format: 'ndjson' | 'csv'; out: string | undefined } {
  const { format = 'ndjson', out } = values
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv')
  if (typeof out === 'string') return { format, out }
  if (values['json'] && values['static'] === undefined) throw new UsageError('--json needs --out')
  return { format, out: undefined }
}

/** `export`: everything an account has, to a file or to standard output. */
export const exportCommand: Command = {
  name: 'export',
  options: {
    ...apiOptions,
    format: { choices: EXPORT_FORMATS, about: 'ndjson, if not given.' },
    out: { value: 'file', about: 'Where to write it; standard output, if not given.' },
    static: {
      value: 'directory',
      about: 'Write redirects for nginx, Caddy and `_redirects` hosts there instead, and the pictures of the QR codes.',
    },
  },
  notes: ['With --server an export has hashes of passwords only if the key has the scope admin.'],
  async call({ connect, writePieces }, values) {
    if (values['static'] !== undefined) throw new UsageError('--static works on the database itself, not with --server')
    const { format, out } = readTarget(values)
    let tail = ''
    const pieces = await (await connect()).download({ path: `/api/export?format=${format}` })
    async function* whole(): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        tail = (tail + Buffer.from(piece.subarray(-TAIL)).toString('latin1')).slice(-TAIL)
        yield piece
      }
      // Its last line says that nothing is missing.
      if (format === 'ndjson' && !/\n\{"kind":"end".*\}\n$/.test(tail))
        throw new RequestError('The export was cut off: try again.', 'export_cut_off')
    }
    if (out === undefined) {
      await writePieces(whole())
      return { data: {}, lines: [] }
    }
    await writeWhole(out, whole(), { isSecret: true })
    return { data: { file: out }, lines: [`The export was written to ${out}.`] }
  },
  async run({ config, store, writePieces }, values) {
    const { format, out } = readTarget(values)
    const accountId = await findAccountId(store.db, values)
    if (typeof values['static'] === 'string') {
      const source = { db: store.db, config, accountId, withPasswords: true, baseHost: config.baseHost }
      const made = await writeStatic(source, values['static'])
      return {
        data: made,
        lines: [
          `${made.redirects} redirects and the pictures of ${made.pictures} QR codes were written to ${values['static']}.`,
          `left-out.csv there has ${made.left} lines about what a static host does otherwise.`,
        ],
      }
    }
    let records = 0
    const count = (more: number) => {
      records += more
    }
    const source = { db: store.db, config, accountId, withPasswords: true }
    const pieces = format === 'csv' ? exportLinksCsv(source, count) : exportLines(source, count)
    if (out === undefined) {
      await writePieces(pieces)
      return { data: {}, lines: [] }
    }
    // It contains password hashes.
    await writeWhole(out, pieces, { isSecret: true })
    return { data: { records, file: out }, lines: [`${records} records were written to ${out}.`] }
  },
}
