import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { commandLine } from '../support/command-line.ts'

// The scripts are run by the shells themselves: bash everywhere, zsh and fish where they are installed.

const waymark = commandLine(async () => t.fail('the database is opened') as never)
const folder = t.testdir({})
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

async function scriptFor(shell: string): Promise<string> {
  const { out } = await waymark(['completion', shell])
  const file = join(folder, shell)
  writeFileSync(file, out)
  return file
}

function runShell(t: Test, shell: string, script: string, ...args: string[]): string[] {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script, ...args], { encoding: 'utf8', cwd: folder })
  t.equal(stderr, '')
  t.equal(status, 0)
  return stdout.split('\n').filter((line) => line !== '')
}

/** What each shell is to offer at the end of a line. */
function checkOffers(t: Test, offersAt: (...words: string[]) => string[]): void {
  const top = offersAt('')
  for (const word of ['account', 'link', 'qr', 'domain', 'jobs', 'events', 'import', 'export', 'doctor', 'help'])
    t.ok(top.includes(word), word)
  t.strictSame(offersAt('link', '').sort(), ['add', 'delete', 'list', 'show', 'update'])
  t.strictSame(offersAt('help', 'jobs', 'r'), ['retry'])
  t.strictSame(offersAt('link', 'l'), ['list'])
  t.strictSame(offersAt('link', 'list', '--stat'), ['--status'])
  t.strictSame(offersAt('link', 'list', '--status', 'p').sort(), ['private', 'public'])
  t.strictSame(offersAt('qr', 'add', 'https://example.com', '--type', 'w').sort(), ['whatsapp', 'wifi'])
  t.strictSame(offersAt('import', '--fr'), ['--from'])
  t.strictSame(offersAt('completion', 'z'), ['zsh'])
  t.ok(offersAt('doctor', '--').includes('--json'))
  t.notOk(offersAt('doctor', '--').includes('--server'))
}

t.test('bash', { skip: !has('bash') && 'bash is not installed' }, async (t) => {
  const file = await scriptFor('bash')
  const complete = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _waymark; printf '%s\\n' "\${COMPREPLY[@]}"`
  const offersAt = (...words: string[]) => runShell(t, 'bash', complete, 'bash', file, 'waymark', ...words)
  checkOffers(t, offersAt)
  t.strictSame(offersAt('link', 'list', '--key-file', ''), [], 'a file, which bash completes itself')
  t.match(runShell(t, 'bash', 'source "$1"; complete -p waymark', 'bash', file), [
    'complete -o default -F _waymark waymark',
  ])
})

t.test('zsh', { skip: !has('zsh') && 'zsh is not installed' }, async (t) => {
  const file = await scriptFor('zsh')
  // The functions of its completion system need a terminal: these say what they are called with.
  const complete = `
    compdef() { :; }
    _files() { :; }
    compadd() { shift; print -l -- \${(M)@:#$words[CURRENT]*}; }
    source "$1"; shift; words=("$@"); CURRENT=$#; _waymark`
  checkOffers(t, (...words) => runShell(t, 'zsh', complete, 'zsh', file, 'waymark', ...words))
})

t.test('fish', { skip: !has('fish') && 'fish is not installed' }, async (t) => {
  const file = await scriptFor('fish')
  checkOffers(t, (...words) =>
    runShell(t, 'fish', 'source $argv[1]; complete -C "$argv[2]"', file, ['waymark', ...words].join(' ')).map(
      (line) => line.split('\t')[0] ?? '',
    ),
  )
})

t.test('shells that there is no script for', async (t) => {
  t.match(await waymark(['completion', 'cmd']), { code: 2, err: /--shell must be one of bash, zsh, fish/ })
  t.match(await waymark(['completion']), { code: 2 })
})
