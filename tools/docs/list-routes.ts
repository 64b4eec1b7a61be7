import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { routeCalls } from './route-calls.ts'

// Writes docs/routes.md: each route with its file, the queries that it can run, and their tables. The routes come from
// a run of the application, the queries from the sources.

const PAGE = 'docs/routes.md'
const ROOT = new URL('../../', import.meta.url).pathname

interface Followed {
  queries: string[]
  tables: string[]
}

// tools/contract has its own packages, so the types of its files are not known here.
interface Sources {
  callAt(file: string, line: number, column: number): { node: unknown; method: string }
  follow(node: unknown): Followed
}

const { createSources } = (await import(`${ROOT}tools/contract/sources.ts`)) as { createSources(root: string): Sources }
const sources = createSources(ROOT)
const cell = (values: string[]) => values.map((value) => `\`${value}\``).join(', ')

function rowOf(route: string, file: string, { queries, tables }: Followed): string {
  return `| \`${route}\` | ${file.replace(/^src\/(routes\/)?/, '')} | ${cell(queries)} | ${tables.join(', ')} |`
}

const rows = new Map<string, string>()
for (const { url, methods, file, line, column } of await routeCalls(ROOT)) {
  const call = sources.callAt(file, line, column)
  const route = `${call.method === 'ROUTE' ? methods : call.method} ${url}`
  // The 404 of an address without a route.
  if (url !== '/api' && url !== '/api/' && !rows.has(route))
    rows.set(route, rowOf(route, file, sources.follow(call.node)))
}

const { paths } = parse(readFileSync(`${ROOT}openapi.yaml`, 'utf8')) as { paths: Record<string, object> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
)
// Some that are not in the document.
const others = [
  'GET /:alias',
  'GET /metrics',
  'POST /report-abuse',
  'POST /webhook/:provider',
  'POST /internal/abuse/ban',
]
const missing = [...operations, ...others].filter((operation) => !rows.has(operation))
if (missing.length > 0) throw new Error(`The calls that register these routes were not found: ${missing.join(', ')}`)

const page = `# Routes

Written by \`npm run routes\`; do not edit. Files are below \`src/routes\`, queries are \`db/queries/<file>.<function>\`. They are those
that a route can run, also inside a service, such as the route cache or the picture store. Every route of \`/api\` also runs those
of authentication and, with an \`Idempotency-Key\`, of stored replies.

| route | file | queries | tables |
|---|---|---|---|
${[...rows.values()].join('\n')}
`
if (!process.argv.includes('--check')) writeFileSync(`${ROOT}${PAGE}`, page)
else if (readFileSync(`${ROOT}${PAGE}`, 'utf8') !== page) {
  process.stderr.write(`${PAGE} is out of date: run \`npm run routes\` and commit it.\n`)
  process.exitCode = 1
}
// Registering the routes has started timers.
process.exit()
