import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import t from 'tap'
import { createPeers } from '../../src/cache/peers.ts'

const ANSWER_MS = 250

t.test('an answer that arrived while this process was halted counts, and silence does not', async (t) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect((server.address() as { port: number }).port, '127.0.0.1')
  const [far] = (await once(server, 'connection')) as [Socket]
  t.teardown(() => {
    near.destroy()
    server.close()
  })
  let me = ''
  const peers = createPeers(async (message) => {
    me = message.split(':')[2] ?? ''
  }, ANSWER_MS)
  near.on('data', (data) => peers.receive(String(data)))
  peers.join()
  peers.receive('here:other')

  const barrier = peers.sync()
  const answered = barrier?.answered()
  far.write(`heard:other:${me}:1`)
  for (const until = performance.now() + 2 * ANSWER_MS; performance.now() < until; );
  await answered
  t.ok(peers.sync(), 'the other instance is still known')

  await peers.sync()?.answered()
  t.equal(peers.sync(), undefined, 'one that is silent is not waited for again')
})
