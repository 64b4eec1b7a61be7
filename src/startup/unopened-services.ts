import { readConfig } from '../config/config.ts'
import type { Services } from '../services.ts'

// Every property of this stand-in, and every call of it, returns the stand-in itself.
const unopened: object = new Proxy(() => unopened, {
  get: (_target, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : unopened),
})

/**
 * Services for programs that only register the routes, which uses none of them: nothing is opened. The settings are the
 * defaults, whatever the environment is.
 */
export function unopenedServices(replaced: object = {}): Services {
  const opened = {
    config: readConfig({ LOG_LEVEL: 'silent' }),
    lifecycle: { draining: false, closing: false },
    metrics: null,
    tracing: null,
    ...replaced,
  }
  return new Proxy(opened, {
    get: (services, name) => (name in services ? Reflect.get(services, name) : unopened),
  }) as unknown as Services
}
