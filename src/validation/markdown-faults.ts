import { MAX_MARKDOWN } from '../../schemas/bio-blocks.ts'
import { charactersIn } from '../../schemas/lengths.ts'
import { blockedFault } from '../abuse/blocked-faults.ts'
import type { Fault } from '../errors/api-error.ts'
import { linksOfMarkdown } from '../html/markdown.ts'
import { markdownTextsOf } from '../html/markdown-texts.ts'

/**
 * The faults of all Markdown of a page: either that it is too long in all, or each text with a blocked link. Texts that
 * the validator reports as too long are not parsed.
 */
export function markdownFaults(blocks: readonly unknown[], blocksUrl: (url: string) => boolean): Fault[] {
  const texts = markdownTextsOf(blocks)
  const length = texts.reduce((sum, { text }) => sum + charactersIn(text), 0)
  if (length > MAX_MARKDOWN) {
    const most = MAX_MARKDOWN.toLocaleString('en')
    const message = `must have at most ${most} characters of Markdown in all texts, answers, consents and thanks together: it has ${length.toLocaleString('en')}`
    return [{ path: '', message }]
  }
  return texts
    .filter(({ text, isTooLong }) => !isTooLong && linksOfMarkdown(text).some(blocksUrl))
    .map(({ path }) => ({ ...blockedFault(), path }))
}
