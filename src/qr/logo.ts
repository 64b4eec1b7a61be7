import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import sharp from 'sharp'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { checkLength, fetchPicture, PictureRefused, readDataUri } from '../pictures/source.ts'

/** A logo as it is kept: a PNG made by us. */
export interface Logo {
  png: Buffer
  /** Pixels. */
  width: number
  height: number
}

export interface LogoSources {
  /** Directory that a path is taken from, absolute. */
  assetsDir: string
  safeFetch: SafeFetch
}

export const LARGEST_LOGO_BYTES = 1024 * 1024
const LARGEST_SIDE = 4096
// The width of the widest logo in a picture of about 2,000 pixels: more would only make SVG and PDF files heavy.
const KEPT_SIDE = 512

/** Gets the picture that a client named by path, web address or data URI, and makes a PNG of our own of it. Its only error is a PictureRefused. */
export async function readLogo(source: string, sources: LogoSources): Promise<Logo> {
  return await redraw(await bytesOf(source, sources))
}

/** A logo from the bytes `readLogo` made: its size stands in the PNG's header. */
export function keptLogo(bytes: Uint8Array): Logo {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

/** What is wrong with the naming of a logo, told without fetching or unpacking anything. */
export function logoFault(source: string): string | null {
  try {
    const kind = kindOf(source)
    if (kind === 'data') checkMagic(readDataUri(source, LARGEST_LOGO_BYTES))
    if (kind === 'asset') checkPath(source)
    return null
  } catch (error) {
    if (error instanceof PictureRefused) return error.message
    throw error
  }
}

function kindOf(source: string): 'data' | 'web' | 'asset' {
  if (/^data:/i.test(source)) return 'data'
  if (/^https?:/i.test(source)) return 'web'
  if (/^[a-z][a-z0-9+.-]*:/i.test(source))
    throw new PictureRefused('must be a path, an http or https address, or a data URI')
  return 'asset'
}

async function bytesOf(source: string, { assetsDir, safeFetch }: LogoSources): Promise<Buffer> {
  const kind = kindOf(source)
  if (kind === 'data') return readDataUri(source, LARGEST_LOGO_BYTES)
  if (kind === 'asset') return await fromAssets(source, assetsDir)
  return await fetchPicture(source, safeFetch, { maxBytes: LARGEST_LOGO_BYTES, accept: 'image/png, image/jpeg' })
}

// One answer for "not there" and "not yours to see": which files this machine has is not for clients to learn.
const noAsset = () => new PictureRefused('is not a file in the assets directory of this server')

function checkPath(source: string): void {
  if (isAbsolute(source) || source.split(/[/\\]/).includes('..') || source.includes('\0')) throw noAsset()
}

async function fromAssets(source: string, assetsDir: string): Promise<Buffer> {
  const refused = noAsset()
  checkPath(source)
  try {
    const root = await realpath(assetsDir)
    const path = await realpath(join(root, source))
    if (!path.startsWith(root + sep)) throw refused
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (!stat.isFile()) throw refused
      checkLength(stat.size, LARGEST_LOGO_BYTES)
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

const beginsWith = (bytes: Buffer, magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)

function checkMagic(bytes: Buffer): void {
  if (!beginsWith(bytes, PNG) && !beginsWith(bytes, JPEG)) throw new PictureRefused('is not a PNG or JPEG picture')
}

// The size is checked from the header before a pixel is unpacked; a picture of our own carries no metadata on.
async function redraw(bytes: Buffer): Promise<Logo> {
  checkMagic(bytes)
  try {
    const input = sharp(bytes, { limitInputPixels: LARGEST_SIDE * LARGEST_SIDE, sequentialRead: true })
    const { width, height } = await input.metadata()
    if (width > LARGEST_SIDE || height > LARGEST_SIDE)
      throw new PictureRefused(`is ${width} by ${height} pixels; the most is ${LARGEST_SIDE} each way`)
    const { data, info } = await input
      .autoOrient()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused('is not a picture that can be read')
  }
}
