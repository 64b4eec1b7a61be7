import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Runs a script of this package from the root; `install` runs none. Its dependencies are installed on first use, so
// that `npm ci` in the root stays small.
const here = fileURLToPath(new URL('.', import.meta.url))
const script = process.argv[2] ?? 'check'

const npm = (...args: string[]) => spawnSync('npm', args, { cwd: here, stdio: 'inherit' }).status ?? 1

const isInstalled = existsSync(`${here}node_modules/.package-lock.json`)
if (!isInstalled) process.stdout.write('Installing the packages of tools/contract, once.\n')
const installed = isInstalled ? 0 : npm('ci', '--no-audit', '--no-fund')
if (installed !== 0) process.stdout.write(`\`${script}\` did not run: the packages could not be installed.\n`)
process.exitCode = installed === 0 && script !== 'install' ? npm('run', '--silent', script) : installed
