import { hash } from 'node:crypto'
import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { linksOfMarkdown, markdown, markdownLine } from '../html/markdown.ts'
import { markdownTextsOf } from '../html/markdown-texts.ts'
import { createPauses } from '../time/turns.ts'

/** The parameter of a bio page's URL that names one of its links: the visit is counted and redirected. */
export const FOLLOWED = 'go'

/** A link of a bio page whose visits are counted. */
export interface BioLink {
  key: string
  url: string
  /** What the page shows for it; '' for a picture without a text. */
  text: string
}

/** The key of a link of a bio page: the same for the same URL, wherever on the page it is. 16 characters. */
export const bioLinkKey = (url: string): string => hash('sha256', url, 'base64url').slice(0, 16)

/**
 * The links of a page, each URL once. Profiles are not among them: other sites take a page for their owner's only if it
 * links to the profile itself.
 */
export function linksOfBio(blocks: readonly BioBlock[]): BioLink[] {
  const links = new Map<string, BioLink>()
  for (const block of blocks) {
    const { url, text } = linkOf(block)
    if (!url) continue
    const key = bioLinkKey(url)
    if (!links.has(key)) links.set(key, { key, url, text })
  }
  return [...links.values()]
}

function linkOf(block: BioBlock): { url?: string | null | undefined; text: string } {
  if (block.type === 'link') return block
  if (block.type === 'image') return { url: block.link, text: block.alt ?? '' }
  return block.type === 'product' ? { url: block.url, text: block.name } : { text: '' }
}

/** The URLs of a page to which visitors go without a redirect: profiles, players, and links in texts. */
export const directUrls = (blocks: readonly BioBlock[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'social' || block.type === 'video' || block.type === 'music') return [block.url]
    return markdownTextsOf([block]).flatMap(({ text }) => linksOfMarkdown(text))
  })

const MAX_TURN_MS = 10

/** Parses the Markdown of a page into the cache before the page is rendered, and lets other requests run in between. */
export async function readMarkdown(blocks: readonly BioBlock[]): Promise<void> {
  const pause = createPauses(MAX_TURN_MS)
  for (const { text, shown } of markdownTextsOf(blocks)) {
    if (shown === 'blocks') markdown(text)
    if (shown === 'line') markdownLine(text)
    linksOfMarkdown(text)
    await pause()
  }
}
