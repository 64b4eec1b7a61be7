import { sql } from 'kysely'
import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()
const blocks = [
  { type: 'link', text: 'Trail map', url: 'https://example.com/map', image: 'https://example.com/map.png' },
  { type: 'heading', text: 'About', level: 3 },
  { type: 'text', text: 'Six **days**.\n\n- water', justify: 'center' },
  { type: 'image', url: 'data:image/png;base64,iVBORw0KGgo=', alt: 'A hut', link: 'https://example.com/hut' },
  { type: 'social', network: 'mastodon', url: 'https://social.example/@ada' },
  { type: 'contact', name: 'Ada', email: 'ada@example.com', phone: '+49 30 1234', address: '12 Square\nLondon' },
  { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'The traverse', from: '2030-01-01' },
  { type: 'music', url: 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT' },
  { type: 'faq', items: [{ question: 'A tent?', answer: 'No.' }] },
  { type: 'divider', until: '2040-01-01 12:00' },
  { type: 'product', name: 'Map', description: 'On paper', price: '€ 14', image: 'https://example.com/m.png' },
]
const bio = {
  name: 'Ada',
  title: 'Ada Lovelace',
  description: 'Guide.\nMathematician.',
  image: 'https://example.com/ada.jpg',
  theme: 'trail',
  colors: { background: '#FFF7E8', text: '#2B2118', button: '#7A1F3D', buttontext: '#FFFFFF' },
  font: 'serif',
  language: 'de',
  publicstats: true,
  blocks,
  published: true,
}
const none = {
  clicks: 0,
  uniqueClicks: 0,
  topCountries: {},
  topReferrers: {},
  topBrowsers: {},
  topOs: {},
  socialCount: { facebook: 0, twitter: 0, instagram: 0 },
}
const detailsOf = async (id: number) => (await client.get(`/api/bio/${id}`)).body.details
const pathsOf = (reply: { body: { errors: { path: string }[] } }) => reply.body.errors.map(({ path }) => path)

t.test('a bio page can be created, listed, read with statistics, updated and deleted', async (t) => {
  const created = await client.post('/api/bio/add', { ...bio, custom: 'ada-page' })
  t.match(created, { status: 200, body: { error: 0, id: Number, link: 'http://localhost:3000/ada-page' } })
  const { id } = created.body

  const list = await client.get('/api/bios')
  t.match(list.body, { error: '0', data: { result: 1, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1 } })
  const [record] = list.body.data.bios
  const {
    blocks: _blocks,
    image: _image,
    colors: _colors,
    font: _font,
    language: _language,
    publicstats: _,
    ...listed
  } = bio
  t.strictSame(record, {
    id,
    alias: 'ada-page',
    link: created.body.link,
    ...listed,
    externalid: null,
    clicks: 0,
    uniqueclicks: 0,
    domain: null,
    attached: true,
    date: record.date,
  })
  t.match(record.date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  t.strictSame((await client.get(`/api/bio/${id}`)).body, {
    error: 0,
    details: { ...record, ...bio, preview: null },
    data: none,
  })

  const updated = await client.put(`/api/bio/${id}/update`, { title: 'Countess', custom: 'countess', blocks: [] })
  t.strictSame(updated.body, { error: 0, message: 'Bio has been updated successfully.' })
  t.match(await detailsOf(id), { title: 'Countess', alias: 'countess', blocks: [], theme: 'trail' })

  const deleted = await client.delete(`/api/bio/${id}/delete`)
  t.strictSame(deleted.body, { error: 0, message: 'Bio has been deleted successfully.' })
  t.equal((await client.get(`/api/bio/${id}`)).status, 404)
  t.equal((await client.post('/api/bio/add', { name: 'x', custom: 'countess' })).status, 200, 'its alias is free again')
})

t.test('only name is required: the page gets an alias, is published, plain and empty', async (t) => {
  const reply = await client.post('/api/bio/add', { name: 'x', title: '', custom: null, blocks: null, theme: null })
  t.match(reply.body.link, /^http:\/\/localhost:3000\/[0-9A-Za-z]{7}$/)
  t.match(await detailsOf(reply.body.id), {
    title: null,
    description: null,
    image: null,
    theme: 'plain',
    colors: null,
    font: null,
    language: null,
    blocks: [],
    published: true,
  })
})

t.test('links and bio pages share one namespace of aliases', async (t) => {
  t.equal((await client.post('/api/url/add', { url: 'https://example.com', custom: 'shared' })).status, 200)
  t.match(await other.post('/api/bio/add', { name: 'x', custom: 'shared' }), {
    status: 409,
    body: { code: 'alias_taken' },
  })
  const { id } = (await client.post('/api/bio/add', { name: 'x', custom: 'own-one' })).body
  t.match(await client.put(`/api/bio/${id}/update`, { custom: 'shared', title: 'y' }), { status: 409 })
  t.match(await detailsOf(id), { alias: 'own-one', title: null }, 'a refused update changes nothing')
  t.match(await client.post('/api/url/add', { url: 'https://example.com', custom: 'own-one' }), { status: 409 })
  t.match(await client.post('/api/bio/add', { name: 'x', custom: 'api' }), {
    status: 400,
    body: { code: 'alias_reserved' },
  })
  t.equal((await client.get('/api/bios')).body.data.result, 3, 'nothing is left of what was refused')
})

t.test('if two requests ask for the same alias at the same time, one gets it', async (t) => {
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => client.post('/api/bio/add', { name: 'x', custom: 'contested' })),
  )
  t.same(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
})

t.test('a bio page can be on a branded domain of the account, and remains when the domain is deleted', async (t) => {
  const { id: domainId } = (await client.post('/api/domain/add', { domain: 'https://go.brand.example' })).body
  const domain = 'https://go.brand.example'
  const made = await client.post('/api/bio/add', { name: 'x', custom: 'branded', domain })
  t.equal(made.body.link, 'https://go.brand.example/branded')
  t.match(await other.post('/api/bio/add', { name: 'x', domain }), {
    status: 400,
    body: { errors: [{ path: '/domain' }] },
  })
  t.equal((await client.put(`/api/bio/${made.body.id}/update`, { domain: null })).status, 200)
  t.match(await detailsOf(made.body.id), { domain }, 'null is as if it were not sent')
  t.equal((await client.put(`/api/bio/${made.body.id}/update`, { domain: 'http://localhost:3000' })).status, 200)
  t.match(await detailsOf(made.body.id), { domain: null, link: 'http://localhost:3000/branded' })
  t.equal((await client.put(`/api/bio/${made.body.id}/update`, { domain })).status, 200)
  t.equal((await client.delete(`/api/domain/${domainId}/delete`)).status, 200)
  t.match(await detailsOf(made.body.id), { domain: null, attached: false, link: `${domain}/branded` })
})

t.test('null clears optional fields and leaves the others unchanged', async (t) => {
  const { id } = (await client.post('/api/bio/add', bio)).body
  const cleared = { title: null, description: '', image: null, colors: null, font: '', language: null }
  const kept = { name: null, custom: '', theme: null, published: null }
  t.equal((await client.put(`/api/bio/${id}/update`, { ...cleared, ...kept })).status, 200)
  t.match(await detailsOf(id), { ...bio, ...cleared, description: null, font: null })
  t.equal((await client.put(`/api/bio/${id}/update`, { blocks: null })).status, 200)
  t.match(await detailsOf(id), { blocks: bio.blocks }, 'a list is emptied by an empty one')
  t.equal((await client.put(`/api/bio/${id}/update`, { blocks: [] })).status, 200)
  t.match(await detailsOf(id), { blocks: [] })
})

t.test('each type of block has its own fields; unknown ones are dropped, invalid ones are named by path', async (t) => {
  const surplus = [{ type: 'heading', text: 'x', url: 'https://example.com', onclick: 'x', level: null }]
  const { id } = (await client.post('/api/bio/add', { name: 'x', blocks: surplus })).body
  t.strictSame((await detailsOf(id)).blocks, [{ type: 'heading', text: 'x' }])
  const wrong: [block: unknown, paths: string[]][] = [
    [{ type: 'link', text: 'x' }, ['/url']],
    [{ type: 'link', text: '', url: 'javascript:alert(1)' }, ['/text', '/url']],
    [{ type: 'link', text: 'x', url: 'https://a.example', image: 'data:image/svg+xml;base64,PHN2Zz4=' }, ['/image']],
    [{ type: 'heading', text: 'x', level: 1 }, ['/level']],
    [{ type: 'text', text: 'x'.repeat(2001) }, ['/text']],
    [{ type: 'text', text: 'x', justify: 'middle' }, ['/justify']],
    [{ type: 'image', url: 'ftp://a.example/x.png' }, ['/url']],
    [{ type: 'social', network: 'nowhere', url: 'https://a.example' }, ['/network']],
    [{ type: 'contact', email: 'x', phone: 'call me' }, ['/email', '/phone']],
    [{ type: 'contact' }, ['']],
    [{ type: 'movie', url: 'https://a.example' }, ['/type']],
    [{ type: 'video', url: 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ' }, ['/url']],
    [{ type: 'music', url: 'https://ada.bandcamp.com/album/engines' }, ['/url']],
    [{ type: 'faq', items: [] }, ['/items']],
    [{ type: 'faq', items: [{ question: 'x' }] }, ['/items/0/answer']],
    [{ type: 'product', price: 'x'.repeat(61), url: 'javascript:alert(1)' }, ['/name', '/price', '/url']],
    [{ text: 'x' }, ['/type']],
    [{ type: 'link', text: 'x', url: 'https://a.example', from: '2030-02-30', until: 'soon' }, ['/from', '/until']],
    [{ type: 'text', text: 'x', from: '2030-01-02', until: '2030-01-02 00:00' }, ['/until']],
    [{ type: 'contact', from: '2030-01-02' }, ['']],
    ['text', ['']],
    [null, ['']],
  ]
  for (const [block, paths] of wrong) {
    const reply = await client.post('/api/bio/add', { name: 'x', blocks: [blocks[0], block] })
    t.equal(reply.status, 400)
    t.same(new Set(pathsOf(reply)), new Set(paths.map((path) => `/blocks/1${path}`)), JSON.stringify(block))
  }
  const unknown = await client.post('/api/bio/add', { name: 'x', blocks: [{ type: 'movie' }] })
  t.match(
    unknown.body.errors[0].message,
    'link, heading, text, image, social, contact, video, music, faq, divider, product',
  )
})

t.test('a bio page has at most 100 blocks, and data URIs have a maximum length', async (t) => {
  const many = (length: number) => ({ name: 'x', blocks: Array.from({ length }, () => blocks[1]) })
  t.equal((await client.post('/api/bio/add', many(100))).status, 200)
  t.match(await client.post('/api/bio/add', many(101)), { status: 400, body: { errors: [{ path: '/blocks' }] } })
  const image = (size: number) => `data:image/jpeg;base64,${'A'.repeat(size)}`
  t.equal((await client.post('/api/bio/add', { name: 'x', image: image(60_000) })).status, 200)
  t.equal((await client.post('/api/bio/add', { name: 'x', image: image(70_000) })).status, 400)
})

t.test('own colors need enough contrast, and the fault says how much there is', async (t) => {
  const refused = async (colors: unknown) => (await client.post('/api/bio/add', { name: 'x', colors })).body.errors
  const pale = { background: '#FFFFFF', text: '#777777', button: '#FFD84A', buttontext: '#ffffff' }
  t.match(await refused(pale), [
    { path: '/colors/text', message: 'has a contrast of 4.47 on the background (#FFFFFF)' },
    { path: '/colors/buttontext', message: 'has a contrast of 1.38 on the button (#FFD84A)' },
  ])
  t.match(await refused({ ...pale, text: '#767676' }), [{ path: '/colors/buttontext' }], '4.54 is enough')
  t.match(await refused({ ...pale, text: 'red', buttontext: undefined }), [
    { path: '/colors/text', message: 'such as #2B2118' },
    { path: '/colors/buttontext', message: 'is required' },
  ])
  t.match(await refused({ ...pale, text: '#000000;}</style>' }), [{ path: '/colors/text' }, {}])
  t.match(await client.post('/api/bio/add', { name: 'x', font: 'Comic Sans' }), {
    status: 400,
    body: { errors: [{ path: '/font', message: /sans, serif, mono/ }] },
  })
})

t.test('an unpublished page has a preview URL that is valid for a day', async (t) => {
  const { id } = (await client.post('/api/bio/add', { ...bio, published: false, custom: 'my-draft' })).body
  t.match((await detailsOf(id)).preview, /^http:\/\/localhost:3000\/my-draft\?access=\d+\.[A-Za-z0-9_-]{43}$/)
})

t.test("another account's bio page is 404", async (t) => {
  const { id } = (await client.post('/api/bio/add', bio)).body
  for (const reply of [
    await other.get(`/api/bio/${id}`),
    await other.put(`/api/bio/${id}/update`, { name: 'mine' }),
    await other.delete(`/api/bio/${id}/delete`),
  ])
    t.match(reply, { status: 404, body: { code: 'not_found' } })
  t.equal((await other.get('/api/bios')).body.data.result, 0)
})

t.test('all Markdown of a page is bounded, and stored pages with more are served', async (t) => {
  const answer = 'http://a:'.repeat(222)
  const faq = (count: number) => ({ type: 'faq', items: Array(count).fill({ question: 'A tent?', answer }) })
  const text = { type: 'text', text: 'a'.repeat(65_536 - 32 * answer.length) }
  const { status, body } = await client.post('/api/bio/add', { name: 'Ada', blocks: [faq(30), faq(2), text] })
  t.equal(status, 200, 'as much as it may have')
  const { details } = (await client.get(`/api/bio/${body.id}`)).body
  const message =
    'must have at most 65,536 characters of Markdown in all texts, answers, consents and thanks together: it has 65,537'
  const larger = [faq(30), faq(2), { ...text, text: `${text.text}a` }]
  const refused = { status: 400, body: { errors: [{ path: '/blocks', message }] } }
  t.match(await client.post('/api/bio/add', { name: 'Ada', blocks: larger }), refused)
  t.match(await client.put(`/api/bio/${body.id}/update`, { blocks: larger }), refused)
  const emoji = { type: 'text', text: '😀'.repeat(text.text.length) }
  t.match(await client.put(`/api/bio/${body.id}/update`, { blocks: [faq(30), faq(2), emoji] }), { status: 200 })

  const stored = JSON.stringify([faq(30), faq(30), faq(30)])
  await sql`update bios set blocks = ${stored}::text::jsonb where id = ${body.id}::bigint`.execute(
    service.services.store.db,
  )
  await service.services.changes.settle()
  const page = await service.send('GET', new URL(details.link).pathname, { headers: { accept: 'text/html' } })
  t.equal(page.text.match(/<details>/g)?.length, 90)
  t.equal((await client.put(`/api/bio/${body.id}/update`, { name: 'Ada L.' })).status, 200)
})
