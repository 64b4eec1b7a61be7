import { Readable } from 'node:stream'
import type { Store } from '../db/open.ts'
import { findAccount } from '../db/queries/account.ts'
import { asActor } from '../db/queries/events.ts'
import { buildApp } from './app.ts'
import type { ApiRequest, Connection } from './cli/api.ts'
import type { Config } from './config/config.ts'
import { found } from './errors/api-error.ts'
import { callAs } from './plugins/api-guard.ts'
import type { Caller } from './services.ts'
import { createServices } from './startup/open-services.ts'

const ANYTHING: Omit<Caller, 'id' | 'actor' | 'keyId' | 'keyName' | 'status'> = {
  scope: 'admin',
  expires: null,
  permissions: null,
  ips: null,
  domains: null,
  listError: 'string',
}

/**
 * The API on an open database, without a server: requests are those of the account, and neither authenticated nor
 * counted. Nothing works in the background. Closing it closes the store.
 */
export async function openLocalApi(config: Config, store: Store, accountId: number): Promise<Connection> {
  const { status } = found(await findAccount(store.db, accountId), 'Account')
  // The log would go to standard output; what it would say about a failure is thrown.
  const quiet = { ...config, LOG_LEVEL: 'silent' as const, ACCESS_LOG: 'off' as const }
  const { services, close } = await createServices(quiet, store, { hasBackgroundWork: false })
  const app = await buildApp(services)
  let failure: unknown
  app.addHook('onError', async (_request, _reply, error) => {
    failure = error
  })
  const calling = { account: { ...ANYTHING, ...asActor('command', accountId), status }, ip: '127.0.0.1' }

  async function send({ method, path, origin = config.baseUrl, headers, body }: ApiRequest) {
    const payload = typeof body === 'object' ? Readable.from(body) : body
    // Awaited within, because the request is only sent when somebody waits for it.
    const response = await callAs(
      calling,
      async () =>
        await app.inject({
          method,
          url: path,
          headers: { host: new URL(origin).host, ...headers },
          payloadAsStream: true,
          ...(payload === undefined ? {} : { payload }),
        }),
    )
    if (response.statusCode === 500 && failure !== undefined) throw failure
    const header = (name: string) => String(response.headers[name] ?? '')
    return { status: response.statusCode, header, body: response.stream() }
  }

  return {
    name: 'The API',
    send,
    close: async () => {
      await app.close()
      await close()
    },
  }
}
