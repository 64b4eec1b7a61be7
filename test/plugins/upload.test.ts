import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { resultOf, sendFile } from '../support/imports.ts'
import { type Client, startService } from '../support/service.ts'

const host = encodeURIComponent(hostname()).replaceAll('-', '%2D')
const folderOf = (pid: number, start: number) => {
  const folder = join(tmpdir(), `waymark-upload-${host}-${pid}-${start}-${Date.now()}x`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'body'), 'URL\n')
  return folder
}

t.test('uploads of a killed process are deleted at startup, those of a running process are not', async (t) => {
  const ended = spawn('true')
  await new Promise((resolve) => ended.once('exit', resolve))
  const running = spawn('sleep', ['60'])
  t.teardown(() => running.kill())
  const abandoned = [folderOf(ended.pid ?? 0, 5), folderOf(process.pid, 5)]
  const used = [folderOf(running.pid ?? 0, 5), folderOf(process.pid, Math.round(performance.timeOrigin))]
  await startService(t)
  t.same(abandoned.map(existsSync), [false, false])
  t.same(used.map(existsSync), [true, true])
})

t.test('slow uploads of an account leave slots for others', async (t) => {
  const service = await startService(t)
  const [slow, other] = [await service.newClient(), await service.newClient()]
  const { config } = service.services
  const hold = ({ apikey }: Client) => {
    const payload = new PassThrough()
    payload.write('URL,Alias\n')
    const headers = {
      host: `${config.baseHost}:${config.PORT}`,
      authorization: `Bearer ${apikey}`,
      'content-type': 'text/csv',
    }
    const reply = service.app.inject({ method: 'POST', url: '/api/import?source=csv', headers, payload })
    return { payload, reply }
  }
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`waymark-upload-${host}-${process.pid}-`))
  const before = folders().length
  const held = [hold(slow), hold(slow)]
  while (folders().length < before + 2) await sleep(10)
  const third = () => sendFile(slow, 'csv', 'URL\nhttps://example.com/third\n')
  t.match(await third(), {
    status: 503,
    headers: { 'retry-after': '5' },
    body: { code: 'busy' },
  })
  const sent = await sendFile(other, 'csv', 'URL,Alias\nhttps://example.com/other,Other1\n')
  t.match((await resultOf(service, other, sent.body.id)).details, { created: 1 })
  for (const [i, { payload, reply }] of held.entries()) {
    payload.end(`https://example.com/held,Held${i}\n`)
    t.equal((await reply).statusCode, 200)
  }
  t.equal((await third()).status, 200, 'the places are free again')
})
