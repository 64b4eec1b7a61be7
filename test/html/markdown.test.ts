import MarkdownIt from 'markdown-it'
import t from 'tap'
import { linksOfMarkdown, markdown, markdownLine } from '../../src/html/markdown.ts'

const cases: [name: string, source: string, markup: string][] = [
  ['an empty line parts paragraphs, a line end breaks', 'a\nb\n\n c', '<p>a<br>b</p><p>c</p>'],
  [
    'strong, emphasis and code',
    '**a** *b* __c__ _d_ `e*f*`',
    '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em> <code>e*f*</code></p>',
  ],
  ['emphasis within strong', '**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
  ['underscores within a word stay', 'snake_case_name', '<p>snake_case_name</p>'],
  ['signs with nothing to mark stay', '2 * 3 * 4 ** _ ` [x] (y)', '<p>2 * 3 * 4 ** _ ` [x] (y)</p>'],
  [
    'a backslash takes a sign its meaning',
    '\\*a\\* \\[b](https://x.example)',
    '<p>*a* [b](<a href="https://x.example" rel="noopener nofollow ugc">x.example</a>)</p>',
  ],
  [
    'bullets and numbers',
    '- a\n- b\n  more\n\n3. c\n4. d',
    '<ul><li>a</li><li>b<br>more</li></ul><ol start="3"><li>c</li><li>d</li></ol>',
  ],
  ['a list after a line of text', 'a:\n- b', '<p>a:</p><ul><li>b</li></ul>'],
  [
    'a link with marked text',
    '[**a** b](https://x.example/?a=1&b=2)',
    '<p><a href="https://x.example/?a=1&amp;b=2" rel="noopener nofollow ugc"><strong>a</strong> b</a></p>',
  ],
  ['mail', '[a](mailto:a@b.example)', '<p><a href="mailto:a@b.example" rel="noopener nofollow ugc">a</a></p>'],
  [
    'an address by itself, without the full stop',
    'See https://x.example/a.',
    '<p>See <a href="https://x.example/a" rel="noopener nofollow ugc">x.example/a</a>.</p>',
  ],
  ['markup is text', '<b>a</b> <script>x</script>', '<p>&lt;b&gt;a&lt;/b&gt; &lt;script&gt;x&lt;/script&gt;</p>'],
  [
    'no links elsewhere',
    '[a](javascript:x) [b](data:text/html,x) [c](//x.example) [d](/x)',
    '<p>[a](javascript:x) [b](data:text/html,x) [c](//x.example) [d](/x)</p>',
  ],
  [
    'no breaking out of an address',
    '[a](https://x.example/"onclick="x)',
    '<p><a href="https://x.example/%22onclick=%22x" rel="noopener nofollow ugc">a</a></p>',
  ],
  [
    'headings, quotes, rules, tables, code blocks, entities and references are text',
    '# a\n> b\n---\n&amp; [r]\n\n    code\n\n[r]: /x',
    '<p># a<br>&gt; b<br>---<br>&amp;amp; [r]</p><p>code</p><p>[r]: /x</p>',
  ],
  [
    'images are links with a sign before them',
    '![a](https://x.example)',
    '<p>!<a href="https://x.example" rel="noopener nofollow ugc">a</a></p>',
  ],
]

// Newlines between elements are insignificant.
for (const [name, source, markup] of cases)
  t.test(name, async (t) => t.equal(markdown(source).text.replaceAll('\n', ''), markup))

t.test('any Markdown input produces only allowed elements, correctly nested', async (t) => {
  const bits = [
    '*',
    '**',
    '_',
    '__',
    '`',
    '[',
    '](',
    ')',
    'https://x.example',
    '<',
    '>',
    '"',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    'a',
    ' ',
    '\\',
    'mailto:',
  ]
  let seed = 7
  const next = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed
  }
  for (let round = 0; round < 3000; round++) {
    const source = Array.from({ length: 30 }, () => bits[(next() >> 8) % bits.length]).join('')
    const open: string[] = []
    for (const [, slash, name = ''] of markdown(source).text.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
      if (name === 'br') continue
      if (!['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a'].includes(name))
        t.fail(`${name} from ${JSON.stringify(source)}`)
      if (slash === '') open.push(name)
      else if (open.pop() !== name) t.fail(`unbalanced from ${JSON.stringify(source)}`)
    }
    if (open.length > 0) t.fail(`left open from ${JSON.stringify(source)}`)
  }
  t.pass('3000 texts')
})

t.test('long hostile texts are parsed quickly', async (t) => {
  const bits = ['[', '*', '* a', '*a ', '_a ', '**a', '`', '[a](', '\\', 'https://', '- ', '((', '*_', '*a _b ', '1. ']
  const { user: before } = process.cpuUsage()
  for (const bit of bits) t.ok(markdown(bit.repeat(10_000 / bit.length)).text.length > 0)
  const ms = (process.cpuUsage().user - before) / 1000
  t.ok(ms < 5000, `${ms.toFixed()} ms for ${bits.length} texts of 10,000 characters`)
})

t.test('a URL of more than 8,192 characters does not become a link', async (t) => {
  t.match(markdown(`[a](https://x.example/${'b'.repeat(2000)})`).text, '<a ')
  t.notMatch(markdown(`[a](https://x.example/${'b'.repeat(8192)})`).text, 'href')
})

t.test('an unclosed marker does not affect later ones', async (t) => {
  t.match(markdown('**a _b_ c').text, '<em>b</em>')
  t.match(markdown('*a __b__ c').text, '<strong>b</strong>')
})

t.test('a text is rendered once', async (t) => {
  const rendered = t.capture(MarkdownIt.prototype, 'render', MarkdownIt.prototype.render)
  const source = `**once** ${'a '.repeat(900)}`
  t.equal(markdown(source).text, markdown(source).text)
  t.equal(rendered().length, 1)
})

t.test('the links of a text are all that are rendered, with and without paragraphs', async (t) => {
  const bits = [
    '- ',
    '1. ',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '\u00a0',
    '[a](',
    'http://x.example',
    ')',
    '*',
    '`',
    'a',
    '+',
    '3)',
    '\\',
    '\r',
  ]
  let seed = 11
  const next = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed >> 8
  }
  for (let round = 0; round < 3000; round++) {
    const source = Array.from({ length: 8 }, () => bits[next() % bits.length]).join('')
    const links = linksOfMarkdown(source)
    for (const made of [markdown(source), markdownLine(source)])
      for (const [, url = ''] of made.text.matchAll(/href="([^"]*)"/g))
        if (!links.includes(url)) t.fail(`${url} of ${JSON.stringify(source)}`)
  }
  t.pass('3000 texts')
})
