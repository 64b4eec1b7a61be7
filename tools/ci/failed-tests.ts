import { readFileSync } from 'node:fs'

// The last lines of a run in CI: what failed, from the output of each suite and check.

const MAX_LINES = 60
const MAX_LINES_OF_ONE = 14
const MAX_WIDTH = 200

/** A failed assertion, or a test or file that failed without one; `path` has the names from the file down. */
interface Failure {
  path: string[]
  details: string[]
}

interface OpenTest {
  indent: number
  name: string
  hasFailure: boolean
}

const nameIn = (title: string) => title.replace(/^ - /, '').replace(/ # time=\S+$/, '')

// Of the fields of a result: the code at the failed line, which the file has too.
const OMITTED = ['stack:', 'source:', 'compare:', 'columnNumber:', 'typeName:', 'functionName:', 'isToplevel:']

/** The fields after a result, which say why it failed; the difference comes first. */
function detailsAfter(lines: readonly string[], index: number, indent: number): string[] {
  const prefix = ' '.repeat(indent + 2)
  if (lines[index + 1] !== `${prefix}---`) return []
  const end = lines.indexOf(`${prefix}...`, index)
  const fields: string[][] = []
  for (const line of lines.slice(index + 2, end === -1 ? undefined : end).map((line) => line.slice(prefix.length)))
    if (/^( {2})?\w+:/.test(line)) fields.push([line])
    else fields.at(-1)?.push(line)
  const kept = fields.filter(([first = '']) => !OMITTED.some((name) => first.trimStart().startsWith(name)))
  return kept.toSorted(([a = ''], [b = '']) => Number(b === 'diff: |') - Number(a === 'diff: |')).flat()
}

/** The failures in the TAP that a suite has printed, in its order; without those that are marked as skipped or to do. */
export function failuresIn(tap: string): Failure[] {
  const lines = tap.split('\n')
  const open: OpenTest[] = []
  const failures: Failure[] = []
  for (const [index, line] of lines.entries()) {
    const [, subtestIndent, subtest] = /^( *)# Subtest: (.*)$/.exec(line) ?? []
    if (subtestIndent !== undefined && subtest !== undefined) {
      open.push({ indent: subtestIndent.length, name: subtest, hasFailure: false })
      continue
    }
    const [, spaces, not, title = ''] = /^( *)(not )?ok \d+(.*)$/.exec(line) ?? []
    if (spaces === undefined) continue
    const indent = spaces.length
    const ended = open.at(-1)?.indent === indent ? open.pop() : undefined
    if (!not || / # (SKIP|TODO)\b/i.test(title)) continue
    const parent = open.at(-1)
    if (parent) parent.hasFailure = true
    if (ended?.hasFailure) continue
    const path = [...open.map(({ name }) => name), ended?.name ?? nameIn(title)]
    failures.push({ path, details: detailsAfter(lines, index, indent) })
  }
  return failures
}

/** At most `MAX_LINES` lines about what failed in the outputs of suites and checks, by their names. */
export function describeFailures(outputs: ReadonlyMap<string, string>): string[] {
  const described = [...outputs].flatMap(([name, output]) => {
    const failures = failuresIn(output)
    // A check, or a suite that ended without a result.
    if (failures.length === 0) return [[`FAILED ${name}:`, ...output.trimEnd().split('\n').slice(-MAX_LINES_OF_ONE)]]
    return failures.map(({ path, details }) => [
      `FAILED ${name}: ${path.join(' > ')}`,
      ...details.slice(0, MAX_LINES_OF_ONE).map((line) => `  ${line}`),
    ])
  })
  const lines: string[] = []
  for (const [index, one] of described.entries()) {
    const left = described.length - index
    if (lines.length + one.length + (left > 1 ? 1 : 0) > MAX_LINES) return [...lines, `… and ${left} more`]
    lines.push(...one)
  }
  return lines
}

// Usage: failed-tests.ts NAME FILE [NAME FILE …]
if (import.meta.main) {
  const args = process.argv.slice(2)
  const outputs = new Map<string, string>()
  for (let i = 0; i + 1 < args.length; i += 2) outputs.set(args[i] ?? '', readFileSync(args[i + 1] ?? '', 'utf8'))
  for (const line of describeFailures(outputs)) process.stdout.write(`${line.slice(0, MAX_WIDTH)}\n`)
}
