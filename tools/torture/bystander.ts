import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, ask } from './service.ts'

// A client in its own thread, so that the attackers do not delay it: it requests a link ten times a second until it
// gets a message, and then sends back its results.
const { port, path, from } = workerData as { port: number; path: string; from: string }
const seen: Pick<Answer, 'status' | 'ms'>[] = []
const asked = new Set<Promise<void>>()
const timer = setInterval(() => {
  const one = ask(port, path, { from }).then(({ status, ms }) => {
    seen.push({ status, ms })
    asked.delete(one)
  })
  asked.add(one)
}, 100)
parentPort?.once('message', async () => {
  clearInterval(timer)
  await Promise.all(asked)
  parentPort?.postMessage(seen)
})
