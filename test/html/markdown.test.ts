import t from 'tap'
import { markdown } from '../../src/html/markdown.ts'

const cases: [name: string, source: string, markup: string][] = [
  ['an empty line parts paragraphs, a line end breaks', 'a\nb\n\n c', '<p>a<br>b</p><p>c</p>'],
  [
    'strong, emphasis and code',
    '**a** *b* __c__ _d_ `e*f*`',
    '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em> <code>e*f*</code></p>',
  ],
  ['emphasis within strong', '**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
  ['underscores within a word stay', 'snake_case_name', '<p>snake_case_name</p>'],
  ['signs with nothing to mark stay', '2 * 3 * 4 ** _ ` [x] (y)', '<p>2 * 3 * 4 ** _ &#96; [x] (y)</p>'],
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
    '<p><a href="https://x.example/&quot;onclick=&quot;x" rel="noopener nofollow ugc">a</a></p>',
  ],
  [
    'images are links with a sign before them',
    '![a](https://x.example)',
    '<p>!<a href="https://x.example" rel="noopener nofollow ugc">a</a></p>',
  ],
]

for (const [name, source, markup] of cases) t.test(name, async (t) => t.equal(markdown(source).text, markup))

t.test('whatever is typed, the markup is of the few kinds there are and closes what it opens', async (t) => {
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

t.test('long hostile texts take work in step with their length', async (t) => {
  for (const bit of ['[', '*', '* a', '*a ', '_a ', '**a', '`', '[a](', '\\', 'https://', '- ', '((', '*_'])
    t.ok(markdown(bit.repeat(2000 / bit.length)).text.length > 0)
})

t.test('signs that nothing closes are searched for once, not once for every sign', async (t) => {
  const { indexOf } = String.prototype
  let searches = 0
  t.teardown(() => {
    String.prototype.indexOf = indexOf
  })
  String.prototype.indexOf = function (...args: Parameters<typeof indexOf>) {
    searches++
    return indexOf.apply(this, args)
  }
  for (const bit of ['*a ', '_a ', '**a ', '__a ', '*a _b '])
    t.ok(markdown(bit.repeat(2000 / bit.length)).text.length > 0)
  String.prototype.indexOf = indexOf
  t.ok(searches < 20_000, `${searches} searches`)
})

t.test('signs after an unclosed one still close', async (t) => {
  t.match(markdown('**a _b_ c').text, '<em>b</em>')
  t.match(markdown('*a __b__ c').text, '<strong>b</strong>')
})
