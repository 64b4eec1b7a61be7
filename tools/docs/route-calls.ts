import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { App } from '../../src/services.ts'
import { unopenedServices } from '../../src/startup/unopened-services.ts'

/** A call that registers a route: URL with all prefixes, HTTP methods, position of the name of the called function. */
export interface RouteCall {
  url: string
  methods: string
  file: string
  line: number
  column: number
}

/**
 * Registers all routes, and returns the calls in src/ that did. Routes of packages, such as Swagger UI, are not in it.
 */
export async function routeCalls(root: string): Promise<RouteCall[]> {
  const calls: RouteCall[] = []
  Error.stackTraceLimit = 100
  // Hooks of a route run while the call that registers it is on the stack.
  const addCall = ({ url, method }: { url: string; method: string | string[] }) => {
    const methods = [method].flat().join(', ')
    for (const [, path = '', line, column] of (new Error().stack ?? '').matchAll(/file:\/\/(\S+?):(\d+):(\d+)/g))
      if (path.startsWith(`${root}src/`)) {
        calls.push({ url, methods, file: path.slice(root.length), line: Number(line), column: Number(column) })
        return
      }
  }
  const observe = (message: unknown) => void (message as { fastify: App }).fastify.addHook('onRoute', addCall)
  subscribe('fastify.initialization', observe)
  // All routes that a setting turns on.
  const token = 'x'.repeat(32)
  const config = readConfig({ LOG_LEVEL: 'silent', OPERATOR_TOKEN: token, METRICS_TOKEN: token, ABUSE_REPORTS: 'on' })
  await buildApp(unopenedServices({ config, metrics: {} }))
  unsubscribe('fastify.initialization', observe)
  return calls
}
