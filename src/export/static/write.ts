import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExportedRow } from '../../../db/queries/export.ts'
import { writeCsv } from '../../csv/write-csv.ts'
import { buildQrCode, type StoredCode } from '../../qr/code.ts'
import { drawPicture } from '../../qr/picture.ts'
import { batchesOf, type ExportSource } from '../records.ts'
import { caddyfile, caddyLines } from './caddy.ts'
import { readStatic } from './entries.ts'
import { readHosts } from './hosts.ts'
import { createNginxMaps, nginxServer } from './nginx.ts'
import { lostLine, redirectLines } from './redirects-file.ts'
import { createSpool, type Spool } from './spool.ts'

export interface StaticExport {
  redirects: number
  pictures: number
  left: number
}

/**
 * Writes the files with which static hosts serve an account's links and printed QR codes. However many there are,
 * little of it is in memory at once.
 */
export async function writeStatic(source: ExportSource & { baseHost: string }, folder: string): Promise<StaticExport> {
  const write = async (name: string, content: string | Buffer | AsyncIterable<string>) => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await mkdir(folder, { recursive: true })
  const spool = await createSpool(folder)
  try {
    const counts = await writeRedirects(source, spool, write)
    return { ...counts, pictures: await writePictures(source, write) }
  } finally {
    await spool.remove()
  }
}

async function writeRedirects(
  source: ExportSource & { baseHost: string },
  spool: Spool,
  write: (name: string, content: string | AsyncIterable<string>) => Promise<void>,
): Promise<Pick<StaticExport, 'redirects' | 'left'>> {
  const counts = { redirects: 0, left: 0 }
  const nginx = createNginxMaps(spool)
  const rules = await readHosts(source)
  // With those of deleted domains, which addresses alone name.
  const seen = new Set(rules.keys())
  await spool.add('left', writeCsv([['host', 'path', 'reason']]))
  for await (const { entries, leftOut } of readStatic(source, spool)) {
    counts.redirects += entries.length
    counts.left += leftOut.length
    await nginx.add(entries)
    for (const [host, mine] of Map.groupBy(entries, ({ host }) => host)) {
      await spool.add(`caddy-${host}`, caddyLines(mine, rules.get(host)))
      await spool.add(`redirects-${host}`, redirectLines(mine))
    }
    for (const { host } of [...entries, ...leftOut]) seen.add(host)
    const reasons = leftOut.map(({ host, path, reason }) => [host, path, reason])
    await spool.add('left', writeCsv(reasons))
  }
  seen.delete(source.baseHost)
  const hosts = [source.baseHost, ...[...seen].sort()]
  await write('nginx/redirects.conf', nginx.read(rules))
  await write('nginx/server.conf', nginxServer(hosts))
  await write(
    'Caddyfile',
    caddyfile(hosts, rules, (host) => spool.read(`caddy-${host}`)),
  )
  for (const host of hosts) {
    const lost = rules.get(host)?.lost ?? null
    if (lost !== null) await spool.add(`redirects-${host}`, lostLine(lost))
    await write(`_redirects/${host}/_redirects`, spool.read(`redirects-${host}`))
  }
  await write('left-out.csv', spool.read('left'))
  return counts
}

async function writePictures(
  { db, accountId, config }: ExportSource,
  write: (name: string, bytes: Buffer) => Promise<void>,
): Promise<number> {
  let pictures = 0
  for await (const codes of batchesOf(db, accountId, 'qr_codes'))
    for (const row of codes) {
      const { symbol, look } = buildQrCode(storedCode(row), config)
      for (const format of ['png', 'svg'] as const)
        await write(`qr/${row['code']}.${format}`, await drawPicture(symbol, look, format))
      pictures++
    }
  return pictures
}

function storedCode(row: ExportedRow): StoredCode {
  const { static: is_static, logoimage, ...stored } = row
  const logo_image = typeof logoimage === 'string' ? Buffer.from(logoimage, 'base64') : null
  return { ...stored, is_static, logo_image } as unknown as StoredCode
}
