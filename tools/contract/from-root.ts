import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// `npm run contract` installs what is missing; `npm run check` lints and `npm run openapi` renews sdk/ where that has been
// done, so that they need nothing but `npm install` of a newcomer.
const here = fileURLToPath(new URL('.', import.meta.url))
const wanted = process.argv[2] ?? 'check'
const isInstalled = existsSync(`${here}node_modules/.package-lock.json`)

const npm = (...args: string[]) => spawnSync('npm', args, { cwd: here, stdio: 'inherit' }).status ?? 1

const without: Record<string, string> = {
  lint: 'openapi.yaml is not linted: the linters are not installed (`npm run contract` does that).\n',
  sdk: 'sdk/ is not brought up to date: its generator is not installed (`npm run contract` does that).\n',
}

if (!isInstalled && without[wanted] !== undefined) {
  process.stdout.write(without[wanted])
} else {
  const installed = isInstalled ? 0 : npm('ci')
  process.exitCode = installed === 0 ? npm('run', '--silent', wanted) : installed
}
