import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Interaction, interactions } from './interactions.ts'
import { startLive } from './live.ts'
import { checkHostile, checkPage, VIEWS } from './page-checks.ts'
import { hostileScenes, usualScenes } from './scenes.ts'
import { serveScenes } from './server.ts'

const { values } = parseArgs({
  options: {
    /** Folder for screenshots of all pages. */
    out: { type: 'string' },
    /** First of two ports; by default free ones. */
    port: { type: 'string', default: '4250' },
    /** Only checks whose name contains this. */
    only: { type: 'string', default: '' },
  },
})
const port = Number(values.port)
const AT_A_TIME = 3
const faults: string[] = []
let checked = 0

interface Check {
  name: string
  run: () => Promise<string[]>
}

/** Runs the selected checks with limited concurrency and collects their faults by name. */
async function perform(checks: readonly Check[], atATime: number): Promise<void> {
  const waiting = checks.filter(({ name }) => name.includes(values.only))
  checked += waiting.length
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { name, run } = check
      const found = await run().catch((error: unknown) => [String(error).split('\n')[0] ?? ''])
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
}

const interactionCheck = ({ name, run }: Interaction, ...given: Parameters<Interaction['run']>): Check => ({
  name,
  run: async () => {
    await run(...given)
    return []
  },
})

const pictureOf = (name: string) => (values.out === undefined ? null : join(values.out, name))

// Each template separately, in all its states.
async function checkScenes(browser: Browser): Promise<void> {
  const { origin, scenes, server } = await serveScenes(
    (there) => [...usualScenes(there), ...hostileScenes(there)],
    port,
  )
  const pageChecks = scenes.map(({ name }) => ({
    name,
    run: () =>
      name.startsWith('hostile-')
        ? checkHostile(browser, `${origin}/${name}`)
        : checkPage(browser, `${origin}/${name}`, VIEWS, pictureOf(name)),
  }))
  await perform(pageChecks, AT_A_TIME)
  await perform(
    interactions.scenes.map((one) => interactionCheck(one, browser, origin, {})),
    1,
  )
  server.closeAllConnections()
  server.close()
}

// The running service, with resources created through its API.
async function checkService(browser: Browser): Promise<void> {
  const { origin, pages, hostile, close } = await startLive(port + 1)
  const pageChecks = Object.entries(pages).map(([name, path]) => ({
    name: `live-${name}`,
    run: () => checkPage(browser, origin + path, VIEWS, pictureOf(`live-${name}`)),
  }))
  const attacks = Object.entries(hostile).map(([name, path]) => ({
    name: `live-hostile-${name}`,
    run: async () => [
      ...(await checkHostile(browser, origin + path)),
      ...(await checkPage(browser, origin + path, VIEWS.slice(0, 1), pictureOf(`live-hostile-${name}`))),
    ],
  }))
  await perform([...pageChecks, ...attacks], AT_A_TIME)
  await perform(
    interactions.service.map((one) => interactionCheck(one, browser, origin, pages)),
    1,
  )
  await close()
}

/** Checks every page in Chromium; exits with 1 if a page has a fault. */
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
  process.stdout.write(`${checked} pages and interactions checked, ${faults.length} faults\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

const executable =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
if (executable === undefined || !existsSync(executable))
  process.stdout.write(
    'SKIP browser checks: no Chromium found (install Debian’s chromium, or set CHROMIUM to its path).\n',
  )
else await checkAll(executable)
