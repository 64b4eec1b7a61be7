import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ownDatabase, startAtTerminal } from './support/process.ts'

// Starts processes, which may take long on a busy machine. Starts without a terminal are in server.test.ts.
t.setTimeout(280_000)

t.test('at a terminal the first start prints the key once and writes it to no file', async (t) => {
  const settings = await ownDatabase(t)
  const first = await startAtTerminal(t, settings)
  if (!first) return void t.pass('a terminal', { skip: 'neither script (util-linux) nor Python is here to make one' })
  const [, email] = await first.printed(/ e-mail +(\S+)/)
  const [, apikey] = await first.printed(/ API key +(wm_\w{43})\r?\n/)
  await first.printed(/Database:[\s\S]*This is shown once/)
  const account = await fetch(`${first.base}/api/account`, { headers: { authorization: `Bearer ${apikey}` } })
  t.match(await account.json(), { error: 0, data: { email, username: 'admin' } })
  t.notOk(existsSync(join(settings.DATA_DIR, 'first-key')), 'there is no file')
  first.stop()
  const { out } = await first.ended
  t.equal(out.split(apikey ?? '').length, 2, 'the key is printed once')

  const second = await startAtTerminal(t, settings)
  second?.stop()
  t.notMatch((await second?.ended)?.out ?? '', /first account|API key/)
  t.notOk(existsSync(join(settings.DATA_DIR, 'first-key')))
})
