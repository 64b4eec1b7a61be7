import { readFileSync, writeFileSync } from 'node:fs'
import { Settings } from './config/settings.ts'

// Brings .env.example and the table of docs/settings.md to the list in config.ts.
const PAGE = 'docs/settings.md'
const settings = Object.entries(Settings.properties)

const example = settings.map(([name, { description, default: value }]) => `\n# ${description}\n#${name}=${value}\n`)
writeFileSync(
  '.env.example',
  `# Settings of Waymark. Copy this to .env and uncomment what you want to change; docs/settings.md says more.\n${example.join('')}`,
)

const rows = settings.map(
  ([name, { description, default: value }]) =>
    `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${description} |`,
)
const [before, rest = ''] = readFileSync(PAGE, 'utf8').split('|---|---|---|\n')
const after = rest.slice(rest.indexOf('\n\n'))
writeFileSync(PAGE, `${before}|---|---|---|\n${rows.join('\n')}${after}`)
