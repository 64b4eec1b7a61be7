import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NETWORKS } from '../../schemas/bio-blocks.ts'
import { DRAWN_NETWORKS } from '../../src/html/icons.ts'

// Writes src/html/brand-icons.ts: `cd tools/icons && npm ci && npm run make`. The libraries have thousands of icons
// (36 MB), so the service has a copy of those that it shows.

const TARGET = fileURLToPath(new URL('../../src/html/brand-icons.ts', import.meta.url))
const BIOME = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))

// Simple Icons has removed these two at the wish of their owners.
const FROM_BOOTSTRAP: readonly string[] = ['linkedin', 'twitter']

/** The side of the square in which an icon is drawn, and its outline. */
function readIcon(name: string): { size: number; path: string } {
  const library = FROM_BOOTSTRAP.includes(name) ? 'bootstrap-icons' : 'simple-icons'
  const svg = readFileSync(new URL(`node_modules/${library}/icons/${name}.svg`, import.meta.url), 'utf8')
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const paths = [...svg.matchAll(/<path d="([MmLlHhVvCcSsQqTtAaZz0-9 .,-]+)"\s*\/>/g)].map(([, path = '']) => path)
  if (!size || paths.length === 0) throw new Error(`The icon ${name} of ${library} has another form.`)
  return { size, path: paths.join('') }
}

const brands = NETWORKS.filter((name) => !Object.hasOwn(DRAWN_NETWORKS, name))
const source = `// Made by tools/icons, not edited by hand. From Simple Icons (CC0 1.0); ${FROM_BOOTSTRAP.join(' and ')} from Bootstrap Icons
// (MIT, Copyright 2019-2024 The Bootstrap Authors). The marks belong to their owners.

/** The icons of brands: the side of the square in which each is drawn, and its outline. */
export const BRAND_ICONS = ${JSON.stringify(Object.fromEntries(brands.map((name) => [name, readIcon(name)])))} as const
`
const made = execFileSync(BIOME, ['check', '--write', `--stdin-file-path=${TARGET}`], {
  input: source,
  encoding: 'utf8',
})
if (!process.argv.includes('--check')) writeFileSync(TARGET, made)
else if (readFileSync(TARGET, 'utf8') !== made) {
  process.stdout.write('src/html/brand-icons.ts is not what tools/icons makes: run `npm run make` there.\n')
  process.exitCode = 1
}
