import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { readConfig } from './config/config.ts'
import { failuresPage } from './openapi/failures-page.ts'
import type { OpenApi } from './openapi/model.ts'
import { toYaml } from './openapi/yaml.ts'
import type { Services } from './services.ts'

const root = new URL('../', import.meta.url)

// Routes only keep hold of their services when they are made: to describe them nothing has to be open. Whatever is asked of
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
      get: (services, name) => (name in services ? Reflect.get(services, name) : unopened),
    }) as unknown as Services,
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

const texts = { 'openapi.yaml': await printDocument(), 'docs/errors.md': failuresPage() }
let isOld = false
for (const [name, text] of Object.entries(texts)) {
  const file = fileURLToPath(new URL(name, root))
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (readFileSync(file, 'utf8') !== text) {
    isOld = true
    process.stderr.write(`${name} is not what the code says: run \`npm run openapi\` and commit it.\n`)
  }
}
process.exit(isOld ? 1 : 0)
