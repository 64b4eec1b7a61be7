// What each measurement is held against: the least a Node program does for the same answer.
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import postgres from 'postgres'

const [kind = '', port = '0', ...rest] = process.argv.slice(2)

const versions = { 'API-Version': 'v1', 'App-Version': '7.3.1' }

const kinds: Record<string, () => RequestListener> = {
  redirect: () => {
    const [location = ''] = rest
    return (_request, response) => {
      response.writeHead(302, {
        Location: location,
        'Cache-Control': 'private, no-store',
        'Content-Length': 0,
        ...versions,
      })
      response.end()
    }
  },
  bytes: () => {
    const [encoded = '', type = ''] = rest
    const bytes = Buffer.from(encoded, 'base64')
    return (_request, response) => {
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length, ...versions })
      response.end(bytes)
    }
  },
  create: () => {
    const [url = '', account = ''] = rest
    const sql = postgres(url, { max: 10 })
    return async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const alias = randomBytes(5).toString('hex')
      const [link] = await sql`
        with address as (
          insert into aliases (link_id, alias) values (nextval('links_id_seq'), ${alias}) on conflict do nothing returning link_id
        )
        insert into links (id, account_id, url) overriding system value
        select link_id, ${account}, ${(JSON.parse(text) as { url: string }).url} from address returning id`
      const body = JSON.stringify({ error: 0, id: Number(link?.['id']), shorturl: `http://localhost/${alias}` })
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...versions,
      })
      response.end(body)
    }
  },
  list: () => {
    const [url = '', account = ''] = rest
    const sql = postgres(url, { max: 10 })
    return async (_request, response) => {
      const [rows, [counted]] = await Promise.all([
        sql`select id, type, name, tag, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as date
          from pixels where account_id = ${account} order by id desc limit 15 offset 0`,
        sql`select count(*)::integer as total from pixels where account_id = ${account}`,
      ])
      const pixels = rows.map((row) => ({ ...row, id: Number(row['id']) }))
      const body = JSON.stringify({
        error: '0',
        data: { result: counted?.['total'], perpage: 15, currentpage: 1, pixels },
      })
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...versions,
      })
      response.end(body)
    }
  },
}

const listener = kinds[kind]?.()
if (!listener) throw new Error(`There is no bare server of the kind ${kind}`)
createServer({ keepAliveTimeout: 60_000 }, listener).listen(Number(port), '127.0.0.1', () =>
  process.stdout.write('ready\n'),
)
