import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The API key of the first account of a server that was started without a terminal. */
export function readFirstKey(dataDir: string): string {
  return /apikey=(.*)/.exec(readFileSync(join(dataDir, 'first-key'), 'utf8'))?.[1] ?? ''
}

/** Registers an account at a server that runs as a process. */
export async function registerAt(base: string, username = 'ada'): Promise<{ id: number; apikey: string }> {
  const body = JSON.stringify({ email: `${username}@example.com`, username, password: 'correct horse battery' })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${base}/register`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`not registered: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { id: number; apikey: string }
}

/** A client of a server that runs as a process. */
export function clientOf(base: string, key: string) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const reply = await fetch(base + path, { ...init, headers })
    return { body: JSON.parse(await reply.text()) }
  }
  return {
    get: ask,
    post: (path: string, body: object = {}) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}
