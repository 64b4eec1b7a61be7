import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { migrate } from '../../db/migrate.ts'
import { openEmbedded } from '../../db/open.ts'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { HOSTILE } from './scenes.ts'

/** A service with an in-memory database and resources created through its API. */
export interface Live {
  origin: string
  /** Paths of the pages to check, by name. */
  pages: Record<string, string>
  /** Pages with hostile text. */
  hostile: Record<string, string>
  close(): Promise<void>
}

/** Another site, the destination of the links. */
async function openElsewhere() {
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#345b4c' } })
    .png()
    .toBuffer()
  const server = createServer((request, response) => {
    if (request.url === '/picture.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(request.url === '/refuses' ? { 'x-frame-options': 'DENY' } : {}),
    })
    response.end(
      '<!doctype html><html lang="en"><title>There</title><main><h1>There</h1><p>You have arrived.</p></main>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Starts the service on a port and creates the resources. */
export async function startLive(port: number): Promise<Live> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-browser-'))
  const templates = join(folder, 'pixels.json')
  writeFileSync(templates, JSON.stringify({ vendor09: { script: 'window.fired = "{{tag}}"' } }))
  const elsewhere = await openElsewhere()
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '100000',
    PIXEL_TEMPLATES: templates,
  })
  const store = await openEmbedded(null, 'browser checks')
  await migrate(store.db)
  const { services, close } = await createServices(config, store)
  services.safeFetch = createSafeFetch({ allowPrivate: true })
  const app = await buildApp(services)
  await app.listen({ port, host: '127.0.0.1' })
  const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
  const { apikey } = await registerAccount(services.db, account, 14)

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${config.baseUrl}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${apikey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as Record<string, never> & { id: number; link: string; shorturl: string; list: string }
  }
  const add = (path: string, body: object) => call('POST', `/${path}/add`, body)
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
  const link = async (fields: object) =>
    pathOf((await add('url', { url: `${elsewhere.origin}/there`, ...fields })).shorturl)
  const qr = async (type: string, data: unknown, fields: object = {}) =>
    pathOf((await add('qr', { type, data, ...fields })).link).replace('/qr/', '/q/')

  const make = async (text: string, url: string) => {
    const image = `${elsewhere.origin}/picture.png`
    const splash = await add('splash', { name: text, title: text, text, image, counter: 30, link: url })
    const overlay = await add('overlay', { type: 'message', name: text, text, button: text.slice(0, 100), link: url })
    const pixel = await add('pixel', { type: 'vendor09', name: text, tag: text })
    const campaign = await add('campaign', { name: text, public: true })
    const meta = { metatitle: text, description: text, campaign: campaign.id }
    const bio = await add('bio', {
      name: text,
      description: text,
      theme: 'harbour',
      image,
      blocks: [
        { type: 'image', url: image, alt: text },
        { type: 'heading', text },
        { type: 'link', text, url },
        { type: 'text', text: `${text}\n\n- [${text}](${url})` },
        { type: 'social', network: 'website', url },
        { type: 'contact', name: text, address: text },
      ],
    })
    return {
      splash: await link({ type: String(splash.id), ...meta }),
      overlay: await link({ type: `overlay-${overlay.id}`, ...meta }),
      'overlay-refused': await link({ type: `overlay-${overlay.id}`, url: `${elsewhere.origin}/refuses` }),
      frame: await link({ type: 'frame', ...meta }),
      password: await link({ password: 'open sesame', ...meta }),
      pixel: await link({ pixels: [pixel.id], ...meta }),
      campaign: pathOf(campaign.list),
      bio: pathOf(bio.link),
      'qr-text': await qr('text', { text }).catch(() => '/none'),
      'qr-vcard': await qr('vcard', {
        fname: text,
        company: text,
        address: text,
        phone: '+4930123',
        site: 'https://example.com',
      }),
      'qr-email': await qr('email', { email: 'ada@example.com', subject: text, body: text }),
      'qr-sms': await qr('sms', { phone: '+4930123', message: text }),
    }
  }
  const publicLink = await add('url', { url: `${elsewhere.origin}/there`, publicstats: true })
  const pages = {
    start: '/',
    'not-found': '/nothing-here',
    developers: '/developers',
    stats: `${pathOf(publicLink.shorturl)}+`,
    'stats-code': `${await qr('phone', '+49 30 5678', { publicstats: true })}+`,
    'qr-phone': await qr('phone', '+49 30 1234'),
    ...(await make('A page & its "name"', 'https://example.com/a?b=1&c=2')),
  }
  return {
    origin: config.baseUrl,
    pages,
    hostile: await make(HOSTILE.slice(0, 255), `https://example.com/${encodeURI(HOSTILE).slice(0, 900)}"'>`),
    async close() {
      await app.close()
      await close()
      elsewhere.server.closeAllConnections()
      elsewhere.server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
