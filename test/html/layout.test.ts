import { createHash } from 'node:crypto'
import t from 'tap'
import { html } from '../../src/html/html.ts'
import { page, pageHeaders } from '../../src/html/layout.ts'
import { PLAIN_LOOK } from '../../src/html/look.ts'

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

t.test('the policy of a page allows only its own style, by hash', async (t) => {
  const { html: document, policy } = page({ look: PLAIN_LOOK, title: 'A <title>', body: html`<main></main>` })
  const style = /<style>([\s\S]*?)<\/style>/.exec(document)?.[1] ?? ''
  t.match(document, '<title>A &lt;title&gt;</title>')
  t.match(document, '<html lang="en" dir="ltr">')
  t.same(policy.split('; ').sort(), [
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    `style-src ${hashOf(style)}`,
  ])
  t.notMatch(document, /url\(|@import|<link/)
})

t.test("own scripts are allowed by hash, others by nonce, and additional sources replace 'none'", async (t) => {
  const { policy } = page({
    look: PLAIN_LOOK,
    title: 'x',
    body: html``,
    script: 'let a = 1',
    nonce: 'abc',
    sources: { 'form-action': ["'self'"], 'img-src': ['https:'] },
  })
  t.ok(policy.includes(`script-src ${hashOf('let a = 1')} 'nonce-abc'`))
  t.ok(policy.includes("form-action 'self';"))
  t.ok(policy.includes("img-src 'self' https:;"))
})

t.test('a style sheet cannot close its style element', async (t) => {
  t.throws(() => page({ look: PLAIN_LOOK, title: 'x', body: html``, style: '</style><script>' }))
})

t.test('a page is sent with its policy and nosniff', async (t) => {
  const sent = page({ look: PLAIN_LOOK, title: 'x', body: html`` })
  t.match(pageHeaders(sent), {
    'content-security-policy': sent.policy,
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})
