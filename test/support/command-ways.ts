import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { commandLine, type Output } from './command-line.ts'
import { type Client, type Service, startService } from './service.ts'

/** A command line, and the way in which it reaches the API. */
export interface Way {
  name: string
  /** Whether each command opens an API in this process, which takes longer than the command. */
  opensApi: boolean
  client: Client
  waymark(args: string[], input?: string, columns?: number): Promise<Output>
}

/** A service that listens, and both ways in which commands reach an API: in their process, and on the server. */
export async function startWays(
  t: Test,
  settings: Record<string, string> = {},
): Promise<{ service: Service; base: string; ways: [Way, Way] }> {
  const service = await startService(t, settings)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const { services } = service
  // As the service itself does in the other way.
  services.config.baseUrl = base
  const [local, remote] = [await service.newClient(), await service.newClient()]
  const own = (columns?: number) =>
    commandLine(async () => services.store, { ...settings, BASE_URL: base }, undefined, columns)
  const noDatabase = async () => t.fail('the database is opened') as never
  const server = (columns?: number) =>
    commandLine(noDatabase, { WAYMARK_SERVER: base, WAYMARK_KEY: remote.apikey }, undefined, columns)
  return {
    service,
    base,
    ways: [
      {
        name: 'in this process',
        opensApi: true,
        client: local,
        waymark: (args, input, columns) => own(columns)([...args, '--username', local.username], input),
      },
      {
        name: 'on a server',
        opensApi: false,
        client: remote,
        waymark: (args, input, columns) => server(columns)(args, input),
      },
    ],
  }
}
