import t from 'tap'
import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { readMarkdown } from '../../src/pages/bio-links.ts'

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
