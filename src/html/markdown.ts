import MarkdownIt from 'markdown-it'
import { type Html, raw } from './html.ts'

const MAX_URL_LENGTH = 8192
const MAX_NESTING = 20

const parser = new MarkdownIt('zero', { html: false, linkify: true, breaks: true, maxNesting: MAX_NESTING })
  .enable(['list', 'newline', 'escape', 'backticks', 'emphasis', 'link', 'linkify'])
  .enable(['balance_pairs', 'fragments_join'])
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
parser.validateLink = (url) => url.length <= MAX_URL_LENGTH && /^(https?:\/\/|mailto:)/i.test(url)

const showLinkText = parser.normalizeLinkText.bind(parser)
// Called only for URLs without a link text of their own.
parser.normalizeLinkText = (url) => showLinkText(url).replace(/^https?:\/\//i, '')

parser.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener nofollow ugc')
  return self.renderToken(tokens, index, options)
}

/**
 * Renders a subset of Markdown: paragraphs, line breaks, lists, strong, emphasis, code, links to http, https and
 * mailto. Everything else, including HTML, is shown as text.
 */
export function markdown(source: string): Html {
  return raw(parser.render(source))
}

/** The same for a text in a line, such as a label: without paragraphs and lists. */
export function markdownLine(source: string): Html {
  return raw(parser.renderInline(source))
}

/** The URLs of the links that either of them renders. */
export function linksOfMarkdown(source: string): string[] {
  const tokens = [...parser.parse(source, {}), ...parser.parseInline(source, {})]
  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  return links.map((token) => String(token.attrGet('href')))
}
