import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { Database } from '../../db/open.ts'
import { type HeldPicture, keepPicture, listHeldPictures } from '../../db/queries/pictures.ts'
import type { BioBlock } from '../../schemas/bios.ts'
import type { PictureWarning } from '../../schemas/pictures.ts'
import type { SafeFetch } from './fetch/safe-fetch.ts'
import { fetchPicture, PictureRefused, readDataUri } from './picture-source.ts'
import { randomBase62 } from './secrets.ts'

/** Pictures of ours by what an account named them by. */
export type ShownPictures = ReadonlyMap<string, HeldPicture>

/** A picture that a body names: the field, and what stands in it. */
export interface NamedPicture {
  path: string
  source: string
}

/** Holds the pictures that accounts name, so that no visitor asks anybody else for them. */
export interface Pictures {
  /** Of what an account named, that which is held. What is missing is tried again behind the visitor's back. */
  find(accountId: number, sources: readonly string[]): Promise<ShownPictures>
  /** Gets those of an account that are not held yet, once their names are stored; tells which could not be had. */
  hold(accountId: number, named: readonly NamedPicture[]): Promise<PictureWarning[]>
}

const LARGEST_BYTES = 5 * 1024 * 1024
const LARGEST_SIDE = 10_000
const MOST_PIXELS = 50_000_000
// What networks ask of a preview; twice the width of a bio page.
const KEPT_SIDE = 1200
const MOST_FETCHED = 20
const AT_ONCE = 4
const RETRY_MS = 600_000

/** Any number of these may work on one database: a picture is kept once. */
export function holdPictures({ db, safeFetch }: { db: Database; safeFetch: SafeFetch }): Pictures {
  const running = new Map<string, Promise<string | null>>()
  const retried = new LRUCache<string, true>({ max: 10_000, ttl: RETRY_MS })

  const list = async (accountId: number, sources: readonly string[]): Promise<Map<string, HeldPicture>> => {
    const wanted = [...new Set(sources)]
    const rows = wanted.length === 0 ? [] : await listHeldPictures(db, accountId, wanted)
    return new Map(rows.map(({ source, ...picture }) => [source, picture]))
  }

  // What is wrong with it, null where it is held now.
  const get = (accountId: number, source: string): Promise<string | null> => {
    const key = `${accountId} ${source}`
    const known = running.get(key)
    if (known) return known
    const getting = (async () => {
      try {
        const picture = await redraw(await bytesOf(source, safeFetch))
        await keepPicture(db, accountId, source, { ...picture, key: randomBase62(16) })
        return null
      } catch (error) {
        if (error instanceof PictureRefused) return error.message
        throw error
      } finally {
        running.delete(key)
      }
    })()
    running.set(key, getting)
    return getting
  }

  return {
    async find(accountId, sources) {
      const held = await list(accountId, sources)
      const missing = sources.filter((source) => !held.has(source) && !retried.has(`${accountId} ${source}`))
      for (const source of missing.slice(0, AT_ONCE)) {
        retried.set(`${accountId} ${source}`, true)
        get(accountId, source).catch(() => {})
      }
      return held
    },
    async hold(accountId, named) {
      if (named.length === 0) return []
      const held = await list(
        accountId,
        named.map(({ source }) => source),
      )
      const missing = named.filter(({ source }) => !held.has(source))
      const queue = missing.slice(0, MOST_FETCHED)
      const warnings: PictureWarning[] = missing.slice(MOST_FETCHED).map(({ path }) => ({
        path,
        code: 'picture_not_held',
        message: `waits: ${MOST_FETCHED} pictures are fetched at a time`,
      }))
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const message = await get(accountId, next.source)
          if (message !== null) warnings.push({ path: next.path, code: 'picture_not_held', message })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return warnings
    },
  }
}

const bytesOf = async (source: string, safeFetch: SafeFetch): Promise<Buffer> =>
  /^data:/i.test(source)
    ? readDataUri(source, LARGEST_BYTES)
    : fetchPicture(source, safeFetch, { most: LARGEST_BYTES, accept: 'image/png, image/jpeg, image/webp, image/gif' })

const isPicture = (bytes: Buffer) =>
  /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[\s\S]{4}WEBP)/.test(bytes.toString('latin1', 0, 12))

// The size is checked from the header before a pixel is unpacked; a picture of our own carries no metadata on, and of
// one that moves stays the first frame.
async function redraw(bytes: Buffer): Promise<Omit<HeldPicture, 'key'> & { body: Buffer }> {
  if (!isPicture(bytes)) throw new PictureRefused('is not a PNG, JPEG, WebP or GIF picture')
  try {
    const input = sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
    const { width, height, hasAlpha } = await input.metadata()
    if (width > LARGEST_SIDE || height > LARGEST_SIDE)
      throw new PictureRefused(`is ${width} by ${height} pixels; the most is ${LARGEST_SIDE} each way`)
    const small = input
      .autoOrient()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 })
    const drawn = hasAlpha ? small.png({ palette: true }) : small.jpeg({ quality: 85, mozjpeg: true })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return { body: data, width: info.width, height: info.height, type: hasAlpha ? 'png' : 'jpg' }
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused('is not a picture that can be read')
  }
}

const named = (path: string, source: string | null | undefined): NamedPicture[] => (source ? [{ path, source }] : [])

/** The pictures that a bio page, or a change of one, names. */
export const picturesOfBio = (bio: { image?: string | null; blocks?: readonly BioBlock[] }): NamedPicture[] => [
  ...named('/image', bio.image),
  ...(bio.blocks ?? []).flatMap((block, i) => {
    if (block.type === 'image') return named(`/blocks/${i}/url`, block.url)
    return block.type === 'link' ? named(`/blocks/${i}/image`, block.image) : []
  }),
]

/** The picture that a field names, where it names one. */
export const pictureOfField = <K extends string>(name: K, body: { [key in K]?: string | null }): NamedPicture[] =>
  named(`/${name}`, body[name])
