import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// `npm run contract` installs what is missing; `npm run check` lints where that has been done, so that it needs nothing
// but `npm install` of a newcomer.
const here = fileURLToPath(new URL('.', import.meta.url))
const wanted = process.argv[2] ?? 'check'
const isInstalled = existsSync(`${here}node_modules/.package-lock.json`)

const npm = (...args: string[]) => spawnSync('npm', args, { cwd: here, stdio: 'inherit' }).status ?? 1

if (wanted === 'lint' && !isInstalled) {
  process.stdout.write('openapi.yaml is not linted: the linters are not installed (`npm run contract` does that).\n')
} else {
  const installed = isInstalled ? 0 : npm('ci')
  process.exitCode = installed === 0 ? npm('run', '--silent', wanted) : installed
}
