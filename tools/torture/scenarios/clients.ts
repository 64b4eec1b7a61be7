import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { attack } from '../attack.ts'
import { startCluster } from '../postgres.ts'
import { between, quantile, type Row, type Scenario, tally } from '../scenario.ts'
import { newFolder, type Service, startService } from '../service.ts'
import { visit } from '../visits.ts'

const KIB = 1024
const MOST_BODY_SECONDS = 35

/** What clients without a key can do, one after the other, to one process on a server. */
export const clients: Scenario = {
  seconds: 900,
  async run(context): Promise<Row[]> {
    const { createDatabase } = await startCluster(context)
    const settings = { DATABASE_URL: await createDatabase(), DATA_DIR: newFolder(context), RATE_LIMIT_PER_MINUTE: '30' }
    const service = await startService(context, settings)
    let out = ''
    service.child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    const { path, picture } = await warmUp(service)
    const rows: Row[] = []
    const attacks = [
      bodies(service, '/webhook/stripe', 2000, 250 * KIB),
      bodies(service, '/login', 500, 1024 * KIB),
      slowBodies(service),
      unread(service),
      guesses(service, 'keys', 500),
      guesses(service, 'aliases', 500),
      guesses(service, 'hosts', 500),
      logins(service),
      pictures(service, picture),
    ]
    const usual = service.memoryMb()
    for (const one of attacks) rows.push(await attack({ service, path, usual }, one))
    const lines = out.split('\n').filter((line) => line.startsWith('{'))
    const errors = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
    rows.push({
      did: 'all of these attacks',
      expected: 'no line of the log is an error, and there are less than 200',
      seen: `${lines.length} lines, ${errors.length} of them errors`,
      isGood: errors.length === 0 && lines.length < 200,
    })
    return rows
  },
}

// Memory of a process that has just started says little: what it needs for usual work is no growth.
async function warmUp(service: Service): Promise<{ path: string; picture: string }> {
  const key = await service.register('ada')
  const post = async (path: string, body: object) => JSON.parse((await service.ask(path, { key, body })).body)
  await post('/api/url/add', { url: 'https://example.com', custom: 'bystander' })
  const { link } = await post('/api/qr/add', { type: 'text', data: 'Hello' })
  const picture = new URL(link).pathname
  const load = visit(service.port, ['/bystander', `${picture}.svg`, '/docs', '/login'], {
    clients: 16,
    isPatient: true,
  })
  await sleep(15_000)
  await load.stop()
  const account = { username: 'ada', password: 'correct horse battery' }
  for (let i = 0; i < 20; i++) {
    await service.ask(`${picture}.png?size=${200 + 100 * i}`)
    await service.ask('/login', { body: account, from: '127.0.0.200' })
  }
  await sleep(5000)
  return { path: '/bystander', picture }
}

const address = (i: number) => `127.2.${Math.floor(i / 250)}.${1 + (i % 250)}`

function bodies(service: Service, path: string, connections: number, bytes: number) {
  return {
    did: `${connections} connections, of 20 addresses, with ${bytes / KIB} KiB each at ${path}, their last byte never sent`,
    expected: 'refused or cut, no 5xx but 503',
    async run() {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${service.port}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
      const body = Buffer.alloc(bytes - 1, 32)
      const statuses: (number | string)[] = []
      const sockets: Socket[] = []
      for (let i = 0; i < connections; i++) {
        const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: address(i % 20) })
        socket.on('error', () => {})
        socket.once('data', (chunk) => statuses.push(Number(chunk.toString('latin1', 9, 12))))
        socket.write(head)
        socket.write(body)
        sockets.push(socket)
        if (i % 50 === 0) await sleep(between(5, 40))
      }
      await sleep(between(3000, 8000))
      for (const socket of sockets) socket.destroy()
      return {
        seen: `answers: ${tally(statuses)}`,
        isGood: !statuses.some((status) => Number(status) >= 500 && status !== 503),
      }
    },
  }
}

function slowBodies(service: Service) {
  return {
    did: '300 connections that send a byte of a body every second',
    expected: `408, cut within ${MOST_BODY_SECONDS} s`,
    async run() {
      const head = `POST /login HTTP/1.1\r\nHost: localhost:${service.port}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`
      const lives = await Promise.all(
        Array.from({ length: 300 }, async (_, i) => {
          const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: address(i % 20) })
          const since = Date.now()
          let status = 'cut'
          socket.on('error', () => {})
          socket.once('data', (chunk) => {
            status = chunk.toString('latin1', 9, 12)
          })
          socket.write(head)
          const trickle = setInterval(() => socket.write(' '), 1000)
          await new Promise((resolve) => socket.once('close', resolve))
          clearInterval(trickle)
          return { status, seconds: (Date.now() - since) / 1000 }
        }),
      )
      const longest = quantile(
        lives.map(({ seconds }) => seconds),
        1,
      )
      return {
        seen: `${tally(lives.map(({ status }) => status))}, the last after ${longest.toFixed(0)} s`,
        isGood: longest <= MOST_BODY_SECONDS,
      }
    },
  }
}

function unread(service: Service) {
  return {
    did: '500 connections, of 20 addresses, that ask for 20 documents of 0.3 to 1.6 MB each and read nothing',
    expected: 'those that wait longest are cut',
    async run() {
      let cut = 0
      const sockets: Socket[] = []
      for (let i = 0; i < 500; i++) {
        const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: address(i % 20) }).pause()
        socket.once('error', () => cut++)
        socket.on('error', () => {})
        const path = ['/developers/postman-collection.json', '/docs/json', '/docs/yaml'][i % 3]
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${service.port}\r\n\r\n`.repeat(20))
        sockets.push(socket)
        if (i % 50 === 0) await sleep(between(5, 40))
      }
      await sleep(between(35_000, 40_000))
      // Who does not read learns of the end of a connection by writing again after it.
      for (let i = 0; i < 3; i++) {
        for (const socket of sockets) socket.write('\r\n')
        await sleep(1000)
      }
      for (const socket of sockets) socket.destroy()
      return { seen: `${cut} are cut`, isGood: cut > 400 }
    },
  }
}

/** Asks in the name of one address for what does not exist. */
function guesses(service: Service, what: 'keys' | 'aliases' | 'hosts', count: number) {
  const random = () => randomBytes(8).toString('hex')
  const from = { keys: '127.3.0.1', aliases: '127.3.0.2', hosts: '127.3.0.3' }[what]
  const one = {
    keys: () => service.ask('/api/account', { from, key: `wm_${random()}${random()}${random().slice(0, 11)}` }),
    aliases: () => service.ask(`/${random()}`, { from }),
    hosts: () => service.ask('/', { from, host: `${random()}.example.com` }),
  }[what]
  return {
    did: `${count} random ${what} of one address`,
    expected: 'refused, the most of them with 429, no 5xx',
    async run() {
      const statuses: number[] = []
      const client = async () => {
        while (statuses.length < count) statuses.push((await one()).status)
      }
      await Promise.all(Array.from({ length: 20 }, client))
      const limited = statuses.filter((status) => status === 429).length
      return {
        seen: tally(statuses),
        isGood: limited > count / 2 && !statuses.some((status) => status >= 500 || status === 0),
      }
    },
  }
}

function logins(service: Service) {
  return {
    did: '600 wrong logins at a time, of 60 addresses',
    expected: '401, 429 or 503, answered within 30 s',
    async run() {
      const answers = await Promise.all(
        Array.from({ length: 600 }, (_, i) =>
          service.ask('/login', {
            from: address(i % 60),
            body: { username: i % 2 ? 'ada' : `user${i}`, password: `wrong ${i}` },
          }),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      const slowest =
        quantile(
          answers.map(({ ms }) => ms),
          1,
        ) / 1000
      return {
        seen: `${tally(statuses)}, the last after ${slowest.toFixed(1)} s`,
        isGood: statuses.every((status) => [401, 429, 503].includes(status)) && slowest <= 30,
      }
    },
  }
}

function pictures(service: Service, path: string) {
  return {
    did: '4000 pictures of random sizes up to 4096 pixels, 400 at a time, of 20 addresses',
    expected: '200 or 503',
    async run() {
      const statuses: number[] = []
      const client = async (_: unknown, i: number) => {
        for (let left = 10; left > 0; left--) {
          const picture = `${path}.png?size=${between(1100, 4096)}&margin=${between(0, 10)}`
          statuses.push((await service.ask(picture, { from: address(i % 20) })).status)
        }
      }
      await Promise.all(Array.from({ length: 400 }, client))
      return { seen: tally(statuses), isGood: statuses.every((status) => status === 200 || status === 503) }
    },
  }
}
