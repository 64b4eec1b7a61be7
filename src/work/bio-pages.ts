import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { findPublicBio } from '../../db/queries/bios.ts'
import type { Page } from '../html/layout.ts'
import { bioPage } from '../html/pages/bio.ts'
import type { Changes } from './changes.ts'
import { type Pictures, picturesOfBio } from './pictures.ts'

/** A bio page as it is sent. */
export interface DrawnBio {
  published: boolean
  page: Page
}

interface Kept extends DrawnBio {
  origin: string
}

/** Bio pages by id, remembered until the database tells of a change. `origin` is that of the address they are seen at. */
export type BioPages = (id: number, origin: string) => Promise<DrawnBio | null>

const MOST_BYTES = 64 * 1024 * 1024

export function keepBioPages(options: {
  db: Database
  changes: Changes
  pictures: Pictures
  /** The path of a picture for a page that has none. */
  cardOf: (id: number) => Promise<string | null>
}): BioPages {
  const { db, changes, pictures, cardOf } = options
  const kept = new LRUCache<number, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ page }) => 2 * page.html.length + 500,
  })
  // What was read before a change was heard may be old: it is used once, but not kept.
  let epoch = 0
  changes.on('bios', (id) => {
    epoch++
    kept.delete(Number(id))
  })
  const clear = () => {
    epoch++
    kept.clear()
  }
  changes.on('pictures', clear)
  changes.onGap(clear)

  return async (id, origin) => {
    const known = kept.get(id)
    if (known?.origin === origin) return known
    const before = epoch
    const bio = await findPublicBio(db, id)
    if (!bio) return null
    const sources = picturesOfBio(bio).map(({ source }) => source)
    const held = await pictures.find(bio.account_id, sources)
    const url = `${origin}/${bio.alias}`
    const page = bioPage({ bio, url, pictures: held, card: await cardOf(id), draft: !bio.published })
    // What is missing is asked for again at the next look.
    const drawn = { published: bio.published, page, origin }
    if (epoch === before && sources.every((source) => held.has(source) || !pictures.mayCome(source)))
      kept.set(id, drawn)
    return drawn
  }
}
