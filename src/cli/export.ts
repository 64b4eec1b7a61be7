import { EXPORT_FORMATS } from '../../schemas/exports.ts'
import { exportLinksCsv } from '../export/links-csv.ts'
import { exportLines } from '../export/records.ts'
import { writeStatic } from '../export/static/write.ts'
import { type Command, UsageError } from './command.ts'
import { accountOptions, findAccountId } from './input.ts'
import { writeWhole } from './write-file.ts'

/** `export`: everything an account has, to a file or to standard output. */
export const exportCommand: Command = {
  name: 'export',
  about: 'Export everything an account has, as NDJSON, or its links as CSV.',
  options: {
    ...accountOptions,
    format: { choices: EXPORT_FORMATS, about: 'ndjson, if not given.' },
    out: { value: 'file', about: 'Where to write it; standard output, if not given.' },
    static: {
      value: 'directory',
      about: 'Write redirects for nginx, Caddy and `_redirects` hosts there instead, and the pictures of the QR codes.',
    },
  },
  async run({ config, store, writePieces }, values) {
    const format = values['format'] ?? 'ndjson'
    const out = values['out']
    if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv')
    if (typeof out !== 'string' && values['json'] && values['static'] === undefined)
      throw new UsageError('--json needs --out')
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
    if (typeof out !== 'string') {
      await writePieces(pieces)
      return { data: {}, lines: [] }
    }
    // It contains password hashes.
    await writeWhole(out, pieces, { isSecret: true })
    return { data: { records, file: out }, lines: [`${records} records were written to ${out}.`] }
  },
}
