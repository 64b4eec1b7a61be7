import { runInNewContext } from 'node:vm'
import t from 'tap'
import { PLAIN_LOOK } from '../../src/html/look.ts'
import { expiredPage } from '../../src/pages/expired.ts'
import { notFoundPage } from '../../src/pages/not-found.ts'
import { openAppPage } from '../../src/pages/open-app.ts'
import { passwordPage } from '../../src/pages/password.ts'
import { qrContentPage } from '../../src/pages/qr-content.ts'

t.test('the 404 page contains no details and no redirect', async (t) => {
  t.notMatch(notFoundPage(PLAIN_LOOK).html, '<a ')
})

t.test('the page of an expired link says whether its time or its clicks are used up', async (t) => {
  t.match(expiredPage(PLAIN_LOOK, { reason: 'time' }).html, 'set time')
  t.match(expiredPage(PLAIN_LOOK, { reason: 'clicks' }).html, 'number of visits')
})

t.test('the password page has one labeled field and announces failures to screen readers', async (t) => {
  const fresh = passwordPage(PLAIN_LOOK, { action: '/abc' }).html
  t.match(fresh, '<form method="post" action="/abc">')
  t.match(fresh, '<label for="password">')
  t.notMatch(fresh, 'role="alert"')
  t.match(
    passwordPage(PLAIN_LOOK, { action: '/abc', failed: true }).html,
    /aria-describedby="problem"[\s\S]*role="alert"/,
  )
  t.match(passwordPage(PLAIN_LOOK, { action: '/abc', wait: 45 }).html, '45 seconds')
  t.match(passwordPage(PLAIN_LOOK, { action: '/abc', wait: 600 }).html, '10 minutes')
})

t.test('the page of a QR code has its exact link and shows the content', async (t) => {
  const { html } = qrContentPage(PLAIN_LOOK, {
    title: 'Call',
    action: { href: 'tel:+49301234', label: 'Call +49301234' },
    details: [{ label: 'Phone', value: '<b>+49301234</b>' }],
  })
  t.match(html, 'href="tel:+49301234"')
  t.match(html, '&lt;b&gt;+49301234')
  t.match(
    qrContentPage(PLAIN_LOOK, { title: 'x', action: { href: 'javascript:alert(1)', label: 'x' }, details: [] }).html,
    'href="#"',
  )
})

t.test('the page of an app opens it, and goes on unless it is hidden or left', async (t) => {
  const { html } = openAppPage(PLAIN_LOOK, {
    app: 'myapp://product/42',
    destination: 'https://example.com/p',
    pixels: null,
    report: null,
  })
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? ''
  // Runs the script of the page and returns what it opened after four seconds.
  const visit = (userAgent: string, leave?: 'blur' | 'hidden') => {
    const opened: string[] = []
    const listeners: Record<string, () => void> = {}
    const timers: (() => void)[] = []
    let now = 0
    const stay = {
      click: () => listeners['click']?.(),
      addEventListener: (_: string, stop: () => void) => (listeners['click'] = stop),
    }
    const box = {
      dataset: { seconds: '3' },
      hidden: true,
      querySelector: (name: string) => (name === 'button' ? stay : null),
    }
    const elements: Record<string, object> = {
      'a[data-go]': { href: 'https://example.com/p', focus: () => {} },
      'a[data-app]': { href: 'myapp://product/42' },
      '[data-seconds]': box,
      '[data-seconds] button': stay,
    }
    const listen = (name: string, run: () => void) => (listeners[name] = run)
    const document = { hidden: false, querySelector: (name: string) => elements[name], addEventListener: listen }
    runInNewContext(script, {
      document,
      navigator: { userAgent },
      location: {
        set href(url: string) {
          opened.push(url)
        },
        replace: (url: string) => opened.push(url),
      },
      performance: { now: () => now },
      addEventListener: listen,
      setInterval: (run: () => void) => timers.push(run),
      clearInterval: () => timers.pop(),
    })
    now = 1000
    document.hidden = leave === 'hidden'
    if (leave !== undefined) listeners[leave === 'hidden' ? 'visibilitychange' : leave]?.()
    now = 4000
    for (const run of [...timers]) run()
    return opened
  }
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Version/17.1 Mobile/15E148 Safari/604.1'
  t.same(visit(phone), ['myapp://product/42', 'https://example.com/p'])
  t.same(visit(phone, 'hidden'), ['myapp://product/42'])
  t.same(visit(phone, 'blur'), ['myapp://product/42'])
  t.same(visit('Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/120.0.0.0'), ['https://example.com/p'])
})
