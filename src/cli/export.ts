import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_FORMATS } from '../../schemas/exports.ts'
import { exportLinksCsv } from '../export/links-csv.ts'
import { exportLines } from '../export/records.ts'
import { writeStatic } from '../export/static/write.ts'
import { type Command, UsageError } from './command.ts'
import { accountOptions, findAccountId } from './input.ts'

/** `export`: everything an account has, to a file or to standard output. */
export const exportCommand: Command = {
  name: 'export',
  about: 'Export everything an account has, as NDJSON, or its links as CSV.',
  options: {
    ...accountOptions,
    format: { value: EXPORT_FORMATS.join('|'), about: 'ndjson, if not given.' },
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
    await writeWhole(out, pieces)
    return { data: { records, file: out }, lines: [`${records} records were written to ${out}.`] }
  },
}

// Written under a temporary name and then renamed, so that an interrupted export leaves no incomplete file. Only the
// user can read it, because it contains password hashes; a file or link that is there already is never written to.
async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.${randomUUID()}.part`
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
