import type { Sql } from 'postgres'
import type { CreateClient } from './connection.ts'
import { socketDirectory } from './server-url.ts'

const INT8 = 20

/** Loads the driver of Postgres servers; returns what creates its clients for a URL. */
export async function loadServerClients(): Promise<(url: string) => CreateClient> {
  const { default: postgres } = await import('postgres')
  return (url) => (own) => {
    const directory = socketDirectory(url)
    return postgres(directory === undefined ? url : withoutHost(url), {
      ...(directory === undefined ? {} : { host: directory }),
      // Only needed for array results, which no query returns.
      fetch_types: false,
      onnotice: () => {},
      types: { bigint: { to: INT8, from: [INT8], serialize: (value: number) => String(value), parse: Number } },
      ...own,
    }) as Sql
  }
}

// The driver would send the parameter to the server as a setting.
function withoutHost(text: string): string {
  const url = new URL(text)
  url.searchParams.delete('host')
  return url.href
}
