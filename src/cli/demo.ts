import { isIP } from 'node:net'
import { setCreated } from '../../db/queries/demo.ts'
import { registerAccount } from '../accounts/accounts.ts'
import type { Config } from '../config/config.ts'
import * as contents from '../demo/contents.ts'
import { DAYS, type Visitable, writeVisits } from '../demo/visits.ts'
import { randomBase62 } from '../security/secrets.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { rollUpVisits } from '../visits/roll-up.ts'
import type { Api } from './api.ts'
import { accountOptions } from './api-options.ts'
import type { Command, CommandContext, Values } from './command.ts'
import { findAccountId } from './input.ts'
import { createProgress } from './progress.ts'
import { RequestError } from './request-error.ts'

const ROLL_UP_VISITS = 2000

export const demoCommand: Command = {
  name: 'demo',
  options: { ...accountOptions },
  notes: [
    'Without --email and --username it creates the account `demo`, which `account delete` deletes with everything.',
    'Contents and visits are the same every time. Names that are taken are replaced by generated ones.',
  ],
  async run(context, values) {
    const { store, terminal } = context
    const startedAt = Date.now()
    const { id, login, made } = await findOrMake(context, values)
    const { api, close } = await context.openApi(id)
    const visited = await fill(api).finally(close)
    const today = startedAt - (startedAt % DAY_MS)
    for (const subject of ['link', 'bio', 'qr'] as const) {
      const own = visited.filter((one) => one.subject === subject)
      const dated = own.map(({ id, traffic }) => ({ id, at: new Date(today - (DAYS - 1 - traffic.from) * DAY_MS) }))
      await setCreated(store.db, id, subject, dated)
    }
    const progress = createProgress(terminal, 'Visits of 90 days')
    const visits = await writeVisits(store.db, visited, startedAt, progress.update).finally(progress.end)
    await rollUpVisits(store.db, { maxVisits: ROLL_UP_VISITS })
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    return {
      data: { id, ...made, links: contents.links.length, codes: contents.codes.length, visits },
      lines: [
        ...(made ? [`The account ${login} was made. This is shown once:`] : []),
        ...(made ? [`  e-mail    ${made.email}`, `  password  ${made.password}`, `  API key   ${made.apikey}`] : []),
        `${contents.links.length} links, ${contents.codes.length} QR codes, a bio page and ${visits} visits of ${DAYS} days were written in ${seconds} s.`,
        ...(made ? [`To delete all of it: waymark account delete ${made.email}`] : []),
      ],
    }
  },
}

async function findOrMake(context: CommandContext, values: Values) {
  const { config, store } = context
  if (values['email'] !== undefined || values['username'] !== undefined)
    return { id: await findAccountId(store.db, values), login: '', made: undefined }
  const account = { email: `demo@${hostOf(config)}`, username: 'demo', password: randomBase62(16) }
  const { id, apikey } = await registerAccount(store.db, account, config.TRIAL_DAYS)
  return { id, login: account.username, made: { email: account.email, password: account.password, apikey } }
}

const hostOf = ({ baseHost }: Config) =>
  baseHost.includes('.') && isIP(baseHost) === 0 ? baseHost : 'waymark.localhost'

/** Creates everything through the API; returns what is visited. */
async function fill(api: Api): Promise<Visitable[]> {
  // Names that others have on the service are left out, so that generated ones take their place.
  const make = async (path: string, { ...body }: Record<string, unknown>): Promise<number> => {
    const add = async () => (await api.ask<{ id: number }>('POST', path, { body })).id
    try {
      return await add()
    } catch (error) {
      if (!(error instanceof RequestError) || !/^(alias|slug)_taken$/.test(error.code)) throw error
      delete body['custom']
      delete body['slug']
      return add()
    }
  }
  const makeAll = async <T extends string>(path: string, bodies: Record<T, Record<string, unknown>>) => {
    const ids = {} as Record<T, number>
    for (const name of Object.keys(bodies) as T[]) ids[name] = await make(path, bodies[name])
    return ids
  }
  const campaigns = await makeAll('/api/campaign/add', contents.campaigns)
  const channels = await makeAll('/api/channel/add', contents.channels)
  const pixel = await make('/api/pixel/add', contents.pixel)
  const overlay = await make('/api/overlay/add', contents.overlay)
  const splash = await make('/api/splash/add', contents.splash)
  await make('/api/qrtemplate/add', { name: 'Posters', ...contents.posters })
  await api.ask('POST', '/api/domain/add', { body: contents.domain }).catch((error) => {
    if (!(error instanceof RequestError) || error.code !== 'domain_taken') throw error
  })
  const visited: Visitable[] = []
  for (const { body, campaign, channel, with: extra, traffic } of contents.links) {
    const type = extra === 'overlay' ? `overlay-${overlay}` : extra === 'splash' ? splash : undefined
    const id = await make('/api/url/add', {
      ...body,
      ...(campaign ? { campaign: campaigns[campaign] } : {}),
      ...(channel ? { channel: channels[channel] } : {}),
      ...(type === undefined ? {} : { type }),
      ...(extra === 'pixel' ? { pixels: [pixel] } : {}),
    })
    visited.push({ subject: 'link', id, traffic })
  }
  for (const code of contents.codes) {
    const id = await make('/api/qr/add', code.body)
    if ('channel' in code) await api.ask('POST', `/api/channel/${channels[code.channel]}/assign/qr/${id}`)
    visited.push({ subject: 'qr', id, traffic: code.traffic })
  }
  const bio = await make('/api/bio/add', contents.bio.body)
  await api.ask('POST', `/api/channel/${channels[contents.bio.channel]}/assign/bio/${bio}`)
  visited.push({ subject: 'bio', id: bio, traffic: contents.bio.traffic })
  return visited
}
