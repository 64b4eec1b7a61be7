import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, has, repository, run, say, skip, startService, withFolder } from './support.ts'

// The unit of systemd: its syntax, how far it limits the service, and a start with its command and environment by
// another user, without capabilities, who can write nothing but the directories of the unit.

// Of 100; above 50 systemd calls a service exposed.
const MAX_EXPOSURE = 20
const INSTALLED = '/opt/waymark'
const NOBODY = '65534'

const unit = readFileSync(join(repository, 'deploy/systemd/waymark.service'), 'utf8').replaceAll(INSTALLED, repository)
const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

function checkSyntax(folder: string): void {
  const file = join(folder, 'waymark.service')
  writeFileSync(file, unit.replace('[Service]', '[Service]\nUnknownKey=1'))
  const refused = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  assert(/UnknownKey/.test(refused.stderr), 'systemd-analyze does not notice an unknown key')
  writeFileSync(file, unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  assert(status === 0 && !stderr.includes('waymark.service'), `systemd-analyze verify: ${stderr}`)
  run('systemd-analyze', ['security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, file])
}

/** The command line runs as the same user, with the same directories and settings as the unit: a stub shows with what. */
function checkCommandLine(folder: string): void {
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n', { mode: 0o755 })
  const { status, stdout } = spawnSync(join(repository, 'deploy/systemd/waymark'), ['doctor', '--json'], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}` },
  })
  const words = stdout.replaceAll(INSTALLED, repository).trimEnd().split('\n')
  assert(status === 0 && words.slice(-3).join(' ') === `${repository}/bin/waymark doctor --json`, `it runs ${stdout}`)
  const properties = words.flatMap((word) => /^--property=(.*)$/.exec(word)?.[1] ?? [])
  const lines = unit.split('\n')
  for (const property of properties.filter((one) => !one.startsWith('WorkingDirectory=')))
    assert(lines.includes(property), `the command line has ${property}, the unit has not`)
  for (const needed of ['DynamicUser', 'User', 'StateDirectory', 'EnvironmentFile', 'UMask'])
    assert(
      properties.some((one) => one.startsWith(`${needed}=`)),
      `the command line has no ${needed}`,
    )
  const variables = words.flatMap((word) => /^--setenv=(.*)$/.exec(word)?.[1] ?? [])
  const given = valuesOf('Environment').flatMap((pairs) => pairs.split(' '))
  assert(variables.length > 0 && variables.every((one) => given.includes(one)), `it has other variables: ${variables}`)
  const { stdout: version } = spawnSync(words.at(-3) ?? '', ['version'], { encoding: 'utf8', cwd: '/' })
  assert(/^\d+\.\d+\.\d+\n$/.test(version), `${words.at(-3)} version prints ${version}`)
}

async function checkStart(folder: string): Promise<void> {
  const [program = '', ...args] = valuesOf('ExecStart')[0]?.split(' ') ?? []
  const env = Object.fromEntries(
    valuesOf('Environment').flatMap((pairs) => pairs.split(' ').map((pair) => pair.split('=', 2))),
  )
  const state = join(folder, 'state')
  mkdirSync(state)
  chmodSync(folder, 0o755)
  // The root read-only, and only the directory of the state writable.
  const mounts = 'mount -t tmpfs -o mode=0777 tmpfs "$1" && mount -o remount,bind,ro / && ! touch /written && shift'
  const alone = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', '--no-new-privs', '--bounding-set=-all']
  const shell = ['sh', '-c', `${mounts} && exec setpriv ${alone.join(' ')} "$@"`, 'sh', state]
  const command = ['unshare', '--mount', '--propagation', 'private', ...shell, program, ...args]
  const directories = { DATA_DIR: join(state, 'data'), NODE_COMPILE_CACHE: join(state, 'cache') }
  const { stop } = await startService({ ...env, ...directories, BASE_URL: 'https://go.example.com' }, command)
  await stop()
}

export async function checkUnit(): Promise<void> {
  if (!has('systemd-analyze')) return skip('the unit of systemd', 'systemd is not installed')
  await withFolder(checkSyntax)
  say(`the unit of systemd is valid, and its exposure at most ${MAX_EXPOSURE / 10}`)
  await withFolder(checkCommandLine)
  say('the command line runs with the user, directories and settings of the unit')
  const nobody = ['--reuid', NOBODY, '--clear-groups', 'cat', join(repository, 'package.json')]
  if (spawnSync('setpriv', nobody).status !== 0)
    return skip('a start with the command of the unit', 'needs root, and a clone that other users can read')
  await withFolder(checkStart)
  say('the command of the unit starts the service without rights')
}
