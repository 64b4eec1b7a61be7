import type { Database } from '../../db/open.ts'
import { findPublicBio } from '../../db/queries/bios.ts'
import type { Caches } from '../cache/caches.ts'
import type { Page } from '../html/layout.ts'
import { aliasPath } from '../links/aliases.ts'
import { type PictureStore, picturesOfBio } from '../pictures/picture-store.ts'
import { bioPage } from './bio.ts'

export interface RenderedBio {
  published: boolean
  page: Page
}

interface CachedBio extends RenderedBio {
  tags: readonly string[]
  /** Whether the page has all its pictures that can be stored. */
  isComplete: boolean
}

/** Finds bio pages by id, cached until the database notifies of a change. `origin` is that of the requested URL. */
export type BioPageCache = (id: number, origin: string) => RenderedBio | null | Promise<RenderedBio | null>

const MAX_BYTES = 64 * 1024 * 1024
const MAX_PAGES = 10_000

export function createBioPageCache(options: {
  db: Database
  caches: Caches
  pictures: PictureStore
  /** The path of a picture for a page that has none. */
  cardOf: (id: number) => Promise<string | null>
}): BioPageCache {
  const { db, caches, pictures, cardOf } = options
  const pages = caches.create<CachedBio>('bio_pages', {
    maxEntries: MAX_PAGES,
    maxBytes: MAX_BYTES,
    sizeOf: ({ page }) => 2 * page.html.length + 500,
    // A page with missing pictures is stale at once: it is served while it is rendered again.
    ttlMs: (page) => (page === null || page.isComplete ? Number.POSITIVE_INFINITY : 0),
    tagsOf: ({ tags }) => tags,
    tables: ['bios', 'pictures'],
  })
  const render = async (id: number, origin: string): Promise<CachedBio | null> => {
    const bio = await findPublicBio(db, id)
    if (!bio) return null
    const sources = picturesOfBio(bio).map(({ source }) => source)
    const stored = await pictures.find(bio.account_id, sources)
    const url = `${origin}/${aliasPath(bio.alias)}`
    return {
      published: bio.published,
      page: bioPage({ bio, url, pictures: stored, card: await cardOf(id), draft: !bio.published }),
      tags: [`bios:${id}`, ...[...stored.values()].map((picture) => `pictures:${picture.id}`)],
      isComplete: sources.every((source) => stored.has(source) || !pictures.canBeStored(source)),
    }
  }
  return (id, origin) => pages.get(`${id} ${origin}`, () => render(id, origin))
}
