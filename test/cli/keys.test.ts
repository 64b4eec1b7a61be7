import t from 'tap'
import { startWays } from '../support/command-ways.ts'

const { service, ways } = await startWays(t)

for (const { name, client, waymark } of ways)
  t.test(`keys are created, listed, restricted and revoked ${name}`, async (t) => {
    const restricted = ['--permissions', 'links=create', '--ips', '127.0.0.1,10.0.0.0/8', '--expires', '2999-01-01']
    const made = await waymark(['key', 'create', '--name', 'CI', '--scope', 'write', ...restricted, '--json'])
    t.match(made.json, { error: 0, id: Number, apikey: /^wm_/ })
    const { id, apikey } = made.json
    const { keys } = (await waymark(['key', 'list', '--json'])).json
    t.match(keys[0], {
      id,
      name: 'CI',
      scope: 'write',
      permissions: { links: 'create' },
      expires: '2999-01-01 00:00:00',
    })
    const { out } = await waymark(['key', 'list'])
    t.match(out, /^ *id {2}begins with +scope +expires +lists +name +may only\n/)
    t.match(out, /links=create; from 127\.0\.0\.1,10\.0\.0\.0\/8/)
    t.notMatch(out, apikey)

    t.equal((await service.send('GET', '/api/account', { key: apikey })).status, 403)
    t.match(await waymark(['key', 'update', String(id), '--permissions', 'any', '--name', 'Deploys']), {
      code: 0,
      out: `Key ${id} was changed.\n`,
    })
    // A server gets notifications of other sessions a moment later.
    const useAfter = async (status: number) => {
      let reply = await service.send('GET', '/api/account', { key: apikey })
      while (reply.status === status) reply = await service.send('GET', '/api/account', { key: apikey })
      return reply
    }
    t.equal((await useAfter(403)).status, 200)
    t.match(await waymark(['key', 'revoke', '--key', apikey]), { code: 0, out: `Key ${id} is revoked.\n` })
    t.match(await useAfter(200), { status: 401, body: { code: 'key_revoked' } })
    t.match(await waymark(['key', 'revoke', '--key', apikey]), { code: 1, err: /no such active API key/ })

    const other = String((await waymark(['key', 'create', '--json'])).json.id)
    t.match((await waymark(['key', 'list', '--json'])).json.keys[0], { name: 'API key', scope: 'admin' })
    t.match(await waymark(['key', 'revoke', '--id', other]), { code: 0 })
    t.match(await waymark(['key', 'revoke', '--id', other]), { code: 1 })
    t.match((await waymark(['key', 'list', '--json'])).json.keys.length, 1, 'the first key is left')

    t.match(await waymark(['key', 'create', '--expires', '2001-01-01']), { code: 2, err: /^expires must be .*future/ })
    t.match(await waymark(['key', 'create', '--permissions', 'links=all']), { code: 2, err: /^permissions/ })
    for (const wrong of [
      ['revoke'],
      ['revoke', '--id', '1', '--key', apikey],
      ['update', 'x'],
      ['create', '--permissions', 'moon=read'],
    ])
      t.match(await waymark(['key', ...wrong]), { code: 2, out: '' }, wrong.join(' '))
    t.equal((await client.get('/api/account')).status, 200)
  })
