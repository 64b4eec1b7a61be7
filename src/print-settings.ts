import { readFileSync, writeFileSync } from 'node:fs'
import { Settings } from './config/settings.ts'

// Writes .env.example and the table in docs/settings.md from src/config/settings.ts.
const PAGE = 'docs/settings.md'
const settings = Object.entries(Settings.properties)

const example = settings.map(([name, { description, default: value }]) => `\n# ${description}\n#${name}=${value}\n`)
writeFileSync(
  '.env.example',
  `# Settings of Waymark. Copy this file to .env and uncomment what you want to change; docs/settings.md has more details.\n${example.join('')}`,
)

const rows = settings.map(
  ([name, { description, default: value }]) =>
    `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${description} |`,
)
const [before, rest = ''] = readFileSync(PAGE, 'utf8').split('|---|---|---|\n')
const after = rest.slice(rest.indexOf('\n\n'))
writeFileSync(PAGE, `${before}|---|---|---|\n${rows.join('\n')}${after}`)
