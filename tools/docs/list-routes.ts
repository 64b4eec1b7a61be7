import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

// Writes docs/routes.md: each route with its file, the queries that it calls, and their tables. It follows calls in the
// sources by name; queries inside services (caches, the visit writer) are not found.

const PAGE = 'docs/routes.md'
const ROOT = new URL('../../', import.meta.url).pathname

interface Declaration {
  name: string
  text: string
}

interface Source {
  declarations: Map<string, Declaration>
  /** Imported name → file it comes from. */
  imports: Map<string, string>
  text: string
}

const sources = new Map<string, Source>()

/** Top-level declarations of a file and, inside its functions, the ones indented by two spaces. */
function readSource(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const text = readFileSync(join(ROOT, file), 'utf8')
  const imports = new Map<string, string>()
  for (const [, names = '', from = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm))
    for (const name of names.split(',')) {
      const [original = '', alias = original] = name.replace('type ', '').trim().split(' as ')
      if (original !== '') imports.set(alias, `${normalize(join(dirname(file), from))}#${original}`)
    }
  const declarations = new Map<string, Declaration>()
  // In db/ only top-level functions are queries.
  const pattern = file.startsWith('db/')
    ? /^()(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm
    : /^( {0,2})(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm
  for (const match of text.matchAll(pattern)) {
    const [, indent = '', name = ''] = match
    declarations.set(name, { name, text: blockAt(text, match.index, indent) })
  }
  const source = { declarations, imports, text }
  sources.set(file, source)
  return source
}

/** The lines of the block that begins at `start`, by indentation. */
function blockAt(text: string, start: number, indent: string): string {
  const next = new RegExp(`\\n${indent}(?![ )}\\]\\n.?:&|'"\`]|\\s)`, 'g')
  next.lastIndex = start + 1
  return text.slice(start, next.exec(text)?.index ?? text.length)
}

const words = (text: string) => new Set(text.match(/(?<![.\w'])[A-Za-z_]\w*/g) ?? [])

/** Adds to `found` every declaration (`file#name`) that a text refers to, directly or indirectly. */
function follow(file: string, text: string, found: Set<string>): void {
  const { declarations, imports } = readSource(file)
  for (const word of words(text)) {
    const imported = imports.get(word)
    const target = imported ?? (declarations.has(word) ? `${file}#${word}` : undefined)
    if (target === undefined || found.has(target) || !/^(src|db)\//.test(target)) continue
    const [where = '', name = ''] = target.split('#')
    // A route group calls its sub-groups, which are listed separately.
    if (/Routes$/.test(name)) continue
    found.add(target)
    const declaration = readSource(where).declarations.get(name)
    if (declaration && !where.startsWith('db/tables')) follow(where, declaration.text, found)
  }
}

const tableNames = new Set(
  [...readFileSync(join(ROOT, 'db/tables.ts'), 'utf8').matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name ?? ''),
)

/** The tables in the text of a query. */
function tablesOf(target: string): string[] {
  const [file = '', name = ''] = target.split('#')
  const text = readSource(file).declarations.get(name)?.text ?? ''
  const named = [...text.matchAll(/['"](\w+)(?: as \w+)?['"]|(?:from|join|into|update)\s+(\w+)/g)]
  return named.map(([, quoted, raw]) => quoted ?? raw ?? '').filter((table) => tableNames.has(table))
}

/** Exported functions whose first parameter is the database; other functions only build parts of statements. */
function isQuery(target: string): boolean {
  const [file = '', name = ''] = target.split('#')
  const text = file.startsWith('db/queries/') ? (readSource(file).declarations.get(name)?.text ?? '') : ''
  return /^export (?:async )?function \w+(?:<[^(]*>)?\(\s*db: Database/.test(text)
}

/** The tables of a query and of the functions that it uses. */
function allTablesOf(target: string): string[] {
  const [file = '', name = ''] = target.split('#')
  const found = new Set([target])
  follow(file, readSource(file).declarations.get(name)?.text ?? '', found)
  return [...found].filter((one) => one.startsWith('db/queries/')).flatMap(tablesOf)
}

interface Row {
  route: string
  file: string
  queries: string[]
  tables: string[]
}

const PREFIXES: Record<string, string> = { 'src/routes/api': '/api', 'src/routes/webhooks': '/webhook' }
const OUTSIDE_API = new Set(['src/routes/api/registration.ts'])

function rowsOf(file: string): Row[] {
  const { text } = readSource(file)
  const prefix = OUTSIDE_API.has(file) ? '' : (PREFIXES[dirname(file)] ?? '')
  return [...text.matchAll(/^ {2,4}(?:app|scope)\.(get|post|put|delete|all)\(\s*'([^']+)'/gm)].map((match) => {
    const indent = /^ */.exec(match[0])?.[0] ?? ''
    const block = blockAt(text, match.index, indent)
    const found = new Set<string>()
    follow(file, block, found)
    const queries = [...found].filter(isQuery)
    return {
      route: `${match[1]?.toUpperCase()} ${prefix}${match[2]}`,
      file: file.replace(/^src\/routes\//, ''),
      queries: [...new Set(queries.map((target) => target.replace(/^db\/queries\/(\w[\w-]*)\.ts#/, '$1.')))].sort(),
      tables: [...new Set(queries.flatMap(allTablesOf))].sort(),
    }
  })
}

const files = readdirSync(join(ROOT, 'src/routes'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/routes/${name}`)
  .sort()
const cell = (values: string[]) => values.map((value) => `\`${value}\``).join(', ')
const rows = files.flatMap(rowsOf)
const page = `# Routes

Made by \`npm run routes\` from the sources; do not edit. Files are below \`src/routes\`, queries are \`db/queries/<file>.<function>\`.
Queries that run inside a service (the route cache, the visit writer, the picture store) are not listed.

| route | file | queries | tables |
|---|---|---|---|
${rows.map(({ route, file, queries, tables }) => `| \`${route}\` | ${file} | ${cell(queries)} | ${tables.join(', ')} |`).join('\n')}
`
if (!process.argv.includes('--check')) writeFileSync(join(ROOT, PAGE), page)
else if (readFileSync(join(ROOT, PAGE), 'utf8') !== page) {
  process.stderr.write(`${PAGE} is not what the sources say: run \`npm run routes\` and commit it.\n`)
  process.exitCode = 1
}
