import type { Sql } from 'postgres'
import type { CreateClient } from './connection.ts'
import { socketDirectory } from './server-url.ts'

const INT8 = 20

/** Loads the driver of Postgres servers; returns what creates its clients for a URL. */
export async function loadServerClients(): Promise<(url: string) => CreateClient> {
  const { default: postgres } = await import('postgres')
  return (url) => (own) => {
    const { text, ...socket } = splitSocket(url)
    return postgres(text, {
      ...socket,
      // Only needed for array results, which no query returns.
      fetch_types: false,
      onnotice: () => {},
      types: { bigint: { to: INT8, from: [INT8], serialize: (value: number) => String(value), parse: Number } },
      ...own,
    }) as Sql
  }
}

// The driver would send the parameters of a socket to the server as settings.
function splitSocket(text: string): { text: string; host?: string; port?: number } {
  const host = socketDirectory(text)
  if (host === undefined) return { text }
  const url = new URL(text)
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return { text: url.href, host, port }
}
