import t from 'tap'
import { expiredPage } from '../../src/pages/expired.ts'
import { notFoundPage } from '../../src/pages/not-found.ts'
import { passwordPage } from '../../src/pages/password.ts'
import { qrContentPage } from '../../src/pages/qr-content.ts'

t.test('the 404 page contains no details and no redirect', async (t) => {
  t.notMatch(notFoundPage().html, '<a ')
})

t.test('the page of an expired link says whether its time or its clicks are used up', async (t) => {
  t.match(expiredPage({ reason: 'time' }).html, 'set time')
  t.match(expiredPage({ reason: 'clicks' }).html, 'number of visits')
})

t.test('the password page has one labeled field and announces failures to screen readers', async (t) => {
  const fresh = passwordPage({ action: '/abc' }).html
  t.match(fresh, '<form method="post" action="/abc">')
  t.match(fresh, '<label for="password">')
  t.notMatch(fresh, 'role="alert"')
  t.match(passwordPage({ action: '/abc', failed: true }).html, /aria-describedby="problem"[\s\S]*role="alert"/)
  t.match(passwordPage({ action: '/abc', wait: 45 }).html, '45 seconds')
  t.match(passwordPage({ action: '/abc', wait: 600 }).html, '10 minutes')
})

t.test('the page of a QR code has its exact link and shows the content', async (t) => {
  const { html } = qrContentPage({
    title: 'Call',
    action: { href: 'tel:+49301234', label: 'Call +49301234' },
    details: [{ label: 'Phone', value: '<b>+49301234</b>' }],
  })
  t.match(html, 'href="tel:+49301234"')
  t.match(html, '&lt;b&gt;+49301234')
  t.match(
    qrContentPage({ title: 'x', action: { href: 'javascript:alert(1)', label: 'x' }, details: [] }).html,
    'href="#"',
  )
})
