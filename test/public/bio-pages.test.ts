import t from 'tap'
import { NETWORKS } from '../../schemas/bio-blocks.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()

// One of each type but `social`.
const EXAMPLES = [
  { type: 'link', text: 'Trail map', url: 'https://example.com/map' },
  { type: 'heading', text: 'About' },
  { type: 'text', text: 'Six **days**.\n\n- water' },
  { type: 'image', url: 'https://example.com/hut.jpg', alt: 'A hut', link: 'https://example.com/hut' },
  { type: 'contact', name: 'Ada', email: 'ada@example.com', phone: '+49 30 1234', address: '12 Square\nLondon' },
  { type: 'video', url: 'https://vimeo.com/76979871', title: 'The traverse' },
  { type: 'music', url: 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT' },
  { type: 'faq', items: [{ question: 'Do I need a tent?', answer: 'No.' }] },
  { type: 'divider' },
  { type: 'product', name: 'Map', price: '€ 14.50', url: 'https://example.com/shop' },
  { type: 'form', title: 'Join', fields: [{ kind: 'email', label: 'E-mail' }], consent: 'I agree.' },
]

let made = 0
/** Creates a bio page and returns its path and id. */
async function makePage(fields: object): Promise<{ path: string; id: number }> {
  const custom = `page-${++made}`
  const { id } = (await client.post('/api/bio/add', { name: 'Ada', custom, ...fields })).body
  return { path: `/${custom}`, id }
}
const textOf = async (path: string) => (await service.send('GET', path)).text

t.test('a page has its own colors in light and dark mode, and its own font', async (t) => {
  const colors = { background: '#101820', text: '#F2F2F2', button: '#FEE715', buttontext: '#101820' }
  const { path, id } = await makePage({ theme: 'dusk', colors, font: 'rounded' })
  const page = await textOf(path)
  t.match(page, ':root{color-scheme:dark;--ground:#101820;')
  t.match(page, '--on-act:#101820')
  t.match(page, 'font-family:ui-rounded,')
  t.notMatch(page, 'prefers-color-scheme', 'they do not depend on the setting of the device')
  await client.put(`/api/bio/${id}/update`, { colors: null, font: null })
  const plain = await textOf(path)
  t.match(plain, 'prefers-color-scheme')
  t.notMatch(plain, 'ui-rounded')
})

t.test('a block is shown from `from` until `until`, also when the page is cached', async (t) => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  const block = (text: string, times: object) => ({ type: 'link', text, url: 'https://example.com/', ...times })
  const { path, id } = await makePage({
    blocks: [
      block('over', { until: at(-1) }),
      block('now', { from: at(-1), until: at(30) }),
      block('later', { from: at(30), until: at(90) }),
      block('always', { from: '2020-01-01', until: '2120-01-01 09:30' }),
      block('plain', { from: null }),
    ],
  })
  const shown = async () =>
    [...(await textOf(path)).matchAll(/<span class="words"[^>]*>([a-z]+)</g)].map(([, word]) => word)
  t.same(await shown(), ['now', 'always', 'plain'])
  const { now } = Date
  t.teardown(() => {
    Date.now = now
  })
  Date.now = () => now() + 60 * 60_000
  t.same(await shown(), ['later', 'always', 'plain'])
  Date.now = () => now() + 120 * 60_000
  t.same(await shown(), ['always', 'plain'])
  Date.now = now
  const { blocks } = (await client.get(`/api/bio/${id}`)).body.details
  t.equal(blocks.length, 5, 'its owner gets all of them')
  t.match(blocks[3], { from: '2020-01-01', until: '2120-01-01 09:30' })
})

const policyOf = async (path: string) => String((await service.send('GET', path)).headers['content-security-policy'])

t.test('a page with a video or music loads nothing of the provider, and allows frames of it alone', async (t) => {
  const { path } = await makePage({
    blocks: [
      { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ?t=42', title: 'The "northern" traverse' },
      { type: 'music', url: 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT' },
      { type: 'video', url: 'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv' },
    ],
  })
  const page = await textOf(path)
  t.notMatch(page, /<(iframe|link rel="pre)/, 'only the script makes a frame, after a click')
  t.match(page, 'data-src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&amp;start=42"')
  t.match(page, 'data-title="The &quot;northern&quot; traverse"')
  t.match(page, '<a href="https://youtu.be/dQw4w9WgXcQ?t=42"', 'without a script there is a link')
  t.match(page, 'Open on tube.example')
  const policy = await policyOf(path)
  t.match(
    policy,
    /frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/open\.spotify\.com https:\/\/tube\.example(;|$)/,
  )
  t.match(policy, "img-src 'self';")
  const { path: plain } = await makePage({ blocks: [{ type: 'divider' }] })
  t.notMatch(await policyOf(plain), /frame-src|script-src/)
})

t.test('a video that is not shown yet is not in the policy', async (t) => {
  const video = { type: 'video', url: 'https://vimeo.com/76979871', from: '2120-01-01' }
  const { path } = await makePage({ blocks: [video] })
  t.notMatch(await policyOf(path), /frame-src|script-src/)
})

t.test('questions, lines and products are shown, with every text escaped', async (t) => {
  const hostile = '<script>alert(1)</script>"\'`'
  const { path } = await makePage({
    blocks: [
      { type: 'faq', items: [{ question: hostile, answer: `**Yes**: ${hostile} [x](javascript:alert(1))` }] },
      { type: 'divider' },
      { type: 'product', name: hostile, price: hostile, description: hostile, url: 'https://example.com/"><script>' },
      { type: 'product', name: 'Map', price: '€ 14.50' },
      { type: 'heading', text: 'More' },
      { type: 'product', name: 'Hat' },
    ],
  })
  const page = await textOf(path)
  t.notMatch(page, /<script|href="(#|javascript)/)
  t.match(page, /<details><summary dir="auto">&lt;script&gt;alert\(1\)/)
  t.match(page, '<strong>Yes</strong>: &lt;script&gt;')
  t.match(page, '<hr>')
  t.equal(page.match(/<ul class="product">/g)?.length, 2, 'consecutive products form one list')
  t.match(page, '<span class="price" dir="auto">€ 14.50</span>')
  // Followed links are counted, so that their URLs are not in the page.
  const [, follow] = /<ul class="product"><li><a href="([^"]*)"/.exec(page) ?? []
  t.match(follow, /^\?go=[\w-]+$/)
  const followed = await service.app.inject({ url: `${path}${follow}`, headers: { host: 'localhost:3000' } })
  t.match(followed, { statusCode: 302, headers: { location: 'https://example.com/"><script>' } })
})

t.test('a page with every block and every network weighs at most 40 KB', async (t) => {
  const blocks = [
    ...NETWORKS.map((network) => ({ type: 'social', network, url: 'https://social.example/@ada' })),
    ...EXAMPLES,
  ]
  const { path } = await makePage({ blocks })
  const bytes = Buffer.byteLength(await textOf(path))
  t.ok(bytes <= 40_000, `${bytes} bytes before compression`)
})

t.test('a phone number is dialled without (0), and shown from left to right in every language', async (t) => {
  const contact = { type: 'contact', phone: '+49 (0)30 / 12-34', email: 'ada@example.com' }
  const page = await textOf((await makePage({ language: 'ar', blocks: [contact] })).path)
  t.match(page, 'href="tel:+49301234"')
  t.match(page, '<span dir="ltr">+49 (0)30 / 12-34</span>')
  t.match(page, '<span dir="ltr">ada@example.com</span>')
})

t.test('a text is aligned as its block says, else by its language', async (t) => {
  const text = (justify?: string) => ({ type: 'text', text: 'مرحبا', ...(justify ? { justify } : {}) })
  const page = await textOf((await makePage({ blocks: ['left', 'right', undefined].map(text) })).path)
  const classes = [...page.matchAll(/<div class="text ?([a-z]*)" dir="auto">/g)].map(([, name]) => name)
  t.strictSame(classes, ['left', 'right', ''])
  for (const side of ['left', 'right']) t.match(page, `.${side}{text-align:${side}}`)
})
