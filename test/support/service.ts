import type { Test } from 'tap'
import type { Store } from '../../db/open.ts'
import { createAccount } from '../../db/queries/account.ts'
import { issueKey } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { App, Services } from '../../src/services.ts'
import { createServices, type Patience } from '../../src/startup/open-services.ts'
import { DAY_MS } from '../../src/time/timestamps.ts'
import { openTestStore } from './database.ts'
import { documentOf, replyChecker } from './document.ts'
import { quickHash } from './passwords.ts'

/** A reply; `body` is parsed if it is JSON. */
export interface Reply {
  status: number
  headers: Record<string, string | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a reply can be anything; the tests state what they expect.
  body: any
}

export interface Sent {
  key?: string
  body?: unknown
  /** A raw body, instead of `body`. */
  raw?: string | Buffer
  headers?: Record<string, string>
  ip?: string
  /** The request is for a host without API, so the document does not describe the reply. */
  isElsewhere?: boolean
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH'

/** A complete service with a fresh database, used through HTTP requests. */
export interface Service {
  app: App
  services: Services
  send(method: Method, path: string, sent?: Sent): Promise<Reply>
  /** Creates an account and returns a client that sends its key. */
  newClient(): Promise<Client>
}

export interface Client {
  id: number
  username: string
  apikey: string
  get(path: string, sent?: Sent): Promise<Reply>
  post(path: string, body?: unknown, sent?: Sent): Promise<Reply>
  put(path: string, body?: unknown, sent?: Sent): Promise<Reply>
  delete(path: string, sent?: Sent): Promise<Reply>
}

/** Longer than any delay of a busy machine. */
export const patience: Patience = {
  lookupMs: 60_000,
  refreshMs: 60_000,
  settleMs: 60_000,
  answerMs: 10_000,
  redisMs: 4000,
}

let accounts = 0

// One for all services: the document does not depend on settings, which test/openapi.test.ts asserts.
let checker: ReturnType<typeof replyChecker> | undefined

/**
 * Starts a service for a test file, with a database of its own unless `store` is one; stops it when the file is done.
 * Every reply is checked against the published document.
 */
export async function startService(
  t: Test,
  settings: Record<string, string> = {},
  replaced: Partial<Services> = {},
  store?: Store,
  requestPatience: Patience = patience,
): Promise<Service> {
  // The commit timeout is longer than any delay of a busy machine, so that every redirect means that its visit was
  // written.
  const defaults = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '100000', CLICK_COMMIT_TIMEOUT_MS: '10000' }
  const config = readConfig({ ...defaults, ...settings })
  const opened = await createServices(config, store ?? (await openTestStore()), {
    ...replaced,
    patience: requestPatience,
  })
  Object.assign(opened.services, replaced)
  const service = { app: await buildApp(opened.services), services: opened.services } as Service
  await service.app.ready()
  t.teardown(async () => {
    await service.app.close()
    await opened.close()
    // What a test file declares lives as long as the process: 12 MB each.
    for (const object of [opened.services, opened, service])
      for (const name of Object.keys(object)) Reflect.deleteProperty(object, name)
  })
  checker ??= replyChecker(documentOf(service.app))
  const check = checker

  const send: Service['send'] = async (method, path, { key, body, raw, headers, ip, isElsewhere = false } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await service.app.inject({
      method,
      url: path,
      headers: {
        host: `${config.baseHost}:${config.PORT}`,
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(ip ? { remoteAddress: ip } : {}),
    })
    const type = String(response.headers['content-type'] ?? '')
    const isJson = type.startsWith('application/json') && response.payload !== ''
    const reply: Reply = {
      status: response.statusCode,
      headers: response.headers as Reply['headers'],
      text: response.payload,
      body: isJson ? JSON.parse(response.payload) : undefined,
    }
    const fault = isElsewhere ? undefined : check(method, path, reply)
    if (fault) t.fail(fault)
    return reply
  }

  return Object.assign(service, {
    send,
    newClient: async (): Promise<Client> => {
      const username = `user${++accounts}`
      const id = await createAccount(service.services.db, {
        email: `${username}@example.com`,
        username,
        password_hash: quickHash('correct horse battery'),
        expires_at: new Date(Date.now() + config.TRIAL_DAYS * DAY_MS),
      })
      if (typeof id === 'string') throw new Error(`${username} exists already`)
      const { apikey: key } = await issueKey(service.services.db, id, { name: 'First key', scope: 'admin' })
      return {
        id,
        username,
        apikey: key,
        get: (path, sent) => send('GET', path, { key, ...sent }),
        post: (path, body, sent) => send('POST', path, { key, ...(body === undefined ? {} : { body }), ...sent }),
        put: (path, body, sent) => send('PUT', path, { key, ...(body === undefined ? {} : { body }), ...sent }),
        delete: (path, sent) => send('DELETE', path, { key, ...sent }),
      }
    },
  })
}
