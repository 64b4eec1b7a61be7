import MarkdownIt from 'markdown-it'
import t from 'tap'
import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { PLAIN_LOOK } from '../../src/html/look.ts'
import { bioPage } from '../../src/pages/bio.ts'
import { directUrls, readMarkdown } from '../../src/pages/bio-links.ts'

t.test('the texts of a page are read in many turns of the event loop', async (t) => {
  // 1 MiB, which pages of earlier releases may have: a second of work.
  const answer = (i: number) => `${i} ${'http://a:'.repeat(200)}`
  const items = (i: number) => Array.from({ length: 30 }, (_, n) => ({ question: 'q', answer: answer(30 * i + n) }))
  const blocks = Array.from({ length: 16 }, (_, i): BioBlock => ({ type: 'faq', items: items(i) }))
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await readMarkdown(blocks)
  isOver = true
  t.ok(turns > 10, `${turns} turns`)
})

t.test('a page is made without parsing texts, and only texts that it shows are rendered before', async (t) => {
  const parser = MarkdownIt.prototype
  const blocks: BioBlock[] = [
    { type: 'text', text: 'A **text**' },
    { type: 'faq', items: [{ question: 'A tent?', answer: 'An *answer*' }] },
    {
      ...{ type: 'form', title: 'Join', fields: [{ kind: 'text', label: 'Name' }] },
      ...{ consent: '[Privacy](https://example.com/privacy)', thanks: '[More](https://example.com/more)' },
    },
  ]
  const rendered = t.capture(parser, 'render', parser.render)
  await readMarkdown(blocks)
  const sources = rendered().map(({ args }) => args[0])
  t.strictSame(sources, ['A **text**', 'An *answer*'])

  const parsed = [t.capture(parser, 'parse', parser.parse), t.capture(parser, 'parseInline', parser.parseInline)]
  const plain = { title: null, description: null, image: null, theme: 'plain', colors: null, font: null } as const
  const page = bioPage(PLAIN_LOOK, {
    bio: { name: 'Ada', ...plain, blocks },
    url: 'https://go.example.com/ada',
    pictures: new Map(),
  })
  t.match(page.html, '<a href="https://example.com/privacy"')
  t.strictSame(directUrls(blocks), ['https://example.com/privacy', 'https://example.com/more'])
  const calls = parsed.map((results) => results().length)
  t.strictSame(calls, [0, 0])
})
