import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import sharp from 'sharp'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { checkLength, fetchPicture, PictureError, readDataUri } from '../pictures/source.ts'

/** A logo as it is stored: re-encoded as PNG. */
export interface Logo {
  png: Buffer
  /** Pixels. */
  width: number
  height: number
}

export interface LogoSources {
  /** Absolute path of the directory that logo paths are relative to. */
  assetsDir: string
  safeFetch: SafeFetch
}

export const MAX_LOGO_BYTES = 1024 * 1024
const MAX_SIDE = 4096
// The width of the widest logo in a picture of 2,000 pixels: more would only enlarge SVG and PDF files.
const STORED_SIDE = 512

/** Reads the picture at a path, URL or data URI and re-encodes it as PNG. Rejects only with PictureError. */
export async function readLogo(source: string, sources: LogoSources): Promise<Logo> {
  return await reEncodeLogo(await bytesOf(source, sources))
}

/** A stored logo; its size is read from the header of the PNG. */
export function readStoredLogo(bytes: Uint8Array): Logo {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

/** The fault of a logo's source that can be found without fetching or decoding it, or null. */
export function findLogoFault(source: string): string | null {
  try {
    const kind = kindOf(source)
    if (kind === 'data') checkMagic(readDataUri(source, MAX_LOGO_BYTES))
    if (kind === 'asset') checkPath(source)
    return null
  } catch (error) {
    if (error instanceof PictureError) return error.message
    throw error
  }
}

function kindOf(source: string): 'data' | 'web' | 'asset' {
  if (/^data:/i.test(source)) return 'data'
  if (/^https?:/i.test(source)) return 'web'
  if (/^[a-z][a-z0-9+.-]*:/i.test(source))
    throw new PictureError('must be a path, a data URI, or an http or https URL, such as https://example.com/logo.png')
  return 'asset'
}

async function bytesOf(source: string, { assetsDir, safeFetch }: LogoSources): Promise<Buffer> {
  const kind = kindOf(source)
  if (kind === 'data') return readDataUri(source, MAX_LOGO_BYTES)
  if (kind === 'asset') return await fromAssets(source, assetsDir)
  return await fetchPicture(source, safeFetch, { maxBytes: MAX_LOGO_BYTES, accept: 'image/png, image/jpeg' })
}

// The same message for files that do not exist and files outside the directory: clients must not learn which files
// exist.
const assetNotFound = () => new PictureError('is not a file in the assets directory of this server')

function checkPath(source: string): void {
  if (isAbsolute(source) || source.split(/[/\\]/).includes('..') || source.includes('\0')) throw assetNotFound()
}

async function fromAssets(source: string, assetsDir: string): Promise<Buffer> {
  const refused = assetNotFound()
  checkPath(source)
  try {
    const root = await realpath(assetsDir)
    const path = await realpath(join(root, source))
    if (!path.startsWith(root + sep)) throw refused
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (!stat.isFile()) throw refused
      checkLength(stat.size, MAX_LOGO_BYTES)
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw refused
    throw error
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const startsWith = (bytes: Buffer, magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)

function checkMagic(bytes: Buffer): void {
  if (!startsWith(bytes, PNG) && !startsWith(bytes, JPEG)) throw new PictureError('is not a PNG or JPEG picture')
}

// The size is read from the header before any pixel is decoded. Re-encoding drops the metadata.
async function reEncodeLogo(bytes: Buffer): Promise<Logo> {
  checkMagic(bytes)
  try {
    const input = sharp(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, sequentialRead: true })
    const { width, height } = await input.metadata()
    if (width > MAX_SIDE || height > MAX_SIDE)
      throw new PictureError(`is ${width} by ${height} pixels; at most ${MAX_SIDE} each way are allowed`)
    const { data, info } = await input
      .autoOrient()
      .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('is a picture that cannot be read')
  }
}
