import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const run = promisify(execFile)

/** Whether Debian's zbar-tools are installed. */
export async function hasZbar(): Promise<boolean> {
  return await run('zbarimg', ['--version']).then(
    () => true,
    () => false,
  )
}

/** The text that zbar decodes from a picture file, or null. */
export async function readByZbar(file: string): Promise<string | null> {
  const args = ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', file]
  try {
    const { stdout } = await run('zbarimg', args, { encoding: 'buffer', timeout: 60_000 })
    return stdout.toString('utf8').replace(/\n$/, '')
  } catch (error) {
    if ((error as { code?: unknown }).code === 4) return null // nothing found
    throw error
  }
}

let prepared = false

/** The text that ZXing decodes from a picture, or null. */
export async function readByZxing(picture: Buffer): Promise<string | null> {
  if (!prepared) {
    const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
    prepared = true
  }
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = {
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: 'srgb' as const,
  }
  const [found] = await readBarcodes(pixels, { formats: ['QRCode'], tryInvert: false })
  return found?.text ?? null
}
