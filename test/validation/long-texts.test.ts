import MarkdownIt from 'markdown-it'
import t from 'tap'
import { keysOfUrl } from '../../src/abuse/url-keys.ts'
import { canonicalAlias, normalAlias } from '../../src/links/aliases.ts'
import { countryCode } from '../../src/locale/countries.ts'
import { startService } from '../support/service.ts'

// Texts for which normalizing, or looking up each part, would take seconds: they are refused by their length first.

const service = await startService(t)
const client = await service.newClient()
// Normalizing exchanges the marks.
const marksOf = (count: number) => `a${'\u0315'.repeat(count)}${'\u0316'.repeat(count)}`

t.test('a text that is too long is only reported as too long', async (t) => {
  const link = 'https://example.com/'
  const location = 'Germany'.repeat(100)
  const long = `https://example.com/${'a.'.repeat(5000)}`
  const { body } = await client.post('/api/url/add', {
    url: long,
    custom: marksOf(60_000),
    geotarget: [{ location, link }],
  })
  t.strictSame(
    body.errors.map(({ path }: { path: string }) => path),
    ['/url', '/custom', '/geotarget/0/location'],
  )
  for (const { message } of body.errors) t.match(message, /^must have at most \d+ characters/)
})

t.test('Markdown that is too long, or in a list that is, is not parsed', async (t) => {
  const { parse, parseInline } = MarkdownIt.prototype
  const parsed = [
    t.capture(MarkdownIt.prototype, 'parse', parse),
    t.capture(MarkdownIt.prototype, 'parseInline', parseInline),
  ]
  const text = (text: string) => ({ type: 'text', text })
  const faq = (count: number) => ({ type: 'faq', items: Array(count).fill({ question: 'a', answer: '- b' }) })
  const faultsIn = async (...blocks: object[]) => {
    const { body } = await client.post('/api/bio/add', { name: 'Ada', blocks })
    return body.errors.map(({ path }: { path: string }) => path)
  }
  t.strictSame(await faultsIn(text('- a\n'.repeat(501)), faq(31)), ['/blocks/0/text', '/blocks/1/items'])
  t.strictSame(await faultsIn(...Array(101).fill(text('- a'))), ['/blocks'])
  t.strictSame(
    parsed.map((calls) => calls().length),
    [0, 0],
  )
})

t.test('a text that cannot be an alias is not normalized', async (t) => {
  t.equal(normalAlias('e\u0301'), '\u00e9')
  const short = marksOf(100)
  t.not(normalAlias(short), short)
  for (const count of [200, 60_000]) {
    const text = marksOf(count)
    t.equal(normalAlias(text), text)
    t.equal(canonicalAlias(text), null)
  }
  const decomposed = 'e\u0301'.repeat(255)
  t.equal(canonicalAlias(decomposed), '\u00e9'.repeat(255), 'marks of different letters')
})

t.test('a host that is too long to exist has no keys, and a name no country', async (t) => {
  t.equal(keysOfUrl(`https://${'a.'.repeat(130)}com/`), null)
  t.match(keysOfUrl(`https://${'a.'.repeat(120)}com/`), { keys: { length: 121 } })
  t.equal(countryCode(`${' '.repeat(300)}Germany`), undefined)
})
