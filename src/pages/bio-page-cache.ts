import type { Database } from '../../db/open.ts'
import { hasAllAnswers } from '../../db/queries/bio-answers.ts'
import { findPublicBio } from '../../db/queries/bios.ts'
import type { Caches } from '../cache/cache-registry.ts'
import type { Page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { aliasPath } from '../links/aliases.ts'
import { languageOf } from '../locale/page-language.ts'
import { type PictureStore, picturesOfBio } from '../pictures/picture-store.ts'
import { bioPage, thanksPage } from './bio.ts'
import type { ShownForms } from './bio-forms.ts'
import { directUrls, linksOfBio, readMarkdown } from './bio-links.ts'
import { blocksAt, nextChange } from './bio-schedule.ts'
import { type FormBlock, keysOfForms } from './form-answers.ts'

export interface RenderedBio {
  accountId: number
  published: boolean
  publicstats: boolean
  heading: string
  page: Page
  /** The URLs of the links that it shows, by key. */
  links: ReadonlyMap<string, string>
  /** The other URLs that it shows, to which visitors go without a redirect. */
  urls: readonly string[]
  /** The forms that it shows, by key. */
  forms: ReadonlyMap<string, FormBlock>
  path: string
  /** The language of the page. */
  language: Look['language']
  /** The page with what was entered in a form, or after all answers that it may have. */
  showForms: (change: Partial<Pick<ShownForms, 'state' | 'again'>>) => Page
  showThanks: (form: FormBlock) => Page
}

interface CachedBio extends RenderedBio {
  /** When other blocks are to be shown, in milliseconds since 1970. `render` makes the page again then. */
  changesAt: number
  render: (now: number) => Pick<CachedBio, 'page' | 'links' | 'urls' | 'forms' | 'showForms' | 'changesAt'>
  tags: readonly string[]
  /** Characters of what the page is made of. */
  length: number
  /** Whether the page has all its pictures that can be stored. */
  isComplete: boolean
}

/** Finds bio pages by id, cached until the database notifies of a change. `origin` is that of the requested URL. */
export type BioPageCache = (id: number, origin: string, look: Look) => RenderedBio | null | Promise<RenderedBio | null>

const MAX_BYTES = 64 * 1024 * 1024
const MAX_PAGES = 10_000
// How long a page without some of its pictures is served before it is made again.
const INCOMPLETE_MS = 2000

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
    // What `render` keeps is as long as the page or, with blocks that are not shown now, longer.
    sizeOf: ({ page, length }) => 2 * page.html.length + 2 * length + 500,
    ttlMs: (page) => (page === null || page.isComplete ? Number.POSITIVE_INFINITY : INCOMPLETE_MS),
    tagsOf: ({ tags }) => tags,
    tables: ['bios', 'pictures', 'deleted_accounts'],
  })
  const load = async (id: number, origin: string, look: Look): Promise<CachedBio | null> => {
    const bio = await findPublicBio(db, id)
    if (!bio) return null
    const sources = picturesOfBio(bio).map(({ source }) => source)
    const stored = await pictures.find(bio.account_id, sources)
    const path = `/${aliasPath(bio.alias)}`
    const url = `${origin}${path}`
    await readMarkdown(bio.blocks)
    const card = await cardOf(id)
    const own = bio.language === null ? look : { ...look, language: languageOf(bio.language) }
    const keys = keysOfForms(bio.blocks)
    const isFull = keys.size > 0 && (await hasAllAnswers(db, id))
    const forms: ShownForms = { keys, state: bio.published ? (isFull ? 'full' : 'open') : 'draft' }
    const render = (now: number) => {
      const blocks = blocksAt(bio.blocks, now)
      const parts = { bio: { ...bio, blocks }, url, pictures: stored, card, draft: !bio.published }
      const showForms: RenderedBio['showForms'] = (change) => bioPage(own, { ...parts, forms: { ...forms, ...change } })
      return {
        page: showForms({}),
        showForms,
        forms: new Map([...keys].flatMap(([form, key]) => (blocks.includes(form) ? [[key, form]] : []))),
        links: new Map(linksOfBio(blocks).map(({ key, url }) => [key, url])),
        urls: directUrls(blocks),
        changesAt: nextChange(bio.blocks, now),
      }
    }
    return {
      accountId: bio.account_id,
      published: bio.published,
      path,
      language: own.language,
      showThanks: (form) => thanksPage(own, bio, { form, path }),
      publicstats: bio.publicstats,
      heading: bio.title ?? bio.name,
      ...render(Date.now()),
      render,
      length: JSON.stringify(bio.blocks).length,
      tags: [
        `bios:${id}`,
        `deleted_accounts:${bio.account_id}`,
        ...[...stored.values()].map((picture) => `pictures:${picture.id}`),
      ],
      isComplete: sources.every((source) => stored.has(source) || !pictures.canBeStored(source)),
    }
  }
  // Blocks appear and disappear on time even while the database is away.
  const current = (bio: CachedBio | null) => {
    const now = Date.now()
    return bio !== null && now >= bio.changesAt ? Object.assign(bio, bio.render(now)) : bio
  }
  return (id, origin, look) => {
    const key = `${id} ${origin} ${look.language.tag}`
    const found = pages.get(key, () => load(id, origin, look))
    return found instanceof Promise ? found.then(current) : current(found)
  }
}
