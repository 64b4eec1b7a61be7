import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// `npm run contract` and the linters of `npm run check` install these packages once, so that `npm install` in the root stays
// small and no check is skipped. Only the generation of sdk/ after `npm run openapi` is skipped without them.
const here = fileURLToPath(new URL('.', import.meta.url))
const wanted = process.argv[2] ?? 'check'
const isInstalled = existsSync(`${here}node_modules/.package-lock.json`)

const npm = (...args: string[]) => spawnSync('npm', args, { cwd: here, stdio: 'inherit' }).status ?? 1

if (!isInstalled && wanted === 'sdk') {
  process.stdout.write('SKIPPED: sdk/ is not brought up to date: its generator is not installed (`npm run contract` does that).\n')
} else {
  if (!isInstalled) process.stdout.write('The tools of tools/contract are installed, this once.\n')
  const installed = isInstalled ? 0 : npm('ci', '--no-audit', '--no-fund')
  if (installed !== 0) process.stdout.write(`Not done: the tools for \`${wanted}\` could not be installed.\n`)
  process.exitCode = installed === 0 ? npm('run', '--silent', wanted) : installed
}
