import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { ExportedRow } from '../../../db/queries/export.ts'
import { buildQrCode, type StoredCode } from '../../qr/code.ts'
import { drawPicture } from '../../qr/picture.ts'
import { type ExportSource, stretchesOf } from '../records.ts'
import { caddyfile } from './caddy.ts'
import { listHosts, readStatic } from './entries.ts'
import { nginxMaps, nginxServer } from './nginx.ts'
import { redirectLines } from './redirects-file.ts'

const CSV = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const

export interface StaticExport {
  redirects: number
  pictures: number
  left: number
}

/** Writes what static hosts need to keep an account's links and printed QR codes alive. */
export async function writeStatic(source: ExportSource & { baseHost: string }, folder: string): Promise<StaticExport> {
  const { entries, left } = await readStatic(source)
  const hosts = await listHosts(source)
  const write = async (name: string, text: string | Buffer) => {
    const path = join(folder, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, text)
  }
  await write('nginx/redirects.conf', nginxMaps(entries))
  await write('nginx/server.conf', nginxServer(hosts))
  await write('Caddyfile', caddyfile(hosts, entries))
  const byHost = Map.groupBy(entries, ({ host }) => host)
  for (const host of hosts) await write(`_redirects/${host}/_redirects`, redirectLines(byHost.get(host) ?? []))
  const reasons = left.map(({ host, path, reason }) => [host, path, reason])
  await write('left-out.csv', stringify([['host', 'path', 'reason'], ...reasons], CSV))
  return { redirects: entries.length, pictures: await writePictures(source, write), left: left.length }
}

async function writePictures(
  { db, accountId, config }: ExportSource,
  write: (name: string, bytes: Buffer) => Promise<void>,
): Promise<number> {
  let pictures = 0
  for await (const codes of stretchesOf(db, accountId, 'qr_codes'))
    for (const row of codes) {
      const { symbol, colors } = buildQrCode(storedCode(row), config)
      for (const format of ['png', 'svg'] as const)
        await write(`qr/${row['code']}.${format}`, await drawPicture(symbol, colors, format))
      pictures++
    }
  return pictures
}

function storedCode(row: ExportedRow): StoredCode {
  const { static: is_static, logoimage, ...stored } = row
  const logo_image = typeof logoimage === 'string' ? Buffer.from(logoimage, 'base64') : null
  return { ...stored, is_static, logo_image } as unknown as StoredCode
}
