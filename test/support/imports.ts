import type { Client, Reply, Service } from './service.ts'

export interface Imported {
  id: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests state what they expect.
  details: any
  rows: {
    row: number
    kind: string
    alias: string | null
    outcome: string
    errors: { path: string; message: string }[] | null
    notes: string[] | null
  }[]
}

const types: Record<string, string> = { waymark: 'application/x-ndjson', 'yourls-sql': 'application/sql' }

/** Sends a file to be imported. */
export function sendFile(client: Client, source: string, file: string | Buffer, query = ''): Promise<Reply> {
  const headers = { 'content-type': types[source] ?? 'text/csv' }
  return client.post(`/api/import?source=${source}${query}`, undefined, { raw: file, headers })
}

/** The record and the report of an import, once its rows are written. */
export async function resultOf(service: Service, client: Client, id: number): Promise<Imported> {
  await service.services.jobs.idle()
  const { details } = (await client.get(`/api/import/${id}`)).body
  const { text } = await client.get(`/api/import/${id}/report?format=ndjson`)
  return {
    id,
    details,
    rows: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

/** Imports a file and waits until it is done. */
export async function importFile(
  service: Service,
  client: Client,
  source: string,
  file: string | Buffer,
  query = '',
): Promise<Imported> {
  const { status, body, text } = await sendFile(client, source, file, query)
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return resultOf(service, client, body.id)
}

/** The link with an alias, as the API shows it; undefined if the account has none. */
export async function linkOf(client: Client, alias: string) {
  const { urls } = (await client.get(`/api/urls?short=${encodeURIComponent(alias)}`)).body.data
  if (!urls[0]) return undefined
  return (await client.get(`/api/url/${urls[0].id}`)).body
}
