import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, freePort, has, repository, run, say, skip, startService, withFolder } from './support.ts'

// Starts each proxy with the configuration of this repository, with other ports and certificates, in front of the real
// service, and checks through it what the service must be told: the host and the address of the client.

const HOST = 'go.example.com'
const BRANDED = 'links.example.org'
const UNKNOWN = 'unknown.example.net'
// Addresses of this machine that clients use; the proxy connects from 127.0.0.1.
const [ADA, GRACE, FORGED] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

interface Ports {
  plain: number
  secure: number
  service: number
  other: number
}

interface Proxy {
  name: string
  /** Orders certificates itself, and only for known hosts. */
  isOrdering?: boolean
  /** Writes the configuration and returns the command. */
  prepare(folder: string, ports: Ports): { command: string[]; env?: Record<string, string> }
}

/** A file of the repository with other texts in place of some; each of them must be there. */
function substitute(file: string, changes: [from: string, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      assert(text.includes(from), `${file} has no ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(repository, file), 'utf8'),
  )
}

const PROXIES: Proxy[] = [
  {
    name: 'nginx',
    prepare(folder, { plain, secure, service }) {
      const site = substitute('deploy/proxies/nginx.conf', [
        ['listen 80 ', `listen 127.0.0.1:${plain} `],
        ['    listen [::]:80 default_server;\n', ''],
        ['listen 443 ', `listen 127.0.0.1:${secure} `],
        ['    listen [::]:443 ssl http2 default_server;\n', ''],
        [`/etc/letsencrypt/live/${HOST}`, folder],
        ['server 127.0.0.1:3000', `server 127.0.0.1:${service}`],
      ])
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((path) => `${path}_temp_path ${folder};\n`)
      const file = join(folder, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off;\n${paths.join('')}${site}}`,
      )
      return { command: ['nginx', '-c', file] }
    },
  },
  {
    name: 'haproxy',
    prepare(folder, { plain, secure, service }) {
      mkdirSync(join(folder, 'certificates'))
      const pair = ['fullchain.pem', 'privkey.pem'].map((file) => readFileSync(join(folder, file), 'utf8'))
      writeFileSync(join(folder, 'certificates/all.pem'), pair.join(''))
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(
        file,
        substitute('deploy/proxies/haproxy.cfg', [
          ['bind :80\n', `bind 127.0.0.1:${plain}\n`],
          ['bind :443 ', `bind 127.0.0.1:${secure} `],
          ['/etc/haproxy/certificates/', `${folder}/certificates/`],
          ['127.0.0.1:3000', `127.0.0.1:${service}`],
        ]),
      )
      return { command: ['haproxy', '-db', '-f', file] }
    },
  },
  {
    name: 'caddy',
    isOrdering: true,
    prepare(folder, { plain, secure, service, other }) {
      const file = join(folder, 'Caddyfile')
      const changes = substitute('Caddyfile', [['127.0.0.1:2080', `127.0.0.1:${other}`]])
      // Its own authority in place of a public one.
      const test = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${secure}\n`
      writeFileSync(file, changes.replace('{\n', `{\n\t${test}`))
      const env = {
        BASE_URL: `https://${HOST}`,
        UPSTREAMS: `127.0.0.1:${service}`,
        HOME: folder,
        XDG_DATA_HOME: folder,
      }
      return { command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], env }
    },
  },
]

interface Ask {
  host?: string
  path: string
  from?: string
  headers?: Record<string, string>
  /** JSON, or a text as it is. */
  body?: object | string
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Sends a request to a port of the proxy as a client with its own address. */
function ask(
  port: number,
  isSecure: boolean,
  { host = HOST, path, from = ADA, headers = {}, body }: Ask,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      localAddress: from,
      agent: false as const,
      method: body ? 'POST' : 'GET',
      timeout: 120_000,
      headers: { host, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    }
    const request = isSecure
      ? secureRequest({ ...options, servername: host, rejectUnauthorized: false })
      : plainRequest(options)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (data) => {
        text += data
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
    request.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

async function checkThrough({ name, isOrdering }: Proxy, ports: Ports, key: string): Promise<void> {
  const must = (condition: unknown, what: string) => assert(condition, `${name}: ${what}`)
  const get = (asked: Ask) => ask(ports.secure, true, asked)
  const authorization = `Bearer ${key}`
  const call = async (path: string, body?: object) => {
    const { status, text } = await get({ path, headers: { authorization }, ...(body && { body }) })
    must(status === 200, `${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const plain = await ask(ports.plain, false, { path: '/a?b=1' })
  must(plain.status === 308 || plain.status === 301, `http is ${plain.status}`)
  must(plain.headers.location === `https://${HOST}/a?b=1`, `http leads to ${plain.headers.location}`)

  const alias = `${name}-link`
  const { id, shorturl } = await call('/api/url/add', { url: 'https://example.com/', custom: alias })
  must(shorturl === `https://${HOST}/${alias}`, `the short URL is ${shorturl}`)
  const forged = { 'x-forwarded-for': FORGED, 'x-real-ip': FORGED, forwarded: `for=${FORGED}` }
  for (const visit of [{ from: ADA }, { from: GRACE }, { from: GRACE, headers: forged }]) {
    const { status, headers } = await get({ path: `/${alias}`, ...visit })
    must(status === 302 && headers.location === 'https://example.com/', `the link is ${status}`)
  }
  for (let i = 0; ; i++) {
    const { data } = await call(`/api/url/${id}`)
    // Two addresses visited the link three times.
    if (data.clicks === 3) {
      must(data.uniqueClicks === 2, `3 visits of 2 visitors are those of ${data.uniqueClicks}`)
      break
    }
    must(i < 300, `${data.clicks} of 3 visits were counted`)
    await pause(200)
  }

  const own = await call('/api/key/add', { name: `${name} of Ada`, ips: [ADA] })
  const asAda = async (from: string, headers = {}) =>
    (await get({ path: '/api/account', from, headers: { authorization: `Bearer ${own.apikey}`, ...headers } })).status
  must((await asAda(ADA)) === 200, 'the address of a client does not arrive')
  must((await asAda(GRACE)) === 403, 'another client has the same address')
  must((await asAda(GRACE, { 'x-forwarded-for': ADA })) === 403, 'a forged X-Forwarded-For is believed')

  const judged = await get({ path: `/livez?claimed=${FORGED}`, headers: { ...forged, 'x-forwarded-host': BRANDED } })
  const { forwarding, host } = JSON.parse(judged.text)
  must(forwarding === 'forwarded' && host === 'own', `waymark doctor would see ${judged.text}`)

  const branded = { host: BRANDED, path: `/${name}-branded` }
  must((await get(branded)).status === 302, 'the link of a branded domain is not served')
  must((await get({ ...branded, host: HOST })).status === 404, 'a link of a branded domain is served on another host')
  const claimed = await get({ ...branded, host: HOST, headers: { 'x-forwarded-host': BRANDED } })
  must(claimed.status === 404, `a forged X-Forwarded-Host is believed: ${claimed.status}`)
  if (isOrdering) {
    const refused = await get({ host: UNKNOWN, path: '/' }).then(
      ({ status }) => `${status}`,
      () => 'no certificate',
    )
    must(refused === 'no certificate', `an unknown host gets ${refused}`)
  } else must((await get({ host: UNKNOWN, path: '/' })).status === 421, 'an unknown host is served')

  for (const path of ['/internal/tls-ask', '/%69nternal/tls-ask', '//internal/tls-ask', '/x/../internal/tls-ask']) {
    const { status } = await get({ path: `${path}?domain=${HOST}` })
    must(status !== 200, `${path} is open to everybody`)
  }
  const tooLong = await get({ path: '/api/url/add', headers: { authorization }, body: { url: 'x'.repeat(1_200_000) } })
  must(tooLong.status === 413 && JSON.parse(tooLong.text).code, `a long body gets ${tooLong.status}: ${tooLong.text}`)
  const rows = Array.from({ length: 12_000 }, (_, i) => `https://example.com/${i},${'x'.repeat(200)}`)
  const csv = ['Long URL,Title', ...rows].join('\n')
  const imported = await get({
    path: '/api/import?source=csv&dryrun=true',
    headers: { authorization, 'content-type': 'text/csv' },
    body: csv,
  })
  must(imported.status === 200, `an import of ${csv.length} bytes is ${imported.status}: ${imported.text}`)
  const exported = await get({ path: '/api/export', headers: { authorization } })
  must(exported.status === 200 && exported.text.includes(alias), `the export is ${exported.status}`)
}

/** Starts a proxy, calls a function while it listens, and stops it. */
async function withProxy(proxy: Proxy, folder: string, ports: Ports, use: () => Promise<void>): Promise<void> {
  const { command, env = {} } = proxy.prepare(folder, ports)
  const [program = '', ...args] = command
  let output = ''
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      output += data
    })
  const ended = new Promise<void>((settle) => child.once('close', () => settle()))
  try {
    for (let i = 0; ; i++) {
      assert(i < 150 && child.exitCode === null, `${proxy.name} does not start: ${output}`)
      if (await ask(ports.plain, false, { path: '/' }).then(Boolean, () => false)) break
      await pause(200)
    }
    await use()
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${output.slice(-2000)}`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

export async function checkProxies(): Promise<void> {
  const installed = PROXIES.filter(({ name }) => has(name))
  for (const { name } of PROXIES.filter((proxy) => !installed.includes(proxy))) skip(name, 'it is not installed')
  if (installed.length === 0) return
  await withFolder(async (folder) => {
    chmodSync(folder, 0o755)
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST},DNS:${BRANDED}`]
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
    run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files])
    const service = await startService({
      BASE_URL: `https://${HOST}`,
      TRUST_PROXY: '127.0.0.1',
      DOMAIN_CHECK: 'off',
      DATA_DIR: join(folder, 'data'),
    })
    try {
      const [, key = ''] = /apikey=(\S+)/.exec(readFileSync(join(folder, 'data/first-key'), 'utf8')) ?? []
      const call = async (path: string, body: object) => {
        const headers = { host: HOST, authorization: `Bearer ${key}` }
        const { status, text } = await ask(service.port, false, { path, headers, body })
        assert(status === 200, `${path}: ${status} ${text}`)
      }
      await call('/api/domain/add', { domain: `https://${BRANDED}` })
      for (const proxy of installed) {
        const custom = `${proxy.name}-branded`
        await call('/api/url/add', { url: 'https://example.com/', custom, domain: `https://${BRANDED}` })
        const ports = {
          plain: await freePort(),
          secure: await freePort(),
          service: service.port,
          other: await freePort(),
        }
        await withProxy(proxy, folder, ports, () => checkThrough(proxy, ports, key))
        say(`${proxy.name} passes on hosts and addresses of clients, and nothing forged`)
      }
    } finally {
      await service.stop()
    }
  })
}
