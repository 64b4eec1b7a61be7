import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const client = await service.newClient()
const other = await service.newClient()

const newLink = async (owner = client) => (await owner.post('/api/url/add', { url: 'https://example.com' })).body.id

t.test('a campaign can be created, listed, updated and deleted', async (t) => {
  const created = await client.post('/api/campaign/add', { name: 'Summer', slug: 'summer', public: true })
  const { id } = created.body
  const record = {
    id,
    domain: 'Summer',
    name: 'Summer',
    public: true,
    rotator: 'http://wm.localhost:3000/r/summer',
    list: `http://wm.localhost:3000/u/${client.username}/${id}`,
  }
  t.strictSame(created.body, { error: 0, ...record })
  t.strictSame((await client.get('/api/campaigns')).body.data.campaigns, [record])
  const updated = await client.put(`/api/campaign/${id}/update`, { name: 'Autumn', slug: null, public: false })
  t.strictSame(updated.body, { error: 0, ...record, domain: 'Autumn', name: 'Autumn', rotator: false, public: false })
  t.match((await client.put(`/api/campaign/${id}/update`, { slug: 'x' })).body, { errors: [{ path: '/name' }] })
  t.strictSame((await client.delete(`/api/campaign/${id}/delete`)).body, {
    error: 0,
    message: 'Campaign has been deleted successfully.',
  })
})

t.test('without a body, a campaign gets a generated name, no rotator and is not public', async (t) => {
  const created = await client.post('/api/campaign/add')
  t.match(created.body, { error: 0, domain: /./, rotator: false, public: false })
  t.equal(created.body.domain, created.body.name)
})

t.test('public must be a boolean, else 400', async (t) => {
  for (const value of ['true', 1, 'yes', {}])
    t.match(await client.post('/api/campaign/add', { public: value }), {
      status: 400,
      body: { errors: [{ path: '/public' }] },
    })
})

t.test('a slug is unique across accounts, also with concurrent requests', async (t) => {
  const replies = await Promise.all([
    client.post('/api/campaign/add', { slug: 'race' }),
    other.post('/api/campaign/add', { slug: 'race' }),
  ])
  t.same(replies.map((reply) => reply.status).sort(), [200, 409])
  const { id } = (await client.post('/api/campaign/add', { slug: 'mine' })).body
  t.match(await client.put(`/api/campaign/${id}/update`, { name: 'x', slug: 'race' }), {
    status: 409,
    body: { code: 'slug_taken' },
  })
  t.equal(
    (await client.put(`/api/campaign/${id}/update`, { name: 'x', slug: 'mine' })).status,
    200,
    'its own slug is no conflict',
  )
})

t.test('a link is in at most one campaign, and both must belong to the account', async (t) => {
  const first = (await client.post('/api/campaign/add', { name: 'First' })).body.id
  const second = (await client.post('/api/campaign/add', { name: 'Second' })).body.id
  const link = await newLink()
  t.strictSame((await client.post(`/api/campaign/${first}/assign/${link}`)).body, {
    error: 0,
    message: 'Link successfully added to the campaign.',
  })
  await client.post(`/api/campaign/${second}/assign/${link}`)
  t.equal((await client.get(`/api/url/${link}`)).body.details.campaign, second)
  t.equal((await client.post(`/api/campaign/${first}/assign/${await newLink(other)}`)).status, 404)
  t.equal((await other.post(`/api/campaign/${first}/assign/${await newLink(other)}`)).status, 404)
  await client.delete(`/api/campaign/${second}/delete`)
  t.equal((await client.get(`/api/url/${link}`)).body.details.campaign, null, 'its links stay, in no campaign')
})

t.test('a campaign can be read by id, as in the list', async (t) => {
  const { id } = (await client.post('/api/campaign/add', { name: 'Summer', public: true })).body
  const listed = (await client.get('/api/campaigns')).body.data.campaigns.find((one: { id: number }) => one.id === id)
  t.strictSame((await client.get(`/api/campaign/${id}`)).body, { error: 0, details: listed })
})
