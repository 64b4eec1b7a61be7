import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { EVENT_TYPES } from '../schemas/events.ts'

// The files that the documentation names exist, and so do the headings that its links lead to. The table of the events
// has all of them.

const files = globSync(['*.md', 'docs/*.md', 'sdk/*.md', 'tools/*/*.md'], { exclude: ['**/node_modules/**'] })
const withoutCode = (file: string) => readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '')
// As Git hosts make them: lower case, without punctuation, hyphens for spaces.
const anchorOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (file: string) =>
  new Set([...withoutCode(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.trim())))

t.test('links lead to files and headings', async (t) => {
  let links = 0
  for (const file of files)
    for (const [, target = ''] of withoutCode(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      links++
      const [path = '', anchor] = target.split('#')
      const there = path === '' ? file : join(dirname(file), path)
      if (!existsSync(there)) t.fail(`${file}: ${target}`)
      else if (anchor && there.endsWith('.md')) t.ok(anchorsOf(there).has(anchor), `${file}: ${target}`)
    }
  t.ok(links > 50)
})

t.test('paths of the repository are those of files', async (t) => {
  let paths = 0
  for (const file of files) {
    // The steps of CONTRIBUTING.md create these.
    const isMade = (path: string) => file === 'CONTRIBUTING.md' && /\/notes\b/.test(path)
    for (const [, path = ''] of withoutCode(file).matchAll(
      /`((?:src|test|db|tools|docs|schemas|bench|deploy|sdk|bin)\/[\w./-]+)`/g,
    )) {
      paths++
      // Packages name their own files.
      if (!isMade(path)) t.ok(existsSync(path) || existsSync(join(dirname(file), path)), `${file}: ${path}`)
    }
  }
  t.ok(paths > 100)
})

t.test('blocks of code name their language, by which tools/docs knows the shell commands that it runs', async (t) => {
  for (const file of files) {
    const fences = [...readFileSync(file, 'utf8').matchAll(/^ *```(.*)$/gm)].map(([, language]) => language)
    for (const [i, language = ''] of fences.entries())
      if (i % 2 === 0 ? !/^[a-z]+$/.test(language) : language !== '') t.fail(`${file}: ${language}`)
    t.equal(fences.length % 2, 0, file)
  }
})

t.test('the table of events has every type, and no other', async (t) => {
  const rows = readFileSync('docs/events.md', 'utf8').matchAll(/^\| (`[a-z]+\..*?) \| (.*) \|$/gm)
  const types = [...rows].flatMap(([, names = '', when = '']) => {
    const named = [...names.matchAll(/`([a-z.]+)`/g)].map(([, type = '']) => type)
    // "also `qr.…`" stands for the same changes of another thing.
    const others = [...when.matchAll(/`([a-z]+)\.…`/g)].map(([, thing]) => thing)
    return [...named, ...others.flatMap((thing) => named.map((type) => type.replace(/^[a-z]+/, `${thing}`)))]
  })
  t.strictSame(types.toSorted(), EVENT_TYPES.toSorted())
})
