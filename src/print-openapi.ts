import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { Parts } from './parts.ts'
import type { OpenApi } from './work/openapi/model.ts'
import { toYaml } from './work/openapi/yaml.ts'

const file = fileURLToPath(new URL('../openapi.yaml', import.meta.url))

// Routes only keep hold of their parts when they are made: to describe them nothing has to be open. Whatever is asked of
// this gives itself.
const unopened: object = new Proxy(() => unopened, {
  get: (_target, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : unopened),
})

/** The document of the service as it starts out, whatever the environment says. */
async function printDocument(): Promise<string> {
  const opened = {
    config: readConfig({ LOG_LEVEL: 'silent' }),
    state: { leaving: false, closing: false },
    redis: undefined,
  }
  const app = await buildApp(
    new Proxy(opened, {
      get: (parts, name) => (name in parts ? Reflect.get(parts, name) : unopened),
    }) as unknown as Parts,
  )
  return new Promise((resolve, reject) => {
    // First of the hooks of its kind, and never done: the others would begin the work of a service.
    app.addHook('onReady', () => {
      resolve(toYaml((app as unknown as { swagger: () => OpenApi }).swagger()))
      return new Promise(() => {})
    })
    app.ready((error) => {
      if (error) reject(error)
    })
  })
}

const text = await printDocument()
if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('openapi.yaml is not what the routes say: run `npm run openapi` and commit it.\n')
  process.exit(1)
}
process.exit(0)
