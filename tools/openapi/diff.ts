import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { OpenApi } from '../../src/openapi/model.ts'
import { compareDocuments } from './compare.ts'

const now = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))
const released = fileURLToPath(new URL('../../docs/released/openapi.yaml', import.meta.url))

const read = (file: string) => parse(readFileSync(file, 'utf8'), { version: '1.1' }) as OpenApi
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

if (process.argv.includes('--release')) {
  copyFileSync(now, released)
  say('docs/released/openapi.yaml is what later documents are compared with.')
} else if (existsSync(released)) {
  const [old, current] = [read(released), read(now)]
  const { breaking, added } = compareDocuments(old, current)
  say(
    `Released ${old.info.version}, now ${current.info.version}: ${breaking.length} breaking, ${added.length} new operations.`,
  )
  if (added.length > 0) say('', 'New:', ...added.map((line) => `  ${line}`))
  if (breaking.length > 0) {
    say('', 'Would break a client:', ...breaking.map((line) => `  ${line}`))
    process.exitCode = 1
  }
} else {
  say('No document has been released yet: `npm run openapi:diff -- --release` keeps this one.')
}
