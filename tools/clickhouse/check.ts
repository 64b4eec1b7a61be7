import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

// chdb has a library for each platform, and package-lock.json has one of them (see "overrides" in package.json).
if (process.platform === 'linux' && process.arch === 'x64') {
  const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', 'tools/clickhouse/*.test.ts'], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else process.stdout.write('SKIPPED: chdb is only installed on Linux x64\n')
