import { LRUCache } from 'lru-cache'
import MarkdownIt from 'markdown-it'
import { type Html, raw } from './html.ts'

const MAX_URL_LENGTH = 8192
const MAX_NESTING = 20

function createParser() {
  const parser = new MarkdownIt('zero', { html: false, linkify: true, breaks: true, maxNesting: MAX_NESTING })
    .enable(['list', 'newline', 'escape', 'backticks', 'emphasis', 'link', 'linkify'])
    .enable(['balance_pairs', 'fragments_join'])
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  parser.validateLink = (url) => url.length <= MAX_URL_LENGTH && /^(https?:\/\/|mailto:)/i.test(url)
  return parser
}

const parser = createParser()
// For the URLs alone: the texts of links take half of the time.
const urlParser = createParser()
urlParser.normalizeLinkText = (url) => url

const showLinkText = parser.normalizeLinkText.bind(parser)
// Called only for URLs without a link text of their own.
parser.normalizeLinkText = (url) => showLinkText(url).replace(/^https?:\/\//i, '')

parser.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener nofollow ugc')
  return self.renderToken(tokens, index, options)
}

// A text of 2,000 characters takes up to 30 ms, so those of pages that are visited are kept.
const MAX_KEPT = 32 * 1024 * 1024
type Parsed = string | readonly string[]
const kept = new LRUCache<string, Parsed>({
  maxSize: MAX_KEPT,
  sizeCalculation: (parsed, key) => 100 + key.length + (typeof parsed === 'string' ? parsed : parsed.join()).length,
})

function keep<T extends Parsed>(kind: string, source: string, parse: (source: string) => T): T {
  const key = `${kind}${source}`
  const known = kept.get(key)
  if (known !== undefined) return known as T
  const parsed = parse(source)
  kept.set(key, parsed)
  return parsed
}

/**
 * Renders a subset of Markdown: paragraphs, line breaks, lists, strong, emphasis, code, links to http, https and
 * mailto. Everything else, including HTML, is shown as text.
 */
export function markdown(source: string): Html {
  return raw(keep('text ', source, (source) => parser.render(source)))
}

/** The same for a text in a line, such as a label: without paragraphs and lists. */
export function markdownLine(source: string): Html {
  return raw(keep('line ', source, (source) => parser.renderInline(source)))
}

/** The URLs of the links that either of them renders. */
export const linksOfMarkdown = (source: string): readonly string[] => keep('links ', source, findLinks)

// A text of one line that starts no list has the same links inline as in blocks.
const isLine = (source: string) => !/[\n\r\u0000]|^\s*(?:[-+*]|\d+[.)])(?:\s|$)/.test(source)

function findLinks(source: string): string[] {
  const tokens = urlParser.parseInline(source, {})
  if (!isLine(source)) tokens.push(...urlParser.parse(source, {}))
  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  return links.map((token) => String(token.attrGet('href')))
}
