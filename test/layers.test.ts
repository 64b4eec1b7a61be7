import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, sep } from 'node:path'
import t from 'tap'

// Every module and the modules that it may import, from the top down; docs/architecture.md describes them.
// A module may always import its own files.
const below = {
  // src, below the routes: no HTTP framework, no status codes.
  config: ['db', 'errors', 'schemas'],
  time: ['schemas'],
  locale: [],
  csv: [],
  cache: ['db'],
  jobs: ['config', 'db', 'time'],
  security: ['cache', 'errors', 'time'],
  net: ['security'],
  abuse: ['cache', 'config', 'db', 'errors', 'net'],
  metrics: ['cache', 'clickhouse', 'contract', 'db', 'net', 'security', 'visits'],
  tracing: ['config', 'contract', 'db', 'net'],
  html: ['locale', 'config', 'schemas'],
  clickhouse: ['db', 'visits'],
  visits: ['cache', 'config', 'csv', 'db', 'errors', 'locale', 'schemas', 'time'],
  accounts: ['config', 'db', 'errors', 'net', 'schemas', 'security', 'time'],
  domains: ['db', 'time'],
  embeds: [],
  links: ['abuse', 'accounts', 'config', 'db', 'domains', 'errors', 'locale', 'net', 'schemas', 'security', 'time'],
  routing: ['cache', 'config', 'db', 'domains', 'errors', 'links', 'locale', 'schemas', 'security', 'time', 'visits'],
  pictures: ['cache', 'db', 'errors', 'html', 'net', 'schemas', 'security'],
  vector: [],
  qr: [
    'abuse',
    'accounts',
    'cache',
    'config',
    'db',
    'domains',
    'errors',
    'links',
    'net',
    'pictures',
    'schemas',
    'security',
    'time',
    'vector',
  ],
  pages: [
    'abuse',
    'locale',
    'cache',
    'config',
    'contract',
    'db',
    'embeds',
    'html',
    'links',
    'net',
    'pictures',
    'schemas',
    'time',
  ],
  payments: ['cache', 'config', 'db', 'errors', 'net', 'schemas', 'time'],
  demo: ['db', 'time', 'visits'],
  events: ['config', 'db', 'links', 'schemas', 'visits'],
  deliveries: ['config', 'db', 'errors', 'events', 'net', 'schemas', 'security', 'time'],
  export: ['config', 'contract', 'csv', 'db', 'domains', 'links', 'qr', 'routing', 'schemas', 'time'],
  validation: [
    'abuse',
    'config',
    'domains',
    'embeds',
    'errors',
    'events',
    'html',
    'links',
    'locale',
    'net',
    'qr',
    'routing',
    'schemas',
    'security',
    'time',
    'visits',
  ],
  mcp: ['contract', 'openapi'],
  openapi: ['errors', 'schemas', 'validation'],
  errors: [],
  contract: [],
} satisfies Record<string, string[]>
const modules = Object.keys(below)

const allowed: Record<string, string[]> = {
  programs: ['startup', 'cli', 'local-api', 'app', 'import', 'plugins', 'services', 'db', ...modules],
  // The app for commands that work through the API.
  'local-api': ['app', 'cli', 'startup', 'plugins', 'services', 'db', ...modules],
  startup: ['services', 'import', 'db', ...modules],
  cli: ['db', 'schemas', 'import', ...modules],
  app: [
    'routes',
    'routes/api',
    'routes/public',
    'routes/webhooks',
    'routes/docs',
    'routes/internal',
    'routes/mcp',
    'plugins',
    'services',
  ],
  'routes/api': ['routes', 'plugins', 'services', 'import', 'db', 'schemas', ...modules],
  'routes/public': ['routes', 'plugins', 'services', 'db', 'schemas', ...modules],
  'routes/webhooks': ['routes', 'services', 'db', 'schemas', ...modules],
  'routes/docs': ['routes', 'services', 'db', 'schemas', ...modules],
  'routes/internal': ['routes', 'plugins', 'services', 'db', 'schemas', ...modules],
  'routes/mcp': ['plugins', 'services', 'mcp', 'openapi'],
  routes: ['errors', 'schemas', 'services'],
  plugins: ['services', 'db', 'schemas', ...modules],
  // Validates rows with the compiler of Fastify, as the command line does.
  import: ['db', 'schemas', ...modules],
  services: ['db', 'import', 'schemas', ...modules],
  ...below,
  db: ['schemas'],
  schemas: [],
}

const programs = /^src\/(serve|server|cli|load-program|print-[a-z]+)\.ts$/

function placeOf(file: string): string | undefined {
  if (programs.test(file)) return 'programs'
  const [top = '', first = '', second = ''] = file.replace(/\.ts$/, '').split('/')
  const place = top !== 'src' ? top : first === 'routes' && file.split('/').length > 3 ? `routes/${second}` : first
  return place in allowed ? place : undefined
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).split(sep).join('/'))
}

interface Import {
  from: string
  target: string
  isType: boolean
}

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*)?from\s+'([^']+)'|import\('([^']+)'\)/g,
  )
  return [...statements].map(([, type, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? ''
    return {
      from,
      target: target.startsWith('.') ? normalize(join(dirname(from), target)) : target,
      isType: Boolean(type),
    }
  })
}

const files = ['src', 'db', 'schemas'].flatMap(filesBelow)
const imports = files.flatMap(importsOf)

t.test('every file belongs to a module, and imports only allowed modules', async (t) => {
  t.ok(imports.length > 3000, 'imports are found at all')
  for (const file of files) t.ok(placeOf(file), `${file} has a place`)
  for (const { from, target } of imports.filter(({ target }) => /^(src|db|schemas)\//.test(target))) {
    const [above = '', below = ''] = [placeOf(from), placeOf(target)]
    if (above !== below && !allowed[above]?.includes(below)) t.fail(`${from} (${above}) imports ${target} (${below})`)
  }
})

t.test('docs/architecture.md lists every module, above those that it imports', async (t) => {
  const layers = ['src', 'db', 'schemas']
  const rows = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([a-z/]+)\/` \|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !layers.includes(name))
  // A module that is one file is not a folder.
  for (const name of [...modules, 'startup', 'cli', 'plugins', 'routes/api', 'routes/public', 'routes/webhooks'])
    if (name !== 'contract' && !rows.includes(name)) t.fail(`${name} is not in the table`)
  for (const [above, targets] of Object.entries(allowed).filter(([name]) => rows.includes(name)))
    for (const target of targets.filter((name) => rows.includes(name)))
      if (rows.indexOf(target) < rows.indexOf(above)) t.fail(`${above} imports ${target}, which is listed above it`)
})

t.test('db imports only types from schemas, and schemas import only TypeBox', async (t) => {
  for (const { from, target, isType } of imports) {
    if (from.startsWith('db/') && target.startsWith('schemas/') && !isType)
      t.fail(`${from} imports values of ${target}`)
    if (from.startsWith('schemas/') && !target.startsWith('schemas/') && target !== '@sinclair/typebox')
      t.fail(`${from} imports ${target}`)
  }
})

t.test('modules below the routes and db do not import Fastify', async (t) => {
  for (const { from, target } of imports)
    if ([...modules, 'db', 'schemas'].includes(placeOf(from) ?? '') && /^@?fastify/.test(target))
      t.fail(`${from} imports ${target}`)
})

// Modules below the routes use failure codes instead of statuses. Exceptions: `errors` maps codes to statuses, `net` is
// an HTTP client, and `openapi` describes HTTP.
const statusModules = ['errors', 'net', 'openapi']
const statusFiles = ['src/payments/paypal-certificates.ts']
const status = '[1-5]\\d\\d\\b'
const statusUses = new RegExp(
  [
    String.raw`\bstatusCode\b`,
    String.raw`\bstatus\b['\])]*\s*(?::|[=!]==?|[<>]=?|=)\s*${status}`,
    String.raw`\b(?:code|ApiError|writeHead)\(\s*${status}`,
    String.raw`^\s*(?://|/?\*).*\b(?:an?|the|with|is|or|and|answers?|HTTP) [345]\d\d\b(?! (?:ms|bytes|pixels|characters))`,
  ].join('|'),
  'm',
)

t.test('modules below the routes and db contain no HTTP statuses', async (t) => {
  for (const file of files) {
    const place = placeOf(file) ?? ''
    if (![...modules, 'db'].includes(place) || statusModules.includes(place) || statusFiles.includes(file)) continue
    const [use] = statusUses.exec(readFileSync(file, 'utf8')) ?? []
    if (use !== undefined) t.fail(`${file} uses an HTTP status: ${use.trim()}`)
  }
})

t.test('there are no circular imports', async (t) => {
  const graph = new Map(files.map((file) => [file, importsOf(file).map(({ target }) => target)]))
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open')
      return void t.fail(`circle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`)
    state.set(file, 'open')
    for (const target of graph.get(file) ?? []) if (graph.has(target)) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
})

// Files, or functions of other files, without the account: their rows are of none, or were looked up with it before.
const withoutAccount = `
abuse-reports account.createAccount account.findLogin account.hasAccounts account.withStartupLock address-changes
aliases backlog bans bio-answers.createAnswer bio-answers.hasAllAnswers bio-links block-lists deleted-accounts
delivery-maintenance delivery-origin domains.deleteExpiredReservations event-list.selectEvents event-maintenance
forgotten-events held-aliases idempotency.deleteExpiredKeys idempotency.releaseKey idempotency.storeAnswer
import-resources.assignAll import-resources.keepTotals imports.beginImport imports.claimImport
imports.deleteOldImportRows imports.discardImport imports.endOldReadings imports.interruptImport
imports.listPendingRows imports.listReplaced imports.listReport
imports.listMade imports.mapIds imports.stageRows imports.touchImport imports.writeResults indexes jobs.createJob jobs.deleteOldJobs
jobs.finishJob jobs.recordProgress jobs.runJobStep key-holders link-checks link-expiry link-moments link-moves
link-renames link-words page-owners payment-accounts.findCustomerAccount
payment-events.assignEvent payment-events.dropEventBodies payment-events.findDueEvent payment-events.findEvent
payment-events.finishEvent payment-events.listPaymentEvents payment-events.listUnverifiedEvents
payment-events.lockEventProcessing payment-events.postponeEvent payment-events.recordUnverifiedEvent
payment-events.retryEvent payment-events.storeEvent payment-events.timeToNextEvent
payments.listPayments payments.recordPayment payments.sumRefunds pictures.findPicture preview-cards raw-visits
restored routes.findPathRoute routes.isAnsweredByAnother routes.listRoutes secrets server-facts
statistics-names.listChannelNames statistics visit-counters visit-feeds.listBatchVisits visit-feeds.listFeeds
visit-groups.listWaitingAccounts visit-groups.noteWaiting visit-maintenance visit-quarters
visit-sink-coverage visit-sink visit-subjects visited-links visits-of-month visits webhook-turns webhooks.resealSecrets
`
  .trim()
  .split(/\s+/)

t.test('queries take the account, or who acts for it, as second parameter, except those of a list', async (t) => {
  const used = new Set<string>()
  let found = 0
  for (const file of filesBelow('db/queries')) {
    const text = readFileSync(file, 'utf8')
    const module = basename(file, '.ts')
    for (const [, name = '', second] of text.matchAll(
      /^export (?:(?:async )?function\*? ?|const )(\w+)(?: = (?:async )?)?(?:<[^(]*>)?\(\s*db: Database,?\s*(\w+|\{)?/gm,
    )) {
      found++
      if (/Public|Host/.test(name) || second === 'accountId' || second === 'by') continue
      const exception = [module, `${module}.${name}`].find((one) => withoutAccount.includes(one))
      if (exception === undefined) t.fail(`${module}.${name} takes ${second} second`)
      else used.add(exception)
    }
  }
  t.ok(found > 300, 'queries are found at all')
  t.same([...used].sort(), [...withoutAccount].sort(), 'each exception is needed')
})

t.test('only config/ and the programs read environment variables', async (t) => {
  for (const file of files)
    if (placeOf(file) !== 'programs' && /(?<!\\\$\{)process\.env/.test(readFileSync(file, 'utf8')))
      t.fail(`${file} reads the environment`)
})
