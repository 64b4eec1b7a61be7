import stringWidth from 'string-width'
import t from 'tap'
import { startWays } from '../support/command-ways.ts'
import { settleEvents } from '../support/events.ts'
import { runsAllVariants } from '../support/variants.ts'

const { service, base, ways } = await startWays(t)

for (const { name, opensApi, client, waymark } of ways) {
  t.test(`links are created, listed, shown, changed and deleted ${name}`, async (t) => {
    const alias = `sale-${client.id}`
    const made = await waymark([
      'link',
      'add',
      'https://example.com/a',
      '--custom',
      alias,
      '--metatitle',
      'Sale',
      '--json',
    ])
    t.match(made.json, { error: 0, id: Number, shorturl: `${base}/${alias}` })
    const id = String(made.json.id)
    t.match(await waymark(['link', 'add', 'https://example.com/b', '--externalid', 'b-1']), {
      code: 0,
      out: /^http:\/\/127\.0\.0\.1:\d+\/\w{7}\n$/,
    })

    const listed = await waymark(['link', 'list', '--json'])
    t.match(listed.json, { error: 0, result: 2, urls: [{ externalid: 'b-1' }, { id: made.json.id, clicks: 0 }] })
    t.equal(listed.out.trim().split('\n').length, 1, 'JSON is one line')
    t.match((await waymark(['link', 'list', 'sale', '--json'])).json, { result: 1 })
    t.match((await waymark(['link', 'list', '--direction', 'asc', '--limit', '1', '--json'])).json, {
      result: 2,
      urls: [{ id: made.json.id }],
    })
    const { out } = await waymark(['link', 'list', '--limit', '1'])
    t.match(
      out,
      /^ *id {2}short URL +clicks {2}created +title +destination\n *\d+ .*\n1 of 2 links; --limit shows more\.\n$/,
    )

    t.match(
      await waymark([
        'link',
        'update',
        id,
        '--metatitle',
        '',
        '--clicklimit',
        '9',
        '--redirectstatus',
        '301',
        '--fields',
        '{"publicstats":true}',
      ]),
      {
        code: 0,
        out: `${base}/${alias}\n`,
      },
    )
    t.match((await waymark(['link', 'show', id, '--json'])).json, {
      details: { metatitle: null, clicklimit: 9, redirectstatus: 301, publicstats: true },
      data: { clicks: 0 },
    })
    t.match((await waymark(['link', 'show', 'ext_b-1'])).out, /^longurl +https:\/\/example\.com\/b$/m)
    t.match((await waymark(['link', 'delete', id])).out, 'Link has been deleted successfully.\n')
    t.match(await waymark(['link', 'show', id, '--json']), { code: 1, out: '', json: { error: 1, code: 'not_found' } })

    await settleEvents(service.services.db)
    const events = (await client.get('/api/events')).body.data.events
    t.match(events[0], { type: 'link.deleted', actor: { type: opensApi ? 'command' : 'key' } })
  })

  t.test(`what the API refuses is said with every fault ${name}`, async (t) => {
    const args = ['link', 'add', 'nowhere', '--clicklimit', '0', '--custom', 'docs']
    const { code, out, err } = await waymark(args)
    t.match({ code, out }, { code: 1, out: '' })
    for (const field of ['url', 'clicklimit', 'custom']) t.equal(err.split(`${field} `).length, 2, `${field} in ${err}`)
    const taken = ['link', 'add', 'https://example.com/', '--custom', `taken-${client.id}`]
    await waymark(taken)
    t.equal((await waymark(taken)).err, 'This alias is taken on this domain; choose another one.\n')
    const known = ['link', 'add', 'https://example.com/', '--externalid', `known-${client.id}`]
    await waymark(known)
    t.equal((await waymark(known)).err, 'This externalid is taken: the account has something with it.\n')
    t.match((await waymark([...args, '--json'])).json, {
      error: 1,
      code: 'alias_reserved',
      errors: [{ path: String }, { path: String }, { path: String }],
    })
    for (const wrong of [
      ['link', 'add'],
      ['link', 'add', 'nowhere'],
      ['link', 'show', '0'],
      ['link', 'show', '../account'],
      ['link', 'list', '--limit', '0'],
      ['link', 'update', '1'],
      ['link', 'update', '1', '--fields', '[]'],
      ['link', 'update', '1', '--fields', '{'],
    ])
      t.match(await waymark(wrong), { code: 2, out: '' }, wrong.join(' '))
  })
}

for (const { name, client, waymark } of ways.filter(({ opensApi }) => !opensApi || runsAllVariants)) {
  t.test(`more links than the API lists at once ${name}`, async (t) => {
    const links = Array.from({ length: 1000 }, (_, i) => ({ url: `https://example.com/${i}` }))
    await client.post('/api/url/bulk', { items: links })
    const { json } = await waymark(['link', 'list', '--limit', '1001', '--json'])
    t.equal(json.urls.length, 1001)
    t.equal(new Set(json.urls.map(({ id }: { id: number }) => id)).size, 1001)
  })

  t.test(`titles cannot change the direction of the terminal, and lines keep to its width ${name}`, async (t) => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
    const custom = `wide-${client.id}`
    const link = { url: 'https://example.com/wide', custom, metatitle: `turned \u202eback ${family} 日本` }
    await client.post('/api/url/add', link)
    const list = (columns?: number) => waymark(['link', 'list', custom], undefined, columns)
    t.match(await list(), { code: 0, err: '', out: `turned \\u202eback ${family} 日本  https://example.com/wide\n` })
    for (const columns of [90, 100, 110]) {
      const { out } = await list(columns)
      t.match(out, /…/)
      t.match(out, `${base}/${custom} `, 'the short URL is not cut')
      for (const line of out.trim().split('\n')) t.ok(stringWidth(line) <= columns, line)
    }
  })
}
