import { createHash } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import { listStoredPictures, MAX_PICTURES, type StoredPicture, storePicture } from '../../db/queries/pictures.ts'
import type { BioBlock } from '../../schemas/bio-blocks.ts'
import type { PictureWarning } from '../../schemas/pictures.ts'
import type { Caches } from '../cache/cache-registry.ts'
import { createLru } from '../cache/lru.ts'
import { ApiError } from '../errors/api-error.ts'
import { fetchForAccount, type SafeFetch } from '../net/safe-fetch.ts'
import { randomBase62 } from '../security/secrets.ts'
import { createQueue } from './queue.ts'
import { isData, readSource, reEncode } from './re-encode.ts'
import { PictureError } from './source.ts'

/** A stored picture with its row's id. */
type FoundPicture = StoredPicture & { id: number }

/** Stored pictures by their source: the URL or data URI that an account sent. */
export type PicturesBySource = ReadonlyMap<string, FoundPicture>

/** A picture in a request body: the JSON pointer of its field, and its source (a URL or data URI). */
export interface PictureReference {
  path: string
  source: string
}

/** Stores copies of the pictures that accounts refer to, so that visitors do not load them from other servers. */
export interface PictureStore {
  /**
   * The stored pictures of an account with these sources, cached until the database notifies of a change. Missing ones
   * are fetched again in the background. Never rejects: while the database is away, pictures that are not cached are
   * missing.
   */
  find(accountId: number, sources: readonly string[]): Promise<PicturesBySource>
  /** Whether a missing picture can be stored later. */
  canBeStored(source: string): boolean
  /**
   * Fetches and stores the pictures of an account that are not stored yet; call it after the body was stored. Resolves
   * with a warning for each that is still missing, after at most 4 seconds: the rest continues in the background. Never
   * rejects.
   */
  fetchMissing(accountId: number, references: readonly PictureReference[]): Promise<PictureWarning[]>
}

const MAX_FETCHED = 20
const MAX_CONCURRENT = 4
const FETCH_MS = 4000
const RETRY_MS = 600_000
const MAX_CACHED = 10_000

// A hash, because sources are up to 64 KiB long.
const keyOf = (accountId: number, source: string) =>
  createHash('sha256').update(`${accountId} ${source}`).digest('base64url')

/**
 * A process has one store, so that it fetches nothing twice. Other processes may use the same database. `waitMs` is how
 * long `fetchMissing` waits, if not 4 seconds.
 */
export function createPictureStore(options: {
  db: Database
  caches: Caches
  safeFetch: SafeFetch
  waitMs?: number | undefined
}): PictureStore {
  const { db, caches, safeFetch, waitMs = FETCH_MS } = options
  const queue = createQueue(2, 50)
  const fetching = new Map<string, Promise<string | null>>()
  const retried = createLru<string, true>(MAX_CACHED, { ttl: RETRY_MS })
  // Data URIs that cannot be decoded: trying again is useless.
  const invalidData = createLru<string, true>(MAX_CACHED)
  const cached = caches.create<FoundPicture>('picture_sources', {
    maxEntries: MAX_CACHED,
    maxNegatives: MAX_CACHED,
    tagsOf: ({ id }) => [`pictures:${id}`],
    tables: ['pictures'],
    negativeTables: ['pictures'],
  })

  const list = async (accountId: number, sources: readonly string[]): Promise<Map<string, FoundPicture>> => {
    const rows = sources.length === 0 ? [] : await listStoredPictures(db, accountId, sources)
    return new Map(rows.map(({ source, ...picture }) => [source, picture]))
  }

  // One query for all sources that are not cached. The result has null for pictures that are not stored, and lacks
  // sources that could not be read.
  const findCached = async (accountId: number, sources: readonly string[]) => {
    const uncached: string[] = []
    let query: Promise<Map<string, FoundPicture>> | undefined
    const load = async (source: string) => {
      uncached.push(source)
      query ??= Promise.resolve().then(() => list(accountId, uncached))
      return (await query).get(source) ?? null
    }
    const found = await Promise.allSettled(
      sources.map((source) => cached.get(keyOf(accountId, source), () => load(source))),
    )
    return sources.flatMap((source, i) => {
      const result = found[i]
      return result?.status === 'fulfilled' ? [{ source, picture: result.value }] : []
    })
  }

  // Resolves with null once the picture is stored, else with the reason why it is not.
  const fetchOne = (accountId: number, source: string): Promise<string | null> => {
    const key = keyOf(accountId, source)
    const running = fetching.get(key)
    if (running) return running
    const started = (async () => {
      try {
        const bytes = await readSource(source, fetchForAccount(safeFetch, accountId))
        const picture = await queue(() => reEncode(bytes))
        const isStored = await storePicture(db, accountId, source, { ...picture, key: randomBase62(16) })
        return isStored ? null : `was not stored: an account can have at most ${MAX_PICTURES} pictures`
      } catch (error) {
        if (error instanceof ApiError && error.code === 'busy')
          return 'will be stored later: too many pictures are being processed'
        if (!(error instanceof PictureError)) throw error
        if (isData(source)) invalidData.set(keyOf(0, source), true)
        return error.message
      } finally {
        fetching.delete(key)
      }
    })()
    fetching.set(key, started)
    return started
  }

  const canBeStored = (source: string) => !isData(source) || !invalidData.has(keyOf(0, source))

  // Reports the result of each source, except after an unexpected error.
  const fetchAll = async (
    accountId: number,
    sources: readonly string[],
    report: (source: string, problem: string | null) => void,
  ) => {
    const stored = await list(accountId, sources)
    for (const source of stored.keys()) report(source, null)
    const missing = sources.filter((source) => !stored.has(source))
    for (const source of missing.slice(MAX_FETCHED))
      report(source, `will be stored later: at most ${MAX_FETCHED} pictures are fetched per request`)
    const waiting = missing.slice(0, MAX_FETCHED)
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        try {
          report(next, await fetchOne(accountId, next))
        } catch {
          // Sources without a report get the warning that they will be stored later.
        }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  }

  return {
    canBeStored,
    async find(accountId, sources) {
      const found = sources.length === 0 ? [] : await findCached(accountId, [...new Set(sources)])
      const stored = new Map(found.flatMap(({ source, picture }) => (picture ? [[source, picture]] : [])))
      const missing = found.filter(
        ({ source, picture }) => !picture && canBeStored(source) && !retried.has(keyOf(accountId, source)),
      )
      for (const { source } of missing.slice(0, MAX_CONCURRENT)) {
        retried.set(keyOf(accountId, source), true)
        fetchOne(accountId, source).catch(() => {})
      }
      return stored
    },
    async fetchMissing(accountId, references) {
      if (references.length === 0) return []
      const outcomes = new Map<string, string | null>()
      const sources = [...new Set(references.map(({ source }) => source))]
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        // The body is stored already: an error of a picture must not fail the request.
        fetchAll(accountId, sources, (source, problem) => outcomes.set(source, problem)).catch(() => {}),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, waitMs)
        }),
      ])
      clearTimeout(timer)
      return references.flatMap(({ path, source }) => {
        const message = outcomes.has(source) ? outcomes.get(source) : 'will be stored later: it is still being fetched'
        return typeof message === 'string' ? [{ path, code: 'picture_not_held' as const, message }] : []
      })
    },
  }
}

const referenceAt = (path: string, source: string | null | undefined): PictureReference[] =>
  source ? [{ path, source }] : []

/** The pictures that a bio page, or a change of one, names. */
export const picturesOfBio = (bio: { image?: string | null; blocks?: readonly BioBlock[] }): PictureReference[] => [
  ...referenceAt('/image', bio.image),
  ...(bio.blocks ?? []).flatMap((block, i) => {
    if (block.type === 'image') return referenceAt(`/blocks/${i}/url`, block.url)
    return block.type === 'link' || block.type === 'product' ? referenceAt(`/blocks/${i}/image`, block.image) : []
  }),
]

/** The picture in a field; empty if the field has none. */
export const pictureOfField = <K extends string>(name: K, body: { [key in K]?: string | null }): PictureReference[] =>
  referenceAt(`/${name}`, body[name])
