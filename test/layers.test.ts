import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import t from 'tap'

// Where a file lives, from the roof down; the first pattern that fits decides.
const places: [place: string, pattern: RegExp][] = [
  ['roof', /^src\/(server|cli|print-openapi|print-settings|diff-openapi)\.ts$/],
  ['opening', /^src\/(open|first-start|start-failure|lifecycle)\.ts$|^src\/cli\//],
  ['app', /^src\/app\.ts$/],
  ['api', /^src\/api\//],
  ['public', /^src\/public\//],
  ['webhooks', /^src\/webhooks\//],
  ['docs', /^src\/docs\//],
  ['http', /^src\/http\//],
  ['parts', /^src\/(parts|components)\.ts$/],
  ['ground', /^src\/(work|html)\/|^src\/(config|contract|errors|replies|settings)\.ts$/],
  ['db', /^db\//],
  ['schemas', /^schemas\//],
]

const wing = ['parts', 'ground', 'db', 'schemas']
const allowed: Record<string, string[]> = {
  roof: ['opening', 'app', 'http', 'parts', 'ground', 'db', 'schemas'],
  opening: ['opening', 'parts', 'ground', 'db', 'schemas'],
  app: ['api', 'public', 'webhooks', 'docs', 'http', ...wing],
  api: ['api', ...wing],
  public: ['public', ...wing],
  webhooks: ['webhooks', ...wing],
  docs: ['docs', ...wing],
  http: ['http', ...wing],
  parts: wing,
  ground: ['ground', 'db', 'schemas'],
  db: ['db', 'schemas'],
  schemas: ['schemas'],
}

const placeOf = (file: string) => places.find(([, pattern]) => pattern.test(file))?.[0]

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

t.test('every file has a place, and every import runs down or along', async (t) => {
  t.ok(imports.length > 100, 'imports are found at all')
  for (const file of files) t.ok(placeOf(file), `${file} has a place`)
  for (const { from, target } of imports.filter(({ target }) => /^(src|db|schemas)\//.test(target))) {
    const [above = '', below = ''] = [placeOf(from), placeOf(target)]
    if (!allowed[above]?.includes(below)) t.fail(`${from} (${above}) imports ${target} (${below})`)
  }
})

t.test('the store takes only types from the vocabulary, and the vocabulary imports TypeBox alone', async (t) => {
  for (const { from, target, isType } of imports) {
    if (from.startsWith('db/') && target.startsWith('schemas/') && !isType)
      t.fail(`${from} imports values of ${target}`)
    if (from.startsWith('schemas/') && !target.startsWith('schemas/') && target !== '@sinclair/typebox')
      t.fail(`${from} imports ${target}`)
  }
})

t.test('the ground and the store know no HTTP framework', async (t) => {
  for (const { from, target } of imports)
    if (['ground', 'db', 'schemas'].includes(placeOf(from) ?? '') && /^(@?fastify)/.test(target))
      t.fail(`${from} imports ${target}`)
})

t.test('there is no import circle', async (t) => {
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

t.test("a query of an account's things takes the account second, but where it serves visitors", async (t) => {
  const nouns = ['bios', 'campaigns', 'channels', 'domains', 'links', 'overlays', 'owned', 'pixels', 'qr', 'splash']
  const texts = nouns.map((noun) => readFileSync(`db/queries/${noun}.ts`, 'utf8')).join('\n')
  const queries = [...texts.matchAll(/^export (?:async )?function (\w+)\(\s*db: Database,\s*(\w+)/gm)]
  t.ok(queries.length > 40, 'queries are found at all')
  for (const [, name = '', second] of queries)
    if (!/Public|Host/.test(name) && second !== 'accountId') t.fail(`${name} takes ${second} second`)
})

t.test('only config.ts and the roofs read the environment', async (t) => {
  for (const file of files)
    if (placeOf(file) !== 'roof' && /(?<!\\\$\{)process\.env/.test(readFileSync(file, 'utf8')))
      t.fail(`${file} reads the environment`)
})
