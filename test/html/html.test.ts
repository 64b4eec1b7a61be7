import t from 'tap'
import { html, raw, safeHref } from '../../src/html/html.ts'

t.test('template values are escaped in text and attributes', async (t) => {
  const hostile = `"><script>alert('x')</script>\`&`
  t.equal(
    html`<p title="${hostile}">${hostile}</p>`.text,
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&#96;&amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&#96;&amp;</p>',
  )
})

t.test('nested markup is kept, arrays are joined, and null, undefined and false are empty', async (t) => {
  t.equal(html`${html`<b>${1}</b>`}${['<', raw('<i>')]}${null}${undefined}${false}${0}`.text, '<b>1</b>&lt;<i>0')
})

t.test('an object that imitates markup is escaped', async (t) => {
  const impostor = { text: '<script>' } as unknown as string
  t.throws(() => html`${impostor}`)
})

t.test('only http, https, mailto and tel URLs become links', async (t) => {
  for (const url of [
    'https://a.example/?q=1',
    'HTTP://a.example',
    'mailto:a@b.example',
    'tel:+1',
    'sms:+1',
    '/x?y=1#z',
    '?days=7',
    '/',
  ]) {
    t.equal(safeHref(url), url)
  }
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'x',
    '',
  ]) {
    t.equal(safeHref(url), '#', url)
  }
})
