import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { behaviours } from './behaviours.ts'
import { startLive } from './live.ts'
import { checkHostile, checkLooks } from './looks.ts'
import { hostileScenes, usualScenes } from './scenes.ts'
import { serveScenes } from './server.ts'

const { values } = parseArgs({
  options: {
    /** Folder for a picture of every page. */
    out: { type: 'string' },
    /** First of two ports; any free ones unless given. */
    port: { type: 'string', default: '4250' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
  },
})
const port = Number(values.port)
const faults: string[] = []
let looked = 0

/** Runs one check where it is wanted, and keeps what is wrong by its name. */
async function perform(name: string, check: () => Promise<string[]>): Promise<void> {
  if (!name.includes(values.only)) return
  looked++
  const found = await check().catch((error: unknown) => [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)])
  faults.push(...found.map((fault) => `${name}: ${fault}`))
}

const pictureOf = (name: string) => (values.out === undefined ? null : join(values.out, name))

// Each template by itself, so that every state of it is seen.
async function checkScenes(browser: Browser): Promise<void> {
  const { origin, scenes, server } = await serveScenes((there) => [...usualScenes(there), ...hostileScenes(there)], port)
  for (const { name } of scenes) {
    await perform(name, () =>
      name.startsWith('hostile-')
        ? checkHostile(browser, `${origin}/${name}`)
        : checkLooks(browser, `${origin}/${name}`, pictureOf(name)),
    )
  }
  for (const { name, run } of behaviours.scenes) await perform(name, async () => (await run(browser, origin, {}), []))
  server.closeAllConnections()
  server.close()
}

// The service as it is, with what was stored through its API.
async function checkService(browser: Browser): Promise<void> {
  const { origin, pages, hostile, close } = await startLive(port + 1)
  for (const [name, path] of Object.entries(pages))
    await perform(`live-${name}`, () => checkLooks(browser, origin + path, pictureOf(`live-${name}`)))
  for (const [name, path] of Object.entries(hostile)) {
    await perform(`live-hostile-${name}`, () => checkHostile(browser, origin + path))
    await perform(`live-hostile-${name}-looks`, () => checkLooks(browser, origin + path, pictureOf(`live-hostile-${name}`)))
  }
  for (const { name, run } of behaviours.service) await perform(name, async () => (await run(browser, origin, pages), []))
  await close()
}

/** Looks at every page in a real browser; ends with 1 where a page is at fault. */
export async function checkAll(executablePath: string): Promise<void> {
  const { chromium } = await import('playwright-core')
  if (values.out !== undefined) mkdirSync(values.out, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    await checkScenes(browser)
    await checkService(browser)
  } finally {
    await browser.close()
  }
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`)
  process.stdout.write(`${looked} pages and behaviours looked at, ${faults.length} faults\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

const executable =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
if (executable === undefined || !existsSync(executable))
  process.stdout.write('SKIP browser checks: no Chromium found (install Debian’s chromium, or set CHROMIUM to its path).\n')
else await checkAll(executable)
