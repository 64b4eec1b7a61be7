import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { run } from '../support/process.ts'

// The real program, with output that ends early, and with and without colors.

const jobs = ['running', 'done', 'failed'].map((status, i) => ({
  ...{ id: i + 1, kind: 'import', progress: 5, total: 9, failures: 0, status, error: 'x'.repeat(50) },
  ...{ date: '2026-01-01 00:00:00', finished: null },
}))
const many = Array.from({ length: 5000 }, (_, i) => ({ ...jobs[0], id: i + 1 }))
const server = createServer((request, reply) => {
  const page = request.url?.includes('limit=1000') ? many : jobs
  reply.writeHead(200, { 'content-type': 'application/json' })
  reply.end(JSON.stringify({ error: '0', data: { result: page.length, jobs: page } }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => server.close())
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
