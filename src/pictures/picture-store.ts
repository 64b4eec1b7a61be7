import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { listStoredPictures, MAX_PICTURES, type StoredPicture, storePicture } from '../../db/queries/pictures.ts'
import type { BioBlock } from '../../schemas/bios.ts'
import type { PictureWarning } from '../../schemas/pictures.ts'
import type { Caches } from '../cache/caches.ts'
import { ApiError } from '../errors/api-error.ts'
import { createQueue } from '../jobs/queue.ts'
import { fetchForAccount, type SafeFetch } from '../net/safe-fetch.ts'
import { randomBase62 } from '../security/secrets.ts'
import { isData, readSource, reEncode } from './re-encode.ts'
import { PictureRefused } from './source.ts'

/** A stored picture with its row's id. */
type FoundPicture = StoredPicture & { id: number }

/** Stored pictures by the source that an account named. */
export type PicturesBySource = ReadonlyMap<string, FoundPicture>

/** A picture that a body names: the field, and its source (an address or a data URI). */
export interface NamedPicture {
  path: string
  source: string
}

/** Stores copies of the pictures that accounts name, so that no visitor asks another server for them. */
export interface PictureStore {
  /**
   * The stored pictures among the sources of an account, cached until the database notifies of a change. Never rejects:
   * while the database is away, what is not cached is missing. What is missing is fetched again in the background.
   */
  find(accountId: number, sources: readonly string[]): Promise<PicturesBySource>
  /** Whether a picture that is missing may be stored later. */
  mayCome(source: string): boolean
  /**
   * Fetches and stores those of an account's pictures that are not stored yet, once their names are; returns a warning
   * for each that could not be had. Never rejects, and takes 4 seconds at most: the rest goes on in the background.
   */
  fetchMissing(accountId: number, named: readonly NamedPicture[]): Promise<PictureWarning[]>
}

const MAX_FETCHED = 20
const MAX_CONCURRENT = 4
const FETCH_MS = 4000
const RETRY_MS = 600_000
const MAX_CACHED = 10_000

// Sources are up to 64 KiB long.
const keyOf = (accountId: number, source: string) =>
  createHash('sha256').update(`${accountId} ${source}`).digest('base64url')

/** One for a whole process, so that it fetches and draws nothing twice; other processes may work on the same database. */
export function createPictureStore(options: { db: Database; caches: Caches; safeFetch: SafeFetch }): PictureStore {
  const { db, caches, safeFetch } = options
  const queue = createQueue(2, 50)
  const fetching = new Map<string, Promise<string | null>>()
  const retried = new LRUCache<string, true>({ max: MAX_CACHED, ttl: RETRY_MS })
  // A data URI that is wrong stays wrong.
  const hopeless = new LRUCache<string, true>({ max: MAX_CACHED })
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

  // All sources of a page that are not cached are one query. Null for what is not stored; what could not be read is left out.
  const findCached = async (accountId: number, sources: readonly string[]) => {
    const wanted: string[] = []
    let query: Promise<Map<string, FoundPicture>> | undefined
    const load = async (source: string) => {
      wanted.push(source)
      query ??= Promise.resolve().then(() => list(accountId, wanted))
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

  // Resolves to what is wrong with the picture; to null once it is stored.
  const fetchOne = (accountId: number, source: string): Promise<string | null> => {
    const key = keyOf(accountId, source)
    const running = fetching.get(key)
    if (running) return running
    const started = (async () => {
      try {
        const bytes = await readSource(source, fetchForAccount(safeFetch, accountId))
        const picture = await queue(() => reEncode(bytes))
        const hasRoom = await storePicture(db, accountId, source, { ...picture, key: randomBase62(16) })
        return hasRoom ? null : `is one too many: at most ${MAX_PICTURES} pictures are held for an account`
      } catch (error) {
        if (error instanceof ApiError && error.code === 'busy') return 'waits: too many pictures are being drawn'
        if (!(error instanceof PictureRefused)) throw error
        if (isData(source)) hopeless.set(keyOf(0, source), true)
        return error.message
      } finally {
        fetching.delete(key)
      }
    })()
    fetching.set(key, started)
    return started
  }

  const mayCome = (source: string) => !isData(source) || !hopeless.has(keyOf(0, source))

  // Reports the outcome of each source; after an unexpected error nothing.
  const fetchAll = async (
    accountId: number,
    sources: readonly string[],
    report: (source: string, problem: string | null) => void,
  ) => {
    const stored = await list(accountId, sources)
    for (const source of stored.keys()) report(source, null)
    const missing = sources.filter((source) => !stored.has(source))
    for (const source of missing.slice(MAX_FETCHED))
      report(source, `waits: ${MAX_FETCHED} pictures are fetched at a time`)
    const waiting = missing.slice(0, MAX_FETCHED)
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        try {
          report(next, await fetchOne(accountId, next))
        } catch {
          // What is not reported is said to wait.
        }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  }

  return {
    mayCome,
    async find(accountId, sources) {
      const found = sources.length === 0 ? [] : await findCached(accountId, [...new Set(sources)])
      const stored = new Map(found.flatMap(({ source, picture }) => (picture ? [[source, picture]] : [])))
      const missing = found.filter(
        ({ source, picture }) => !picture && mayCome(source) && !retried.has(keyOf(accountId, source)),
      )
      for (const { source } of missing.slice(0, MAX_CONCURRENT)) {
        retried.set(keyOf(accountId, source), true)
        fetchOne(accountId, source).catch(() => {})
      }
      return stored
    },
    async fetchMissing(accountId, named) {
      if (named.length === 0) return []
      const outcomes = new Map<string, string | null>()
      const sources = [...new Set(named.map(({ source }) => source))]
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        // The names are stored: a picture that fails must not turn the answer into a failure.
        fetchAll(accountId, sources, (source, problem) => outcomes.set(source, problem)).catch(() => {}),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, FETCH_MS)
        }),
      ])
      clearTimeout(timer)
      return named.flatMap(({ path, source }) => {
        const message = outcomes.has(source) ? outcomes.get(source) : 'waits: could not be held yet'
        return typeof message === 'string' ? [{ path, code: 'picture_not_held' as const, message }] : []
      })
    },
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
