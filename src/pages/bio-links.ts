import { hash } from 'node:crypto'
import { BioBlock } from '../../schemas/bio-blocks.ts'
import type { TSchema } from '../../schemas/ref.ts'
import { linksOfMarkdown } from '../html/markdown.ts'

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
    const schema = BioBlock.anyOf.find(({ properties }) => properties.type['enum']?.includes(block.type))
    return schema ? markdownTexts(schema, block).flatMap(linksOfMarkdown) : []
  })

/** The texts of a value that its schema marks as Markdown. Optional values are unions with null. */
function markdownTexts(schema: TSchema, value: unknown): string[] {
  const branches: TSchema[] = schema['anyOf'] ?? [schema]
  return branches.flatMap((branch) => {
    if (typeof value === 'string') return branch['x-check'] === 'markdown' ? [value] : []
    const items: TSchema | undefined = branch['items']
    const properties: Record<string, TSchema> = branch['properties'] ?? {}
    if (Array.isArray(value)) return items ? value.flatMap((item) => markdownTexts(items, item)) : []
    return Object.entries(value ?? {}).flatMap(([name, member]) => {
      const property = properties[name]
      return property ? markdownTexts(property, member) : []
    })
  })
}
