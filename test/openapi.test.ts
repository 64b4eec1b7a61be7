import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import type { OpenApi } from '../src/work/openapi/model.ts'
import { entriesOf } from '../src/work/openapi/model.ts'

const document = parse(readFileSync('openapi.yaml', 'utf8'), { version: '1.1' }) as OpenApi
const entries = entriesOf(document)

t.test('openapi.yaml is what the routes say, whatever the environment', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['src/print-openapi.ts', '--check'], {
    env: { PATH: process.env['PATH'], BASE_URL: 'https://elsewhere.example', PORT: '9' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  t.equal(status, 0, stderr)
})

t.test('every operation has a name of its own, one known tag, a summary and a description', async (t) => {
  const names = entries.map(({ operation }) => operation.operationId)
  t.equal(new Set(names).size, names.length)
  const described = new Set(document.tags.filter((tag) => tag.description).map(({ name }) => name))
  for (const { method, path, operation } of entries) {
    const where = `${method} ${path}`
    t.match(operation.operationId, /^[a-z]+([A-Z][A-Za-z]*)?$/, where)
    t.equal(operation.tags.length, 1, where)
    t.ok(described.has(operation.tags[0] ?? ''), `${where}: the tag ${operation.tags[0]} is described`)
    t.ok(operation.summary, where)
    t.ok((operation.description ?? '').length > 20, where)
  }
})
