import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { failuresPage } from './openapi/failures-page.ts'
import type { OpenApi } from './openapi/model.ts'
import { toYaml } from './openapi/yaml.ts'
import { unopenedServices } from './startup/unopened-services.ts'

const root = new URL('../', import.meta.url)

/** The document of a service with default settings, independent of the environment. */
async function printDocument(): Promise<string> {
  const app = await buildApp(unopenedServices())
  return new Promise((resolve, reject) => {
    // Runs before the other onReady hooks and never resolves, because those would start background work.
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
let isOutdated = false
for (const [name, text] of Object.entries(texts)) {
  const file = fileURLToPath(new URL(name, root))
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (readFileSync(file, 'utf8') !== text) {
    isOutdated = true
    process.stderr.write(`${name} is out of date: run \`npm run openapi\` and commit it.\n`)
  }
}
process.exit(isOutdated ? 1 : 0)
