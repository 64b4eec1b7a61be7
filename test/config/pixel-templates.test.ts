import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { fillPixels, isTagAllowed, PixelTemplateError, readPixelTemplates } from '../../src/config/pixel-templates.ts'

const HOSTILE = [
  "');alert(1)//",
  '");alert(1)//',
  '`+alert(1)+`',
  '$' + '{alert(1)}',
  '</script><script>alert(1)</script>',
  '\\',
  '\n\u2028',
  "' onload='alert(1)",
  '{{tag}}',
  '$&',
]

function faultsOf(file: unknown): string {
  try {
    readPixelTemplates(typeof file === 'string' ? file : JSON.stringify(file))
    return ''
  } catch (error) {
    if (error instanceof PixelTemplateError) return error.message
    throw error
  }
}

t.test('a tag in a script is the same text in every kind of quotes', async (t) => {
  for (const quote of ["'", '"', '`']) {
    const templates = readPixelTemplates(JSON.stringify({ vendor09: { script: `got = ${quote}{{tag}}${quote}` } }))
    for (const tag of HOSTILE) {
      const script = fillPixels(templates, [{ type: 'vendor09', tag }])?.scripts[0] ?? ''
      t.notMatch(script, '<')
      const context: Record<string, unknown> = { alert: () => t.fail('ran') }
      runInNewContext(script, context)
      t.equal(context['got'], tag)
    }
  }
})

t.test('a tag in markup cannot end its attribute, and in a URL it is one value', async (t) => {
  const templates = readPixelTemplates(
    JSON.stringify({
      vendor10: { html: '<img alt="{{tag}}" src="https://p.example/?id={{tag:url}}&e=view"><p>{{tag}}</p>' },
    }),
  )
  for (const tag of HOSTILE) {
    const markup = fillPixels(templates, [{ type: 'vendor10', tag }])?.markup[0] ?? ''
    t.equal(markup.match(/<\w/g)?.length, 2, markup)
    const [, query = ''] = /\?id=([^"]*)&e=view">/.exec(markup) ?? []
    t.equal(decodeURIComponent(query), tag)
  }
})

t.test('a pattern must match the whole tag, else the pixel is not sent', async (t) => {
  const templates = readPixelTemplates(JSON.stringify({ vendor09: { script: "f('{{tag}}')", pattern: '[0-9]+' } }))
  t.ok(isTagAllowed(templates, 'vendor09', '123'))
  t.notOk(isTagAllowed(templates, 'vendor09', '123x'))
  t.notOk(isTagAllowed(templates, 'vendor09', '123\n'))
  t.ok(isTagAllowed(templates, 'vendor11', 'anything'), 'a type without a template takes any tag')
  t.equal(fillPixels(templates, [{ type: 'vendor09', tag: 'x' }]), null)
  t.equal(fillPixels(templates, [{ type: 'vendor11', tag: 'x' }]), null)
})

t.test('the policy sources of all pixels of a page are combined without duplicates', async (t) => {
  const csp = { 'script-src': ['https://a.example'], 'img-src': ['https:'] }
  const templates = readPixelTemplates(
    JSON.stringify({
      vendor09: { script: '1', csp },
      vendor10: { script: '2', csp: { 'script-src': ['https://*.b.example/x/'] } },
    }),
  )
  const pixels = ['vendor09', 'vendor10', 'vendor09'].map((type) => ({ type, tag: 'x' }))
  t.same(fillPixels(templates, pixels)?.sources, {
    'script-src': ['https://a.example', 'https://*.b.example/x/'],
    'img-src': ['https:'],
  })
})

t.test('every fault of a template file is named', async (t) => {
  t.match(faultsOf('{'), 'not JSON')
  t.match(faultsOf([]), 'object')
  const message = faultsOf({
    facebook: { script: '1' },
    vendor09: {},
    vendor10: { script: 'f({{tag}})', more: 1 },
    vendor11: 5,
  })
  t.match(message, 'facebook: unknown type')
  t.match(message, 'vendor09: "script" or "html"')
  t.match(message, 'vendor10: the field "more"')
  t.match(message, 'outside quotes')
  t.match(message, 'vendor11: must be an object')
  t.match(faultsOf({ vendor09: { script: '1', pattern: '(' } }), 'regular expression')
  t.match(faultsOf({ vendor09: { script: 'f("</script>")' } }), '</script')
  for (const csp of [
    { 'default-src': ['https:'] },
    { 'script-src': ["'unsafe-inline'"] },
    { 'img-src': ['https://a; x'] },
    { 'img-src': 'https:' },
    5,
  ]) {
    t.match(faultsOf({ vendor09: { script: '1', csp } }), 'csp', JSON.stringify(csp))
  }
})

t.test('templates in which a tag could break out are refused', async (t) => {
  for (const html of [
    '<script>f("{{tag}}")</script>',
    '<img src={{tag}}>',
    '<img src="{{tag}}">',
    "<iframe src='{{tag:url}}'></iframe>",
    '<img alt={{tag}}>',
    '<{{tag}}>',
    '<p {{tag}}="x">',
    '<!-- {{tag}} -->',
    '<p style="color:{{tag}}">',
    '<iframe srcdoc="<p>{{tag}}</p>"></iframe>',
    '<style>{{tag}}</style>',
    '<p title="x" data-x=a{{tag}}>',
    '<img onerror="f(\'{{tag}}\')">',
    '<script nonce="x"></script>',
    '<p>{{name}}</p>',
    '<textarea>{{tag}}</textarea>',
  ]) {
    t.match(faultsOf({ vendor09: { html } }), 'vendor09', html)
  }
  for (const html of [
    '<p>{{tag}}</p>',
    '<img src="https://a.example/?id={{tag:url}}">',
    "<p title='a > {{tag}}'>a < b {{tag}}</p>",
    '<script src="https://a.example/x.js?id={{tag:url}}"></script>',
  ]) {
    t.equal(faultsOf({ vendor09: { html } }), '', html)
  }
})

t.test('the example in the documentation is valid', async (t) => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/pages.md', 'utf8')) ?? []
  const filled = fillPixels(readPixelTemplates(example), [{ type: 'vendor01pixel', tag: '1234567890' }])
  t.match(filled, { scripts: [/1234567890/], markup: [/id=1234567890/] })
})
