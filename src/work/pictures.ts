import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { type HeldPicture, keepPicture, listHeldPictures, MOST_HELD } from '../../db/queries/pictures.ts'
import type { BioBlock } from '../../schemas/bios.ts'
import type { PictureWarning } from '../../schemas/pictures.ts'
import { ApiError } from '../errors.ts'
import type { Changes } from './changes.ts'
import type { SafeFetch } from './fetch/safe-fetch.ts'
import { openLane } from './lane.ts'
import { bytesOf, isData, redraw } from './picture-copy.ts'
import { PictureRefused } from './picture-source.ts'
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
  /**
   * Of what an account named, that which is held; remembered until the database tells of a change, and nothing of what
   * is not remembered while the database is away. What is missing is tried again behind the visitor's back.
   */
  find(accountId: number, sources: readonly string[]): Promise<ShownPictures>
  /** Whether a picture that is missing may be held at a later look. */
  mayCome(source: string): boolean
  /**
   * Gets those of an account that are not held yet, once their names are stored; tells which could not be had. Never
   * fails, and takes 4 seconds at most: what is not there by then goes on behind.
   */
  hold(accountId: number, named: readonly NamedPicture[]): Promise<PictureWarning[]>
}

const MOST_FETCHED = 20
const AT_ONCE = 4
const HOLD_MS = 4000
const RETRY_MS = 600_000
const MOST_REMEMBERED = 10_000

// Sources are up to 64 KiB long.
const keyOf = (source: string) => createHash('sha256').update(source).digest('base64url')

/** One for a whole process, so that it fetches and draws nothing twice; other processes may work on the same database. */
export function holdPictures(options: { db: Database; changes: Changes; safeFetch: SafeFetch }): Pictures {
  const { db, changes, safeFetch } = options
  const lane = openLane(2, 50)
  const running = new Map<string, Promise<string | null>>()
  const retried = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: RETRY_MS })
  // What is in the address itself and wrong stays wrong.
  const hopeless = new LRUCache<string, true>({ max: MOST_REMEMBERED })
  // Null where none is held: lru-cache cannot hold that itself.
  const remembered = new LRUCache<string, { picture: HeldPicture | null; id?: number }>({ max: MOST_REMEMBERED })
  // What was read before a change was heard may be old: it is used once, but not kept.
  let epoch = 0
  changes.on('pictures', (id) => {
    epoch++
    for (const [key, { picture, ...row }] of remembered)
      if (picture === null || row.id === Number(id)) remembered.delete(key)
  })
  changes.onGap(() => {
    epoch++
    remembered.clear()
  })

  const list = async (accountId: number, sources: readonly string[]): Promise<Map<string, HeldPicture>> => {
    const before = epoch
    const rows = sources.length === 0 ? [] : await listHeldPictures(db, accountId, sources)
    const held = new Map(rows.map(({ source, id, ...picture }) => [source, { picture, id }]))
    if (epoch === before)
      for (const source of sources)
        remembered.set(keyOf(`${accountId} ${source}`), held.get(source) ?? { picture: null })
    return new Map([...held].map(([source, { picture }]) => [source, picture]))
  }

  // What is wrong with it, null where it is held now.
  const get = (accountId: number, source: string): Promise<string | null> => {
    const key = keyOf(`${accountId} ${source}`)
    const known = running.get(key)
    if (known) return known
    const getting = (async () => {
      try {
        const bytes = await bytesOf(source, safeFetch)
        const picture = await lane(() => redraw(bytes))
        const hasRoom = await keepPicture(db, accountId, source, { ...picture, key: randomBase62(16) })
        return hasRoom ? null : `is one too many: at most ${MOST_HELD} pictures are held for an account`
      } catch (error) {
        if (error instanceof ApiError && error.code === 'busy') return 'waits: too many pictures are being drawn'
        if (!(error instanceof PictureRefused)) throw error
        if (isData(source)) hopeless.set(keyOf(source), true)
        return error.message
      } finally {
        running.delete(key)
      }
    })()
    running.set(key, getting)
    return getting
  }

  const mayCome = (source: string) => !isData(source) || !hopeless.has(keyOf(source))

  // Tells by source what came of it; an error tells nothing.
  const getAll = async (
    accountId: number,
    sources: readonly string[],
    tell: (source: string, message: string | null) => void,
  ) => {
    const held = await list(accountId, sources)
    for (const source of held.keys()) tell(source, null)
    const missing = sources.filter((source) => !held.has(source))
    for (const source of missing.slice(MOST_FETCHED))
      tell(source, `waits: ${MOST_FETCHED} pictures are fetched at a time`)
    const queue = missing.slice(0, MOST_FETCHED)
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        try {
          tell(next, await get(accountId, next))
        } catch {
          // What is not told waits.
        }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  return {
    mayCome,
    async find(accountId, sources) {
      const held = new Map<string, HeldPicture>()
      const unknown: string[] = []
      for (const source of new Set(sources)) {
        const known = remembered.get(keyOf(`${accountId} ${source}`))
        if (known === undefined) unknown.push(source)
        else if (known.picture !== null) held.set(source, known.picture)
      }
      try {
        for (const [source, picture] of await list(accountId, unknown)) held.set(source, picture)
      } catch {
        // A page without its pictures is better than none.
        return held
      }
      const missing = sources.filter(
        (source) => !held.has(source) && mayCome(source) && !retried.has(keyOf(`${accountId} ${source}`)),
      )
      for (const source of missing.slice(0, AT_ONCE)) {
        retried.set(keyOf(`${accountId} ${source}`), true)
        get(accountId, source).catch(() => {})
      }
      return held
    },
    async hold(accountId, named) {
      if (named.length === 0) return []
      const told = new Map<string, string | null>()
      const sources = [...new Set(named.map(({ source }) => source))]
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        // The names are stored: their client must not be told otherwise because of a picture.
        getAll(accountId, sources, (source, message) => told.set(source, message)).catch(() => {}),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, HOLD_MS)
        }),
      ])
      clearTimeout(timer)
      return named.flatMap(({ path, source }) => {
        const message = told.has(source) ? told.get(source) : 'waits: could not be held yet'
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
