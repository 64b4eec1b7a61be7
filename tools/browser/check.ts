import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { behaviours } from './behaviours.ts'
import { hostileScenes, usualScenes } from './scenes.ts'
import { serveScenes } from './server.ts'

// Looks at every page in a real browser. Skips, saying so, where there is none; ends with 1 where a page is at fault.
const { values } = parseArgs({
  options: { out: { type: 'string' }, port: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
})
const executable = process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

if (executable === undefined || !existsSync(executable)) {
  process.stdout.write('SKIP browser checks: no Chromium found (install Debian’s chromium, or set CHROMIUM to its path).\n')
} else if (!existsSync(new URL('node_modules/playwright-core', import.meta.url))) {
  process.stdout.write('SKIP browser checks: run npm ci in tools/browser first.\n')
} else {
  const { checkLooks, checkHostile } = await import('./looks.ts')
  const { chromium } = await import('playwright-core')
  if (values.out !== undefined) mkdirSync(values.out, { recursive: true })
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const { origin, scenes, server } = await serveScenes((there) => [...usualScenes(there), ...hostileScenes(there)], Number(values.port))
  const chosen = scenes.filter(({ name }) => name.includes(values.only))
  const faults: string[] = []
  try {
    for (const { name } of chosen) {
      const found = name.startsWith('hostile-')
        ? await checkHostile(browser, `${origin}/${name}`)
        : await checkLooks(browser, `${origin}/${name}`, values.out === undefined ? null : join(values.out, name))
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    }
    for (const { name, run } of behaviours) {
      if (!name.includes(values.only) && values.only !== '') continue
      await run(browser, origin).catch((error: unknown) => faults.push(`${name}: ${error instanceof Error ? error.message : error}`))
    }
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`)
  process.stdout.write(`${chosen.length} pages and ${behaviours.length} behaviours looked at, ${faults.length} faults\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
