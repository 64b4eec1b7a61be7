import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { catalog } from '../../src/cli/catalog.ts'
import { release } from '../../src/contract.ts'
import { run } from '../support/process.ts'

// The command `waymark` as it is installed: a link to bin/waymark, used from anywhere.

const folder = t.testdir({ elsewhere: {} })
const link = join(folder, 'waymark')
symlinkSync(resolve(import.meta.dirname, '../../bin/waymark'), link)
const elsewhere = join(folder, 'elsewhere')
const waymark = (args: string[], env: Record<string, string> = {}) => run(t, [link, ...args], env, undefined, elsewhere)

t.test('it runs by a link from every directory', async (t) => {
  t.match(await waymark(['version']).ended, { code: 0, out: `${release}\n`, err: '' })
  t.match(await waymark(['frob']).ended, { code: 2, err: /Try: waymark help/ })
})

t.test('settings and their relative paths are those of the directory of the service', async (t) => {
  const home = join(folder, 'service')
  mkdirSync(home)
  writeFileSync(join(home, '.env'), 'DATA_DIR=./here\nPLANS_FILE=plans.json\nPORT=many\n')
  const findings = async () => {
    const { out } = await waymark(['doctor', '--json'], { WAYMARK_HOME: home }).ended
    return JSON.parse(out).findings as { check: string; message: string }[]
  }
  const invalid = (await findings()).filter(({ check }) => check === 'settings').map(({ message }) => message)
  t.ok(
    invalid.some((message) => message.includes(join(home, 'plans.json'))),
    invalid.join('\n'),
  )
  writeFileSync(join(home, '.env'), 'DATA_DIR=./here\n')
  const disk = (await findings()).find(({ check }) => check === 'disk')
  t.match(disk?.message, join(home, 'here'))
})

t.test('every command is in the file that the list says', async (t) => {
  for (const { name, load } of catalog) t.equal((await load()).name, name)
})
