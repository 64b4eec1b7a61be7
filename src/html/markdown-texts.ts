import { BioBlock } from '../../schemas/bio-blocks.ts'
import { isLonger } from '../../schemas/lengths.ts'
import type { TSchema } from '../../schemas/ref.ts'

/** A text that is rendered as Markdown, and its place. */
interface MarkdownText {
  path: string
  text: string
  /** `later`: not on the page, but after an answer. */
  shown: 'blocks' | 'line' | 'later'
  /** Whether it, or a list that it is in, is longer than it may be. */
  isTooLong: boolean
}

/** The texts of the blocks of a bio page that are Markdown. The blocks need not be valid. */
export const markdownTextsOf = (blocks: readonly unknown[]): MarkdownText[] =>
  blocks.flatMap((block, i) => {
    const type = (block as { type?: unknown } | null)?.type
    const schema = BioBlock.anyOf.find(({ properties }) => properties.type['enum']?.includes(type))
    return schema ? textsIn(schema, block, `/${i}`, false) : []
  })

// Those that the schema marks. Optional values are unions with null.
function textsIn(schema: TSchema, value: unknown, path: string, isInLong: boolean): MarkdownText[] {
  const branches: TSchema[] = schema['anyOf'] ?? [schema]
  return branches.flatMap((branch) => {
    if (typeof value === 'string') {
      const shown: MarkdownText['shown'] | undefined = branch['x-markdown']
      const isTooLong = isInLong || isLonger(value, branch['maxLength'])
      return shown ? [{ path, text: value, shown, isTooLong }] : []
    }
    const items: TSchema | undefined = branch['items']
    const properties: Record<string, TSchema> = branch['properties'] ?? {}
    if (Array.isArray(value)) {
      const isLong = isInLong || isLonger(value, branch['maxItems'])
      return items ? value.flatMap((item, i) => textsIn(items, item, `${path}/${i}`, isLong)) : []
    }
    return Object.entries(value ?? {}).flatMap(([name, member]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return property ? textsIn(property, member, `${path}/${name}`, isInLong) : []
    })
  })
}
