import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

// Prints the memory of a running server before, during and after incomplete bodies of unauthenticated clients.
// Usage: node tools/unauthenticated-memory.ts <pid> <port>
const [pid, port] = process.argv.slice(2).map(Number)
if (!pid || !port) throw new Error('Give the process id and the port of a server on this machine')

const memoryMb = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

async function attack(path: string, connections: number, bytes: number): Promise<void> {
  const before = memoryMb()
  let highest = before
  const sockets: Socket[] = []
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  for (let i = 0; i < connections; i++) {
    const socket = connect(port as number, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head)
    socket.write(Buffer.alloc(bytes - 1, 32))
    sockets.push(socket)
    if (i % 50 === 0) {
      await sleep(20)
      highest = Math.max(highest, memoryMb())
    }
  }
  for (let i = 0; i < 50; i++) {
    await sleep(100)
    highest = Math.max(highest, memoryMb())
  }
  for (const socket of sockets) socket.destroy()
  await sleep(10_000)
  process.stdout.write(
    `${connections} × ${bytes} bytes at ${path}: ${before} MB before, ${highest} at most, ${memoryMb()} ten seconds after\n`,
  )
}

await attack('/webhook/stripe', 2000, 250 * 1024)
await attack('/login', 500, 1024 * 1024)
