import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { FetchError } from '../../src/net/fetch-error.ts'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { PictureError } from '../../src/pictures/source.ts'
import { readLogo, readStoredLogo } from '../../src/qr/logo.ts'

const dir = t.testdir({ assets: {} })
const assetsDir = join(dir, 'assets')
const safeFetch = async (url: string) => {
  if (url.includes('refused')) throw new FetchError('fetch_address')
  if (url.includes('broken')) throw new TypeError('a bug')
  return { status: 200, ok: true, headers: {}, body: png, url, hops: [url] }
}
const read = (source: string, where = assetsDir) => readLogo(source, { assetsDir: where, safeFetch })
const uri = (bytes: Buffer) => `data:image/x;base64,${bytes.toString('base64')}`
const solid = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#1a6' } })
const png = await solid(60, 40).png().toBuffer()

const unreadable = new PictureError('is a picture that cannot be read')

t.test('a logo is re-encoded as a PNG of at most 512 pixels, upright, without metadata', async (t) => {
  t.match(await read(uri(png)), { width: 60, height: 40 })
  const jpeg = await solid(2000, 1000)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const kept = await read(uri(jpeg))
  t.match(kept, { width: 256, height: 512 })
  t.notOk(kept.png.includes('secret'))
  t.equal((await sharp(kept.png).metadata()).format, 'png')
  t.same(readStoredLogo(kept.png), kept)
  t.same(readStoredLogo(new Uint8Array(kept.png)), kept)
  const cmyk = await solid(50, 50).toColorspace('cmyk').jpeg().toBuffer()
  t.equal((await sharp((await read(uri(cmyk))).png).metadata()).space, 'srgb')
})

t.test('a logo keeps its transparency', async (t) => {
  const clear = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  t.equal((await sharp((await read(uri(clear))).png).metadata()).hasAlpha, true)
})

t.test('only PNG and JPEG, detected by content, are accepted', async (t) => {
  const formats = [
    await solid(20, 20).webp().toBuffer(),
    await solid(20, 20).gif().toBuffer(),
    await solid(20, 20).tiff().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from('%PDF-1.4'),
    Buffer.alloc(0),
  ]
  for (const bytes of formats) await t.rejects(read(uri(bytes)), new PictureError('is not a PNG or JPEG picture'))
})

t.test('a picture that is too large is refused before decoding', async (t) => {
  // Only a header that declares 30,000 by 30,000 pixels.
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  await t.rejects(read(uri(bomb)), unreadable)
  await t.rejects(
    read(uri(await solid(4097, 1).png().toBuffer())),
    new PictureError('is 4097 by 1 pixels; at most 4096 each way are allowed'),
  )
  t.match(await read(uri(await solid(4096, 4).png().toBuffer())), { width: 512 })
  await t.rejects(read(uri(Buffer.concat([png, Buffer.alloc(1024 * 1024)]))), {
    message: /has 1048752 bytes; at most 1048576 are allowed/,
  })
})

t.test('a broken picture is refused', async (t) => {
  for (const end of [8, 20, 33, 60]) await t.rejects(read(uri(png.subarray(0, end))), unreadable)
  const broken = Buffer.from(png)
  broken.fill(0x41, 40, 60)
  await t.rejects(read(uri(broken)), unreadable)
})

t.test('a path outside the assets directory is refused', async (t) => {
  mkdirSync(join(assetsDir, 'deep'))
  writeFileSync(join(assetsDir, 'deep', 'a b.png'), png)
  writeFileSync(join(dir, 'secret.png'), png)
  mkdirSync(join(dir, 'assets-other'))
  writeFileSync(join(dir, 'assets-other', 'x.png'), png)
  symlinkSync(join(dir, 'secret.png'), join(assetsDir, 'out.png'))
  symlinkSync(dir, join(assetsDir, 'up'))
  symlinkSync(join(assetsDir, 'deep'), join(assetsDir, 'within'))
  t.match(await read('deep/a b.png'), { width: 60 })
  t.match(await read('./deep/a b.png'), { width: 60 })
  t.match(await read('within/a b.png'), { width: 60 })
  const refused = new PictureError('is not a file in the assets directory of this server')
  for (const path of [
    '../secret.png',
    'deep/../../secret.png',
    '/etc/passwd',
    join(dir, 'secret.png'),
    'out.png',
    'up/secret.png',
    'up/assets-other/x.png',
    '../assets-other/x.png',
    'deep',
    '',
    '.',
    'x\0.png',
    'none.png',
    '%2e%2e/secret.png',
    'x'.repeat(9000),
  ])
    await t.rejects(read(path), refused, path.slice(0, 40))
  await t.rejects(read('deep/a b.png', join(dir, 'nowhere')), refused)
})

t.test('a refused fetch is a fault, an internal error is not hidden', async (t) => {
  await t.rejects(read('https://refused.example/'), { message: /public internet/ })
  await t.rejects(read('https://broken.example/'), TypeError)
  t.match(await read('HTTPS://fine.example/'), { width: 60 })
})

t.test('loopback and private addresses are never fetched', async (t) => {
  const sources = { assetsDir, safeFetch: createSafeFetch() }
  for (const host of [
    '127.0.0.1:4101',
    'localhost:4101',
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '2130706433',
    '0x7f.1',
    '192.168.0.1',
    '100.64.0.1',
    '0.0.0.0',
  ])
    await t.rejects(readLogo(`http://${host}/logo.png`, sources), { message: /^could not be fetched/ }, host)
})
