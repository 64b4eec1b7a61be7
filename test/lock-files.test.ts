import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

// npm omits an optional package from the lock file without a message if its registry does not have it, and then `npm
// ci` fails for everybody. So this test checks the lock files.

const root = join(import.meta.dirname, '..')
const HOST = 'registry.npmjs.org'
const exact = /^\d+\.\d+\.\d+[\w.+-]*$/

type Names = Record<string, string>

interface Manifest {
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
}

interface Entry extends Manifest {
  /** The package that `overrides` has put in this place, if it has another name. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

type Entries = Record<string, Entry>

/** The entry to which `name` resolves from the package at `place`: in its own node_modules or in one above. */
function entryFor(entries: Entries, place: string, name: string): Entry | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const entry = entries[`${folder ? `${folder}/` : ''}node_modules/${name}`]
    if (entry || !folder) return entry
  }
}

/** The dependencies that a package needs in the lock file on any platform: all except optional peers. */
const needsOf = (entry: Entry): [name: string, range: string][] =>
  Object.entries({
    ...entry.dependencies,
    ...entry.devDependencies,
    ...entry.optionalDependencies,
    ...Object.fromEntries(
      Object.entries(entry.peerDependencies ?? {}).filter(([name]) => !entry.peerDependenciesMeta?.[name]?.optional),
    ),
  })

/** The faults of a lock file, one line each. */
function faultsOf(manifest: Manifest, entries: Entries): string[] {
  const faults: string[] = []
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    const wanted = manifest[kind] ?? {}
    for (const [name, range] of Object.entries(wanted))
      if (!exact.test(range)) faults.push(`package.json: ${name} is "${range}", not one version`)
    if (JSON.stringify(wanted) !== JSON.stringify(entries['']?.[kind] ?? {}))
      faults.push(`the ${kind} are not those of package.json`)
  }
  for (const [place, entry] of Object.entries(entries)) {
    for (const [name, range] of needsOf(entry)) {
      const found = entryFor(entries, place, name)
      if (!found) faults.push(`${place} needs ${name}@${range}, which has no entry`)
      else if (
        name in (entry.optionalDependencies ?? {}) &&
        exact.test(range) &&
        found.version !== range &&
        found.name === undefined
      )
        faults.push(`${place} needs ${name}@${range}, whose entry is ${found.version}`)
    }
    if (place === '') continue
    if (!exact.test(entry.version ?? '')) faults.push(`${place} has no version`)
    if (!entry.inBundle && !entry.integrity?.startsWith('sha512-')) faults.push(`${place} has no integrity`)
    if (entry.resolved !== undefined && !entry.resolved.startsWith(`https://${HOST}/`))
      faults.push(`${place} is not from ${HOST}`)
  }
  return faults
}

t.test('the check finds faults of a lock file', async (t) => {
  const integrity = 'sha512-0'
  const manifest = { dependencies: { a: '1.0.0' } }
  const sound: Entries = {
    '': manifest,
    'node_modules/a': { version: '1.0.0', integrity, optionalDependencies: { 'a-win32': '1.0.0' } },
    'node_modules/a-win32': { version: '1.0.0', integrity, resolved: 'https://registry.npmjs.org/a-win32.tgz' },
  }
  const faults = (change: Entries) => faultsOf(manifest, { ...sound, ...change })
  t.same(faults({}), [])
  t.same(faults({ 'node_modules/a/node_modules/a-win32': { version: '2.0.0', integrity } }), [
    'node_modules/a needs a-win32@1.0.0, whose entry is 2.0.0',
  ])
  t.same(faults({ 'node_modules/b': { version: '1.0.0', integrity, peerDependencies: { a: '1.x' } } }), [])
  t.same(faults({ 'node_modules/b/node_modules/c': { version: '1.0.0', integrity, dependencies: { d: '^1' } } }), [
    'node_modules/b/node_modules/c needs d@^1, which has no entry',
  ])
  const { 'node_modules/a-win32': _, ...incomplete } = sound
  t.same(faultsOf(manifest, incomplete), ['node_modules/a needs a-win32@1.0.0, which has no entry'])
  t.same(faults({ 'node_modules/a-win32': { version: '1.0.0' } }), ['node_modules/a-win32 has no integrity'])
  for (const resolved of ['https://registry.example/a.tgz', 'http://registry.npmjs.org/a.tgz', 'file:a.tgz'])
    t.same(faults({ 'node_modules/a-win32': { version: '1.0.0', integrity, resolved } }), [
      'node_modules/a-win32 is not from registry.npmjs.org',
    ])
  t.same(faultsOf({ dependencies: { a: '^1.0.0' } }, sound), [
    'package.json: a is "^1.0.0", not one version',
    'the dependencies are not those of package.json',
  ])
})

const lockFiles = globSync(['package-lock.json', 'tools/*/package-lock.json'], { cwd: root })
t.ok(lockFiles.includes('package-lock.json') && lockFiles.length > 1, 'the lock files are found')

for (const file of lockFiles)
  t.test(`${file} has the packages of all platforms and no registry URLs`, async (t) => {
    const lock = JSON.parse(readFileSync(join(root, file), 'utf8'))
    t.equal(lock.lockfileVersion, 3)
    t.same(faultsOf(JSON.parse(readFileSync(join(root, file, '../package.json'), 'utf8')), lock.packages), [])
  })
