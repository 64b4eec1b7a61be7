import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { run } from '../support/process.ts'

// The real program, with output that ends early, and with and without colors.

const jobs = ['running', 'done', 'failed'].map((status, i) => ({
  ...{ id: i + 1, kind: 'import', progress: 5, total: 9, failures: 0, status, error: 'x'.repeat(50) },
  ...{ date: '2026-01-01 00:00:00', finished: null },
}))
// More than a pipe and the buffers of streams hold.
const piece = 'https://example.com/,long\n'.repeat(20_000)
const many = Array.from({ length: 5000 }, (_, i) => ({ ...jobs[0], id: i + 1 }))
const server = createServer((request, reply) => {
  if (request.url?.startsWith('/api/export')) {
    reply.writeHead(200, { 'content-type': 'text/csv' }).write(piece)
    // The end never comes.
    return
  }
  const page = request.url?.includes('limit=1000') ? many : jobs
  reply.writeHead(200, { 'content-type': 'application/json' })
  reply.end(JSON.stringify({ error: '0', data: { result: page.length, jobs: page } }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})
const env = {
  WAYMARK_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  WAYMARK_KEY: 'wm_0000000000000000000000000000000000000000000',
}
const list = [process.execPath, 'src/cli.ts', 'jobs', 'list']

t.test('a reader that closes the pipe ends the command quietly', async (t) => {
  const shell = `"$0" "$@" --limit 5000; echo "code $?" >&2`
  const { out, err } = await run(t, ['bash', '-c', `{ ${shell}; } | head -n 1`, ...list], env).ended
  t.match(out, /^ *id {2}kind[^\n]*\n$/)
  t.equal(err, 'code 0\n')
})

const exported = [process.execPath, 'src/cli.ts', 'export', '--format', 'csv']

t.test('an export whose reader closes the pipe is a failure', async (t) => {
  const shell = `"$0" "$@"; echo "code $?" >&2`
  const { err } = await run(t, ['bash', '-c', `{ ${shell}; } | head -n 1`, ...exported], env).ended
  t.equal(err, 'Standard output could not be written completely (EPIPE).\ncode 1\n')
})

t.test('a full disk is one sentence', { skip: !existsSync('/dev/full') && 'needs /dev/full' }, async (t) => {
  for (const command of [list, exported]) {
    const { code, err } = await run(t, ['bash', '-c', '"$0" "$@" > /dev/full', ...command], env).ended
    t.match({ code, err }, { code: 1, err: /^Standard output could not be written completely \(ENOSPC\)\.\n$/ })
  }
})

t.test('an export that a signal ends leaves no file', async (t) => {
  for (const [signal, expected] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    const folder = t.testdir({})
    const { child, ended } = run(t, [...exported, '--out', join(folder, 'links.csv')], env)
    while (child.exitCode === null && !readdirSync(folder).some((name) => name.endsWith('.part'))) await setTimeout(20)
    child.kill(signal as NodeJS.Signals)
    t.equal((await ended).code, expected, signal)
    t.same(readdirSync(folder), [], signal)
  }
})

t.test('a file in a directory that does not exist is named as it was given', async (t) => {
  const file = join(t.testdir({}), 'none', 'links.csv')
  const { code, err } = await run(t, [...exported, '--out', file], env).ended
  t.match({ code, err }, { code: 1, err: `${file} cannot be written: name a file in an existing directory.\n` })
})

t.test('colors only where they are wanted', async (t) => {
  const inColor = /\u001b\[1mid\u001b/
  t.notMatch((await run(t, list, env).ended).out, '\u001b', 'not in a pipe')
  const forced = await run(t, list, { ...env, FORCE_COLOR: '1' }).ended
  t.match(forced.out, inColor)
  for (const color of ['33mrunning', '32mdone', '31mfailed']) t.match(forced.out, `\u001b[${color}`)
  t.notMatch((await run(t, [...list, '--json'], { ...env, FORCE_COLOR: '1' }).ended).out, '\u001b')

  const isTool = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
  if (!isTool) return
  const atTerminal = (more: Record<string, string>) =>
    run(t, ['script', '-qec', `stty cols 70; ${list.join(' ')}`, '/dev/null'], { ...env, TERM: 'xterm', ...more }).ended
  t.match((await atTerminal({})).out, inColor)
  const plain = (await atTerminal({ NO_COLOR: '1' })).out
  t.notMatch(plain, '\u001b')
  for (const line of plain.split(/\r?\n/)) t.ok(line.length <= 70, line)
})
